import { choiceParam, intParam } from "@fabriclab/spec";
import { z } from "zod";

export const params = z.object({
  root: z
    .union([z.string().min(1), z.int().min(0)], {
      error: "the name or GUID of a switch, or its index",
    })
    .default(0)
    .describe(
      "switch from which the breadth-first search finds the cycles: its name, its NodeGUID (0x…), or its index in the fabric",
    )
    .meta({ unit: "name" }),
  cycles: choiceParam(["independent", "literal"], "independent").describe(
    "independent: of the cycles through a back edge the shortest that is no sum of those before it; literal: the shortest, as the paper says, which may repeat or depend on others",
  ),
  keep: choiceParam(["first", "shortest"], "first").describe(
    "cycles that get the bits where there are more of them: the first found, or the shortest",
  ),
  detour: z
    .union([z.literal("any"), z.int().min(0)], {
      error: "any, or an integer from 0",
    })
    .default("any")
    .describe(
      "most cables that a path may have beyond a shortest one; any = all simple paths, as the paper says",
    )
    .meta({ unit: "1" }),
  maxPaths: intParam({ min: 1, default: 2_000_000 }).describe(
    "most simple paths to one switch, those without path bits not counted; a fabric with more is refused",
  ),
});
