import type { ArbiterFactory, ReplicationFactory } from "@fabriclab/spec";

/** Number of the lowest bit. */
export const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** The first request after the one served last. */
export const fair: ArbiterFactory = {
  name: "fair",
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

/** Knows one waiting packet per switch; one that comes while another waits is forgotten. */
export const forgetful: ReplicationFactory = {
  name: "forgetful",
  mode: "gang",
  create(switches) {
    const waiting = new Int32Array(switches).fill(-1);
    return {
      request(sw, slot) {
        waiting[sw] = slot;
      },
      pick(sw, _, __, fits) {
        const slot = waiting[sw] ?? -1;
        return slot >= 0 && fits(slot) ? slot : -1;
      },
      held: () => undefined,
      granted(sw) {
        waiting[sw] = -1;
      },
    };
  },
};

/** First come, first served, as far as it fits; right. */
export const gang: Extract<ReplicationFactory, { mode: "gang" }> = {
  name: "gang",
  mode: "gang",
  create(switches) {
    const waiting = Array.from({ length: switches }, () => new Set<number>());
    return {
      request(sw, slot) {
        waiting[sw]?.add(slot);
      },
      pick(sw, _, __, fits) {
        return [...(waiting[sw] ?? [])].find((slot) => fits(slot)) ?? -1;
      },
      held: () => undefined,
      granted(sw, slot) {
        waiting[sw]?.delete(slot);
      },
    };
  },
};
