export * from "./random.ts";
export * from "./wheel.ts";
