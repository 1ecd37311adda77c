export { canonicalManifest, manifestText } from "./manifest.ts";
export { hasGeneratedPart, pluginsOf, withGeneratedPart } from "./readme.ts";
export { libraries, npmName, root, type Package } from "./workspace.ts";
