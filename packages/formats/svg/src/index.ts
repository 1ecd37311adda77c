export { drawFabric, type FabricDrawing } from "./draw.ts";
export type { CycleStep } from "./cycle.ts";
export { placeSwitches, type SwitchPlaces } from "./place.ts";
