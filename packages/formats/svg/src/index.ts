export { drawFabric, type FabricDrawing } from "./draw.ts";
export type { CycleStep } from "./cycle.ts";
export type { NodeShape } from "./node-shape.ts";
export type { Layout } from "./switch-layout.ts";
export { placeSwitches, type SwitchPlaces } from "./place.ts";
