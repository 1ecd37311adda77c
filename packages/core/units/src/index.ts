export * from "./brand.ts";
export * from "./fabric-error.ts";
