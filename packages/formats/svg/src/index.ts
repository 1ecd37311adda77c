export { drawFabric, type FabricDrawing } from "./draw.ts";
export type { CycleStep } from "./cycle.ts";
