export * from "./random.ts";
