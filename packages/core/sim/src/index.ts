export * from "./experiment.ts";
export * from "./statistics/index.ts";
