import { z } from "zod";

const count = z.number().int().min(0);
const names = z.array(z.string());

/** How the copies of a multicast group's packets go. */
export const multicast = z.strictObject({
  mlid: z
    .string()
    .describe("0xc000 and above; several where a message goes by several."),
  group: z.string(),
  members: count.describe("Who has joined, senders that are members included."),
  sources: count.describe("Senders that were followed."),
  finding: z
    .enum(["no-members", "no-senders"])
    .nullable()
    .describe(
      "Why nobody is known to send to it: an MLID that sets no host's port, one that no group names (all hosts whose ports it sets are followed as senders), or a group that lists none; null where senders are known.",
    ),
  uncabled: z.strictObject({
    count: count.describe("Senders without a cable."),
    examples: names,
  }),
  missing: z.strictObject({
    count: count.describe("(source, member) pairs without a copy."),
    examples: z.array(
      z.strictObject({ source: z.string(), member: z.string() }),
    ),
  }),
  endless: z.strictObject({
    count: count.describe("(source, member) pairs with copies for ever."),
    examples: z.array(
      z.strictObject({ source: z.string(), member: z.string() }),
    ),
  }),
  duplicated: z.strictObject({
    count: count.describe(
      "(source, member) pairs with two copies or more, but not for ever.",
    ),
    examples: z.array(
      z.strictObject({
        source: z.string(),
        member: z.string(),
        copies: count,
        partsAt: z
          .string()
          .describe("The switch where the copies part, with its out ports."),
        meetsAt: z
          .string()
          .describe(
            "The nearest switch where such copies meet again, with the ports that they come by.",
          ),
      }),
    ),
  }),
  strangers: z.strictObject({
    count: count.describe("(source, stranger) pairs with a copy."),
    examples: z.array(
      z.strictObject({ source: z.string(), stranger: z.string() }),
    ),
  }),
  returned: z.strictObject({
    count: count.describe("Sources that get their own packet back."),
    examples: names,
  }),
  loops: z.strictObject({
    count: count.describe("Sources whose copies go round for ever."),
    examples: z.array(
      z.strictObject({
        mlid: z.string(),
        source: z.string().describe("The first of them."),
        senders: count.describe("Sources whose copies go round here."),
        channels: names.describe("The cycle."),
      }),
    ),
  }),
  deadCopies: count.describe("Copies that end at no host, over all sources."),
  discards: z.strictObject({
    count: count.describe(
      "Ports that SL2VL tables (entries of 15) let no copy out of.",
    ),
    examples: names.describe("NODE:PORT."),
  }),
  depth: count.describe("Switches on the longest way to a member."),
  crossings: z
    .strictObject({
      max: z.number(),
      mean: z.number(),
      bound: z.number(),
      kind: z.enum(["exact", "steiner-lower-bound"]),
      known: z.number().nullable(),
    })
    .describe(
      "Link crossings of one packet, over the sources; for the source with most, what no tree does better than (bound), whether a tree does as well (kind: exact), and the best tree known (null where the sender is cabled to no switch).",
    ),
});
