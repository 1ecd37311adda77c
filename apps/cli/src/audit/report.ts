import { z } from "zod";
import { impossiblePort, mend, unreachableCause } from "./report-causes.ts";
import { allLids, duplicateLid, followedLids } from "./report-lids.ts";
import { creditLoop } from "./report-loops.ts";
import { multicast } from "./report-multicast.ts";
import { oddRates } from "./report-rates.ts";

const count = z.number().int().min(0);
const names = z.array(z.string());

const loops = z.array(creditLoop);

const place = z.strictObject({
  at: z.string().describe("NODE:PORT."),
  lid: count.describe("One of the LIDs that are sent there."),
  pairs: count.describe("Ordered pairs whose packets end there."),
});

/** What `fabriclab audit --json` prints; keys in this order. */
export const auditReportSchema = z.strictObject({
  fabric: z.strictObject({
    name: z.string(),
    file: z.string(),
    switches: count,
    hosts: count,
    cables: count,
  }),
  oddRates,
  tables: z.strictObject({
    from: z.string().describe("The folder, or the name of the routing."),
    engine: z.string(),
    lids: count,
    lmc: count.describe("The largest LMC."),
    lanes: count.describe("Data VLs that the tables use."),
    mlids: count,
  }),
  endpoints: z.strictObject({
    choice: z.string().describe("compute, all, or a file."),
    count,
    roles: z.record(z.string(), count),
    leftOut: z.array(
      z.strictObject({ reason: z.string(), count, examples: names }),
    ),
  }),
  lids: followedLids,
  allLids: allLids
    .nullable()
    .describe(
      "The same questions of every LID of the endpoints; null where all are followed anyway, or where they were not asked (--all-lids).",
    ),
  verdict: z.enum(["clean", "problems"]),
  problems: z.array(
    z.strictObject({ kind: z.string(), count, what: z.string() }),
  ),
  warnings: z
    .array(z.strictObject({ kind: z.string(), count, what: z.string() }))
    .describe("What is wrong, but does not make the audit fail."),
  pairs: count.describe("Ordered pairs of endpoints."),
  unreachablePairs: count.describe(
    "Ordered pairs whose packets do not arrive, also those that no cables join.",
  ),
  unreachable: z.strictObject({
    byEnd: z
      .record(z.string(), count)
      .describe("How packets of the pairs end, where not delivered."),
    disconnected: count.describe("Pairs that no cables join."),
    causeCount: count.describe("Causes that there are."),
    causes: z
      .array(unreachableCause)
      .describe(
        "What keeps the pairs apart, each of them counted once: entries of one switch that name one port and are wrong alike; most pairs first, the first 100.",
      ),
    examples: z.array(
      z.strictObject({
        source: z.string(),
        destination: z.string(),
        lid: count,
        end: z.string(),
        at: z.string().describe("Where the packet ends: NODE:PORT."),
      }),
    ),
  }),
  deadPorts: z
    .array(place)
    .describe("Entries that name a port that is not there or not cabled."),
  wrongPorts: z
    .array(place)
    .describe("Places where packets reach somebody else than they should."),
  forwardingLoops: count.describe(
    "Cycles in which packets go round for ever, one for each LID that goes round it.",
  ),
  forwardingLoopExamples: z.array(
    z.strictObject({
      lid: count,
      owner: z.string(),
      switches: names,
      blamed: z
        .string()
        .describe(
          "The entry to blame, NODE:PORT: it leads away from the owner.",
        ),
      mend: mend.nullable(),
    }),
  ),
  nonMinimalPairs: count.describe(
    "Ordered pairs whose path crosses more switches than the shortest.",
  ),
  detours: z
    .record(z.string(), count)
    .describe("Switches crossed beyond the least -> ordered pairs."),
  nonMinimalExamples: z.array(
    z.strictObject({
      source: z.string(),
      destination: z.string(),
      hops: count,
      least: count,
    }),
  ),
  hops: z
    .record(z.string(), count)
    .describe("Switches crossed (1 = same switch) -> ordered pairs."),
  parted: z
    .strictObject({ across: count, apart: count, what: z.string() })
    .nullable()
    .describe(
      "Where no cables hold the fabric together: ordered pairs of endpoints in different parts, those of them whose hosts have ports in no common part (a problem), and both in words; null elsewhere.",
    ),
  duplicateLids: z
    .array(duplicateLid)
    .describe(
      "LIDs that two ports of one subnet have, as the fabric's file says.",
    ),
  impossiblePorts: z
    .array(impossiblePort)
    .describe(
      "LFT entries of the dump with ports that their switches do not have, by switch and port; whether or not a pair meets them.",
    ),
  illegalTurns: z
    .strictObject({
      pairs: count,
      examples: z.array(
        z.strictObject({
          source: z.string(),
          destination: z.string(),
          path: names.describe("Switches, each with the way it is left."),
        }),
      ),
    })
    .nullable()
    .describe(
      "Ordered pairs that turn up after down, which up/down routing forbids; null unless --roots.",
    ),
  multicast: z.array(multicast),
  creditLoops: loops.describe(
    "Unicast, under the path SLs and SL2VL given: one entry for each cyclic component.",
  ),
  multicastCreditLoops: loops
    .nullable()
    .describe("Multicast alone; null where there are no multicast tables."),
  combinedCreditLoops: loops
    .nullable()
    .describe("Unicast and multicast together; null as above."),
  slIgnoredCreditLoops: loops
    .nullable()
    .describe("Unicast with everything on one VL; null unless --sl-ignored."),
  maxRoutesPerChannel: count.describe(
    "Ordered pairs over the busiest channel between switches.",
  ),
  balance: z.strictObject({
    busiestChannel: z.string(),
    meanRoutesPerChannel: z.number(),
    distribution: z
      .record(z.string(), count)
      .describe("Percentile of the channels between switches -> routes."),
    channels: count.describe("Channels between switches."),
    darkChannels: count.describe("Those that no route uses."),
    darkExamples: names,
    parallelCables: z.strictObject({
      bundles: count.describe("Pairs of switches with several cables."),
      uneven: count.describe(
        "Those whose busiest cable carries over twice the routes of the idlest.",
      ),
      worst: z.string(),
    }),
  }),
  bisection: z.strictObject({
    value: z
      .number()
      .describe("Effective bisection bandwidth, per cent of full."),
    ci95: z.number().describe("Half of its 95 % interval."),
    unit: z.literal("%"),
    samples: count,
    seed: z.number().int(),
    byRate: z
      .boolean()
      .describe(
        "By the links' rates, worst shift and worst permutation too; false: as if all links were equally fast.",
      ),
  }),
  worstShift: z.strictObject({
    value: z
      .number()
      .describe("Per cent of full bandwidth that its flows get on average."),
    shift: count.describe("Endpoint i sends to endpoint i + shift."),
    shifts: count.describe("Shifts that were looked at."),
    ofShifts: count.describe(
      "Shifts that there are; where not all were looked at, those were that are evenly spread.",
    ),
    flows: count.describe("Most flows on a channel between switches."),
    busiestChannel: z.string(),
  }),
  worstPermutation: z.strictObject({
    value: z.number(),
    samples: count.describe("Random permutations that were looked at."),
    flows: count,
    busiestChannel: z.string(),
  }),
  replay: z
    .strictObject({
      status: z.enum(["replayed", "not replayed", "nothing to replay"]),
      directory: z.string(),
      tries: count.describe("Simulations that were run to find it."),
      of: z
        .enum(["unicast", "multicast", "combined"])
        .optional()
        .describe(
          "Of which loops one is replayed: creditLoops, multicastCreditLoops, combinedCreditLoops.",
        ),
      loop: count.optional().describe("Which of those, from 0."),
      sameChannels: z
        .boolean()
        .optional()
        .describe(
          "Whether the packets hang on the very channels of its cycle.",
        ),
      channels: names.optional().describe("The channels they hang on."),
      how: z.string().optional(),
      traffic: z
        .enum(["unicast", "multicast", "unicast and multicast"])
        .optional()
        .describe("What the scenario sends."),
      reasons: names.optional().describe("Why nothing was found."),
    })
    .nullable()
    .describe("null unless --replay."),
});

export type AuditReport = z.infer<typeof auditReportSchema>;
export type CreditLoopReport = z.infer<typeof creditLoop>;
export type MulticastReport = z.infer<typeof multicast>;
export type Problem = AuditReport["problems"][number];
