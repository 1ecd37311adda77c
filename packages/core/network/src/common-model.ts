import { isPlainReplication, type SwitchModel } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";

/** JSON knows no infinity. */
const lanesWithoutLimit = (_: string, value: unknown): unknown =>
  value === Infinity ? "infinite" : value;

/** What all switch models of a network must have in common, because it is folded into the loop. */
export function commonModel(models: readonly SwitchModel[]): SwitchModel {
  const first = models[0];
  if (first === undefined)
    throw new FabricError({
      code: "E_NETWORK_MODELS",
      message: "a network needs a switch model",
      got: "none",
    });
  for (const model of models) {
    const same =
      model.lanes === first.lanes &&
      model.crossbar === first.crossbar &&
      JSON.stringify(model.inputBuffer) === JSON.stringify(first.inputBuffer) &&
      JSON.stringify(model.outputBuffer) ===
        JSON.stringify(first.outputBuffer) &&
      JSON.stringify(model.inputBufferPerLane, lanesWithoutLimit) ===
        JSON.stringify(first.inputBufferPerLane, lanesWithoutLimit) &&
      model.drop === first.drop &&
      model.select === first.select &&
      model.creditPacketBytes === first.creditPacketBytes &&
      model.creditAccounting === first.creditAccounting &&
      (model.crossbarScheduler === undefined) ===
        (first.crossbarScheduler === undefined) &&
      (model.replication === first.replication ||
        (isPlainReplication(model.replication) &&
          isPlainReplication(first.replication)));
    if (!same) {
      throw new FabricError({
        code: "E_NETWORK_MODELS",
        message:
          "switch models of one network may differ in delays, arbiters and lane schedulers only",
        got: `${first.name} and ${model.name}`,
      });
    }
  }
  return first;
}
