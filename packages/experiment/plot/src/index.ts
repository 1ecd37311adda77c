export type * from "./chart.ts";
export * from "./figure.ts";
export * from "./latency-load.ts";
export * from "./png.ts";
export { colourOf, markerOf, MARKERS, PALETTE, type Marker } from "./style.ts";
export { percentLabel, plain, sizeLabel } from "./ticks.ts";
