export { descriptionOf } from "./description.ts";
export { canonicalManifest, manifestText } from "./manifest.ts";
export { hasGeneratedPart, pluginsOf, withGeneratedPart } from "./readme.ts";
export { apps, libraries, npmName, root, type Package } from "./workspace.ts";
