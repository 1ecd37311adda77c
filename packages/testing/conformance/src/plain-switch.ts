import type { ArbiterFactory, SwitchModel } from "@fabriclab/spec";
import { ps } from "@fabriclab/units";

const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** The first request after the one served last. */
const inTurn: ArbiterFactory = {
  name: "in-turn",
  create(slots) {
    const last = new Int32Array(slots).fill(-1);
    return {
      pick(slot, requests) {
        const after = requests & ~((2 << (last[slot] ?? -1)) - 1);
        return lowest(after === 0 ? requests : after);
      },
      pickWide: (_, words, at) => lowest(words[at] ?? 1),
      granted(slot, input) {
        last[slot] = input;
      },
    };
  },
};

/** A switch without anything special, for what is examined beside it. */
export const plainSwitch: SwitchModel = {
  name: "plain",
  lanes: 1,
  inputBuffer: { packets: 2 },
  outputBuffer: { packets: 1 },
  crossbar: "port",
  routingDelay: ps(100_000),
  arbiter: inTurn,
  laneScheduler: {
    name: "lowest",
    create: () => ({
      pick: (_, ready) => lowest(ready),
      granted: () => undefined,
    }),
  },
  replication: { name: "asynchronous", mode: "asynchronous" },
};
