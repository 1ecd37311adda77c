export { canonicalManifest, manifestText } from "./manifest.ts";
export { withGeneratedPart } from "./readme.ts";
export { npmName, root } from "./workspace.ts";
