import type { Network, NetworkConfig } from "@fabriclab/network";
import {
  defineSwitch,
  DropCause,
  type ArbiterFactory,
  type DropFactory,
  type LaneSchedulerFactory,
  type SwitchClaims,
  type SwitchModel,
  type SwitchParts,
  type SwitchPlugin,
} from "@fabriclab/spec";
import { ps } from "@fabriclab/units";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";
import { fair, forgetful, gang, lowest } from "./parts.ts";
import {
  forgetfulEngine,
  misdirectingEngine,
  overtakingEngine,
  raggedEngine,
  repeatingEngine,
  spendthriftEngine,
} from "./engines.ts";

export type BrokenSwitchSetup = readonly {
  readonly parts: SwitchParts;
  readonly engine?: (config: NetworkConfig) => Network;
}[];

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
    dropped: () => DropCause.headLifetime,
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
    fails: "every packet is delivered, dropped or on its way",
    plugin: broken("on-forgetful-engine", () => model()),
    setup: [{ parts, engine: forgetfulEngine }],
  },
  {
    fails: "packets of a flow arrive once each",
    plugin: broken("on-repeating-engine", () => model()),
    setup: [{ parts, engine: repeatingEngine }],
  },
  {
    fails: "packets of a flow keep their order, as claimed",
    plugin: broken("on-overtaking-engine", () => model()),
    setup: [{ parts, engine: overtakingEngine }],
  },
  {
    fails: "no buffer holds more than the model gives it",
    plugin: broken("on-spendthrift-engine", () => model()),
    setup: [{ parts, engine: spendthriftEngine }],
  },
  {
    fails:
      "one flow gets a packet through per zero-load time at least, and the link's rate at most",
    // Credit packets so large that the credits of a flow come late.
    plugin: broken("tight-fisted", () => model({ creditPacketBytes: 1024 })),
    setup,
  },
  {
    fails: "a multicast packet is copied to every port of the mask but its own",
    plugin: broken("on-misdirecting-engine", () => model()),
    setup: [{ parts, engine: misdirectingEngine }],
  },
  {
    fails: "the copies of a gang start together",
    plugin: broken("on-ragged-engine", () => model({ replication: gang })),
    setup: [{ parts, engine: raggedEngine }],
  },
  {
    fails:
      "a switch's own endport sends and receives through the crossbar, without a cable",
    // Three switches are asked with the endports of switches only.
    plugin: broken("cabled-within", () => model(), {
      zeroLoad: (given) =>
        claims.zeroLoad(given) + (given.switches === 3 ? 20_000 : 0),
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
  ...badDocuments(
    broken("document", () => model()),
    setup,
  ),
];
