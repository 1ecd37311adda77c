export * from "./file-store.ts";
export * from "./json.ts";
export * from "./key.ts";
export * from "./make-folder.ts";
export * from "./memory-store.ts";
export type { Store } from "./store.ts";
