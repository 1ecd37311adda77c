export { descriptionOf } from "./description.ts";
export { canonicalManifest, manifestText } from "./manifest.ts";
export { placeholderProblems, placeholders } from "./placeholders.ts";
export { hasGeneratedPart, pluginsOf, withGeneratedPart } from "./readme.ts";
export { apps, libraries, npmName, root, type Package } from "./workspace.ts";
