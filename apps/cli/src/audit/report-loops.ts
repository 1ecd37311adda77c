import { z } from "zod";

const count = z.number().int().min(0);
const names = z.array(z.string());

const cycleStep = z.strictObject({
  channel: z
    .string()
    .describe("The channel by its sending port: NODE:PORT -> NODE."),
  vl: z.number().int(),
  switch: z.string().describe("NodeDescription of the sending node."),
  guid: z.string().describe("NodeGUID of the sending node."),
  port: z.number().int().describe("Number of the sending port."),
  turn: z
    .enum(["up", "down"])
    .optional()
    .describe("Towards the roots or away from them; with --roots only."),
});

const closingPairs = z.strictObject({
  from: z.string().describe("Role of the sources."),
  to: z.string().describe("Role of the destinations."),
  count: count.describe(
    "Ordered pairs whose paths lay a dependency inside the component.",
  ),
});

const pairExample = z.strictObject({
  source: z.string(),
  destination: z.string(),
});

const lanePlan = z
  .strictObject({
    sl: z.number().int().describe("Service level that is free until now."),
    vl: z
      .number()
      .int()
      .describe(
        "Data VL that every SL2VL table, those of the hosts too, gives this SL for every pair of ports.",
      ),
    mlids: names.optional().describe("MLIDs whose packets use the SL."),
    pairs: count.optional().describe("Ordered pairs whose paths use the SL."),
    destinationsBySource: z
      .record(z.string(), names)
      .optional()
      .describe(
        "Those pairs: name of the source -> names of its destinations. Absent where they are more than 100,000; the API has them.",
      ),
  })
  .describe("What goes on a VL of its own.");

const remedy = z
  .strictObject({
    kind: z
      .string()
      .describe(
        "leave-out-endports, leave-out-pairs, other-roots, more-lanes, multicast-lanes or other-engine.",
      ),
    what: z.string().describe("What to do, in a sentence."),
    pairsLost: count.describe(
      "Ordered pairs that reach each other now and would not any more.",
    ),
    endports: names.optional().describe("Who is left out."),
    rolePairs: z
      .array(z.strictObject({ from: z.string(), to: z.string() }))
      .optional()
      .describe("Roles between which nothing is sent any more."),
    roles: z
      .record(z.string(), names)
      .optional()
      .describe("Who has the roles of rolePairs."),
    roots: names.optional().describe("Switches that become roots."),
    rootGuids: names
      .optional()
      .describe("Their NodeGUIDs, as OpenSM's root file has them."),
    lanes: count.optional().describe("Data VLs that it takes in all."),
    plan: z
      .array(lanePlan)
      .optional()
      .describe("What goes on which new VL, by which SL."),
    pairsMoved: count.optional().describe("Ordered pairs on new VLs."),
    engine: z.string().optional(),
  })
  .describe(
    "Opens this loop and all others of its list: the dependency graph was built anew to see that.",
  );

/** A cyclic component of the channel-dependency graph. */
export const creditLoop = z.strictObject({
  vl: z
    .union([z.number().int(), z.literal("several")])
    .describe("VL of all channels of the component."),
  channels: count.describe("(channel, VL) pairs in the cyclic component."),
  cycle: z.array(cycleStep).describe("One shortest cycle of it, in order."),
  pairCount: count.describe(
    "Ordered pairs of endpoints whose paths close the component.",
  ),
  pairs: z.array(closingPairs).describe("The same, by role."),
  pairExamples: z.array(pairExample),
  senderCount: count.describe("(MLID, sender) pairs whose copies close it."),
  senderExamples: z.array(
    z.strictObject({ mlid: z.string(), source: z.string() }),
  ),
  remedies: z.array(remedy).describe("Those that lose fewest pairs first."),
  untried: z
    .array(z.strictObject({ kind: z.string(), why: z.string() }))
    .describe("Kinds of remedies that were not tried to the end."),
});
