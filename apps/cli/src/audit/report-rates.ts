import { z } from "zod";

const count = z.number().int().min(0);

/** Of an audit's report. */
export const oddRates = z
  .array(
    z.strictObject({
      between: z.enum(["switches", "hosts"]),
      links: count.describe("All links of the kind."),
      most: z.string().describe("The rate that most of them have: 4xEDR."),
      count: count.describe("Those of another rate."),
      examples: z
        .array(
          z.strictObject({
            link: z.string().describe("NODE:PORT - NODE:PORT."),
            rate: z.string(),
          }),
        )
        .describe("The first ten of them."),
    }),
  )
  .describe(
    "Links whose width or speed differs from that of most links of their kind; empty where none does.",
  );
