export {
  holSaturation,
  holSaturationEstimate,
  holSaturationLimit,
} from "./hol-saturation.ts";
export { outputQueuedWait } from "./output-queued.ts";
export { md1Wait, mg1Wait, mixVariation, mm1Wait } from "./single-queue.ts";
