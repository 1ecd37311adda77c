import { FAULTS } from "@fabriclab/analysis-reachability";
import { z } from "zod";

const count = z.number().int().min(0);
const names = z.array(z.string());

/** Ports by which an entry would be right. */
export const mend = z.strictObject({
  ports: z
    .array(count)
    .describe("Port numbers by which the entry would be right, all alike."),
  to: z.string().describe("The node behind the first of them."),
  arrives: z
    .boolean()
    .describe(
      "Whether packets arrive from there as the tables are; if not, the ports are on a shortest way, but further entries are wrong, too.",
    ),
  switches: count.describe(
    "Switches that packets then cross, the one of the entry included.",
  ),
});

/** What keeps pairs apart. */
export const unreachableCause = z.strictObject({
  fault: z
    .enum(FAULTS)
    .describe(
      "How the entries are wrong (the first five); or that SL2VL discards, that the source uses a LID of somebody else or one that nobody owns or is not cabled, that no cables join the pair.",
    ),
  what: z.string().describe("The same as a sentence."),
  pairs: count.describe("Ordered pairs that it explains."),
  lids: count.describe("LIDs whose entries are wrong so."),
  switch: z
    .string()
    .nullable()
    .describe(
      "Of the entries; for no-lane the switch or host that discards; null where none is to blame.",
    ),
  guid: z.string().nullable().describe("Its NodeGUID."),
  port: count
    .nullable()
    .describe("The port that the entries name; null where there is none."),
  leadsTo: z.string().nullable().describe("The node behind it."),
  entries: z
    .array(
      z.strictObject({
        lid: count,
        owner: z.string(),
        pairs: count,
        cycle: names.describe(
          "For loop: the switches, in the order of the packets.",
        ),
        others: names.describe(
          "For loop: other switches of the cycle whose entries lead no nearer to the owner, and may be the wrong ones instead.",
        ),
        mend: mend
          .nullable()
          .describe("null where the cables suggest nothing."),
      }),
    )
    .describe("The first 100."),
});

/** LFT entries of one switch with a port that it does not have. */
export const impossiblePort = z.strictObject({
  at: z.string().describe("NODE:PORT."),
  ports: count.describe("How many ports the switch has."),
  lids: count.describe("Entries that name the port."),
  lid: count.describe("LID of the first of them."),
  owner: z.string().nullable().describe("Whose that is."),
  file: z.string().describe("Where it stands, and on which line."),
  line: count,
});

export type MendReport = z.infer<typeof mend>;
export type UnreachableCause = z.infer<typeof unreachableCause>;
export type ImpossiblePortReport = z.infer<typeof impossiblePort>;
