export * from "./brand.ts";
export * from "./counted.ts";
export * from "./fabric-error.ts";
export * from "./many.ts";
export * from "./nearest.ts";
export * from "./one-unit.ts";
export * from "./quantity.ts";
export * from "./visible.ts";
