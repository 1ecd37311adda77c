import {
  defineSwitch,
  type ArbiterFactory,
  type DropFactory,
  type LaneSchedulerFactory,
  type ReplicationFactory,
  type SwitchClaims,
  type SwitchModel,
  type SwitchParts,
  type SwitchPlugin,
} from "@fabriclab/spec";
import { ps } from "@fabriclab/units";
import { z } from "zod";
import type { Broken } from "./broken.ts";

export type BrokenSwitchSetup = readonly { readonly parts: SwitchParts }[];

const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** The first request after the one served last. */
const fair: ArbiterFactory = {
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

/** Always the highest-numbered request. */
const unfair: ArbiterFactory = {
  name: "unfair",
  create: () => ({
    pick: (_, requests) => 31 - Math.clz32(requests),
    pickWide: (_, words, at) => 31 - Math.clz32(words[at] ?? 1),
    granted: () => undefined,
  }),
};

const lanes: LaneSchedulerFactory = {
  name: "first",
  create: () => ({
    pick: (_, ready) => lowest(ready),
    granted: () => undefined,
  }),
};

const parts: SwitchParts = {
  arbiter: fair,
  laneScheduler: lanes,
  replication: { name: "asynchronous", mode: "asynchronous" },
};
const delay = 100_000;

const claims: SwitchClaims = {
  zeroLoad: ({ bytes, bytePs, flightPs, switches }) =>
    bytes * bytePs + flightPs * (switches + 1) + delay * switches,
  inOrder: true,
  lossless: true,
};

const model = (more: Partial<SwitchModel> = {}): SwitchModel => ({
  name: "broken",
  lanes: 1,
  inputBuffer: { packets: 2 },
  outputBuffer: { packets: 1 },
  crossbar: "port",
  routingDelay: ps(delay),
  ...parts,
  ...more,
});

/** Discards whatever has been head of its queue for so many ps. */
const dropAfter = (patiencePs: number): DropFactory => ({
  name: "impatient",
  create: (_, tickPs) => ({
    patience: () => Math.ceil(patiencePs / tickPs),
    dropped: () => undefined,
    sent: () => undefined,
  }),
});

const broken = (
  name: string,
  build: (parts: SwitchParts) => SwitchModel,
  more: Partial<SwitchClaims> = {},
): SwitchPlugin =>
  defineSwitch({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: { ...claims, ...more },
    build: (_, given) => build(given),
  });

/** Knows one waiting packet per switch; one that comes while another waits is forgotten. */
const forgetful: ReplicationFactory = {
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
      held: () => 0,
      granted(sw) {
        waiting[sw] = -1;
      },
    };
  },
};

const setup = [{ parts }];
let calls = 0;

export const brokenSwitches: readonly Broken<
  SwitchPlugin,
  BrokenSwitchSetup
>[] = [
  {
    fails: "a packet alone takes as long as claimed",
    plugin: broken("boastful", () => model(), {
      zeroLoad: (given) =>
        claims.zeroLoad(given) + (given.switches % 2 === 0 ? 1000 : 0),
    }),
    setup,
  },
  {
    fails: "nothing is dropped, as claimed",
    // 8 us: more than any packet waits but in a crowd.
    plugin: broken("impatient", () => model({ drop: dropAfter(8_000_000) })),
    setup,
  },
  {
    fails: "no input starves",
    plugin: broken("unfair", () => model({ arbiter: unfair })),
    setup,
  },
  {
    fails:
      "multicast among unicast: every copy arrives once, or the deadlock is named",
    plugin: broken("forgetful", () => model({ replication: forgetful })),
    setup,
  },
  {
    fails: "a choice among ports keeps to the candidates",
    plugin: broken("astray", () =>
      model({
        select: {
          name: "astray",
          needsCredits: false,
          // Port 1 leads to a host.
          create: () => ({ pick: () => 1, granted: () => undefined }),
        },
      }),
    ),
    setup,
  },
  {
    fails: "the same run gives the same deliveries",
    plugin: broken("fickle", () =>
      model({
        arbiter: {
          name: "fickle",
          create(slots, inputs) {
            const own = fair.create(slots, inputs);
            // Every other network begins its round after input 2.
            if ((calls += 1) % 2 === 0)
              for (let slot = 0; slot < slots; slot++) own.granted(slot, 2);
            return own;
          },
        },
      }),
    ),
    setup,
  },
];
