import { createNetwork, type Network } from "@fabriclab/network";
import {
  PACKET_DROPPABLE,
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type SwitchModel,
  type SwitchParts,
  type Traffic,
} from "@fabriclab/spec";
import { roundRobin } from "@fabriclab/switch-arbiters";
import { asynchronous } from "@fabriclab/switch-replication";
import { vlArbitration } from "@fabriclab/switch-vl-arbitration";
import { scripted, type Shot } from "../../../core/network/test/scripted.ts";
import { plainHca } from "../../../core/network/test/yardstick.ts";
import { iba } from "../src/index.ts";

/** `iba` with asynchronous replication and VL arbitration by default. */
export const modelOf = (
  options: object,
  parts: Partial<SwitchParts> = {},
): SwitchModel =>
  iba.build(parseOptions(iba, options), {
    arbiter: roundRobin.build({}),
    laneScheduler: vlArbitration.build(parseOptions(vlArbitration, {})),
    replication: asynchronous.build({}),
    ...parts,
  });

/** These packets, of which policies may drop those that `droppable` says. */
export function shooting(
  shots: readonly Shot[],
  droppable: (tag: number) => boolean = () => false,
): Traffic {
  const traffic = scripted(shots);
  return {
    ...traffic,
    streams: traffic.streams.map((stream) => ({
      ...stream,
      next(draft) {
        const some = stream.next(draft);
        if (some && droppable(draft.tag)) draft.flags = PACKET_DROPPABLE;
        return some;
      },
    })),
  };
}

/** Ticks of 4 ns, one per byte; invariants checked. */
export const start = (
  { fabric, tables }: { fabric: Fabric; tables: ForwardingTables },
  model: SwitchModel,
  traffic: Traffic,
): Network =>
  createNetwork({
    fabric,
    tables,
    switchModels: [model],
    hca: plainHca,
    traffic: [traffic],
    tickPs: 4000,
    link: { byteTimePs: 4000, flightPs: 20_000 },
    checked: true,
  });
