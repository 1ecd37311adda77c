export * from "./shared-file.ts";
export * from "./vectors.ts";
