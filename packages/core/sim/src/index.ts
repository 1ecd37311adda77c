export * from "./experiment.ts";
