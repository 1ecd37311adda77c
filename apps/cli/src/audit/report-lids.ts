import { z } from "zod";

const count = z.number().int().min(0);

/** Of which LIDs an audit speaks. */
export const followedLids = z.strictObject({
  owned: count.describe("LIDs of the endpoints."),
  followed: count.describe(
    "Those that some endpoint uses by the path policy of the tables: pairs, loops and balance are of these.",
  ),
});

/** What an audit says of all LIDs together. */
export const allLids = z.strictObject({
  unreachable: count.describe(
    "(Source, LID) whose packets do not arrive though cables join the two.",
  ),
  looping: count.describe("Those of them whose packets go round for ever."),
  badLids: count.describe(
    "LIDs that do not arrive from everywhere that cables join with them.",
  ),
  examples: z.array(
    z.strictObject({ lid: count, owner: z.string(), pairs: count }),
  ),
  creditLoops: z
    .array(
      z.strictObject({
        channels: count.describe("Size of the component."),
        cycle: z
          .array(z.string())
          .describe("A shortest cycle, switch:port VL."),
      }),
    )
    .describe("One for each cyclic component of unicast to all LIDs."),
});

/** A LID that two ports have. */
export const duplicateLid = z.strictObject({
  lid: count,
  ports: z
    .array(z.strictObject({ name: z.string(), guid: z.string() }))
    .describe("Both, the first that the file names first."),
});

export type DuplicateLidReport = z.infer<typeof duplicateLid>;

/** `LID 3` and whose it is, apart. */
export const duplicateWords = ({
  lid,
  ports,
}: DuplicateLidReport): [lid: string, owners: string] => [
  `LID ${lid}`,
  `of ${ports.map(({ name, guid }) => `${name} (${guid})`).join(" and of ")}`,
];
