export * from "./builder.ts";
export * from "./faults.ts";
export * from "./generated-size.ts";
export * from "./guid-order.ts";
export * from "./link-params.ts";
export * from "./link-speed.ts";
export * from "./refuse-shape.ts";
export * from "./renamed.ts";
