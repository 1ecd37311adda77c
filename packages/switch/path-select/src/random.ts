import {
  defineSelect,
  intParam,
  nextPort,
  type PortMask,
  type Select,
} from "@fabriclab/spec";
import { z } from "zod";
import { vaidya1999 } from "./citations.ts";
import { guardHops, guardParam, insists } from "./guard.ts";

const params = z.object({
  seed: intParam({ min: 0, max: 0xffffffff, default: 1 }).describe(
    "of the choices; they depend on nothing else but what the switch has granted before",
  ),
  guard: guardParam(),
});

/** Finalizer of MurmurHash3: every bit of the input moves every bit of the output. */
function mixed(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** All words of a mask in one. */
function mixedMask(mask: PortMask): number {
  let h = 0;
  for (let w = mask.length - 1; w >= 0; w--) h = mixed(h ^ mask[w]!);
  return h;
}

function countPorts(mask: PortMask): number {
  let count = 0;
  for (const word of mask)
    for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function createRandom(
  switches: number,
  seed: number,
  guard: number | undefined,
): Select {
  const limit = guardHops(guard, switches);
  // Why a hash and no stream: heads are asked in any order within a tick, perhaps twice, and only grants may move state.
  const state = Int32Array.from({ length: switches }, (_, sw) =>
    mixed(mixed(seed) + sw),
  );
  return {
    pick(sw, preferred, candidates, hops, _credits, _at, lane) {
      if (insists(hops, limit, preferred)) return preferred;
      const heads = mixed(
        state[sw]! ^ mixedMask(candidates) ^ mixed((preferred << 4) | lane),
      );
      // The high bits scale to 0 … count - 1; with at most 254 ports the bias is below 2^-24.
      let skip = Math.floor(
        ((heads >>> 0) / 0x100000000) * countPorts(candidates),
      );
      let port = nextPort(candidates, 0);
      for (; skip > 0; skip--) port = nextPort(candidates, port + 1);
      return port;
    },
    granted(sw, port, lane) {
      state[sw] = mixed(state[sw]! + 0x9e3779b9 + ((port << 4) | lane));
    },
  };
}

/** Any of the ports with equal chance. */
export const random = defineSelect({
  name: "random",
  summary: "Any of the ports, with equal chance, from a seed.",
  cites: [vaidya1999],
  params,
  claims: { livelockFree: true },
  build: ({ seed, guard }) => ({
    name: "random",
    needsCredits: false,
    create: (switches) => createRandom(switches, seed, guard),
  }),
});
