export * from "./opensm-dumps.ts";
export * from "./opensm-trees.ts";
export * from "./shared-file.ts";
export * from "./vectors.ts";
export * from "./tar.ts";
