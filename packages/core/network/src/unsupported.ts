import type { HcaModel, SwitchModel, Traffic } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";

/** Fields of a switch model that the contract has and this engine does not carry out, and whether a model sets them. */
const ofSwitches: Readonly<Record<string, (model: SwitchModel) => boolean>> = {
  select: ({ select }) => select !== undefined,
  inputBufferPerLane: ({ inputBufferPerLane }) =>
    inputBufferPerLane !== undefined,
  crossbarScheduler: ({ crossbarScheduler }) => crossbarScheduler !== undefined,
  creditPacketBytes: ({ creditPacketBytes }) => creditPacketBytes !== undefined,
  outputDelay: ({ outputDelay = 0 }) => outputDelay !== 0,
  "replication.mode: gang": ({ replication }) =>
    replication.mode !== "asynchronous",
  "replication.concurrent": ({ replication }) =>
    replication.mode === "asynchronous" && replication.concurrent !== undefined,
  "replication.centralPackets": ({ replication }) =>
    replication.mode === "asynchronous" &&
    replication.centralPackets !== undefined,
};

const ofHosts: Readonly<Record<string, (hca: HcaModel) => boolean>> = {
  adapt: ({ adapt }) => adapt !== undefined,
  laneScheduler: ({ laneScheduler }) => laneScheduler !== undefined,
};

function refuse(field: string, owner: string): never {
  throw new FabricError({
    code: "E_NETWORK_UNSUPPORTED",
    message: `the packet engine does not carry out ${field} yet`,
    got: `${field}, set by ${owner}`,
    expected: "a model without it",
    hint: "a field that is set is never ignored; leave it out",
  });
}

/**
 * Refuses what the contract allows and the engine does not carry out: it must not be ignored.
 *
 * @throws FabricError E_NETWORK_UNSUPPORTED, naming the field and who sets it.
 */
export function refuseUnsupported(run: {
  readonly switchModels: readonly SwitchModel[];
  readonly hca: HcaModel;
  readonly traffic: readonly Traffic[];
  /** The network is one part of several. */
  readonly divided: boolean;
}): void {
  for (const model of run.switchModels) {
    for (const [field, isSet] of Object.entries(ofSwitches))
      if (isSet(model)) refuse(field, `switch model ${model.name}`);
    if (run.divided && model.drop !== undefined)
      refuse("drop on several threads", `switch model ${model.name}`);
  }
  for (const [field, isSet] of Object.entries(ofHosts))
    if (isSet(run.hca)) refuse(field, `host adapter ${run.hca.name}`);
  if (run.divided && run.traffic.some((t) => t.delivered !== undefined))
    refuse("delivered on several threads", "closed-loop traffic");
}
