export * from "./builder.ts";
export * from "./faults.ts";
export * from "./link-params.ts";
export * from "./link-speed.ts";
