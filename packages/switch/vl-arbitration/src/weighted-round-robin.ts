import {
  defineLaneScheduler,
  intParam,
  type LaneScheduler,
  PAPERS,
} from "@fabriclab/spec";
import { FabricError, MANAGEMENT_VL } from "@fabriclab/units";
import { z } from "zod";
import { iba } from "./citations.ts";
import { entriesParam, LARGEST_WEIGHT } from "./entries.ts";
import { createTableWalk } from "./table-walk.ts";

const params = z.object({
  weight: intParam({ min: 1, max: LARGEST_WEIGHT, default: 16 }).describe(
    "weight of the VLs that `weights` does not name, in units of 64 bytes; a packet costs its bytes rounded up to 64",
  ),
  weights: entriesParam("weights")
    .describe(
      "weights of single VLs, VL:weight with commas, in units of 64 bytes; absent = all alike",
    )
    .meta({ unit: "VL:64B" }),
});

function createWeighted(
  { weight, weights = [] }: z.output<typeof params>,
  outputs: number,
  lanes: number,
): LaneScheduler {
  const own = new Map(weights.map((entry) => [entry.vl, entry.weight]));
  const refuse = (message: string, got: string, expected: string): never => {
    throw new FabricError({
      code: "E_WEIGHTED_ROUND_ROBIN_WEIGHTS",
      message,
      where: { path: "weights" },
      got,
      expected,
    });
  };
  if (own.size < weights.length)
    refuse(
      "a VL has several weights",
      weights.map((entry) => `${entry.vl}:${entry.weight}`).join(),
      "each VL once",
    );
  for (const [vl, its] of own) {
    if (vl >= lanes)
      refuse(
        "a weight is for a VL that the switches do not have",
        `${vl}:${its}`,
        `VLs 0 to ${lanes - 1}`,
      );
    if (its === 0)
      refuse(
        "a weight of 0 would stop a VL for ever",
        `${vl}:0`,
        `1 to ${LARGEST_WEIGHT}`,
      );
  }
  const table = createTableWalk(
    Array.from({ length: Math.min(MANAGEMENT_VL, lanes) }, (_, vl) => ({
      vl,
      weight: own.get(vl) ?? weight,
    })),
    outputs,
  );
  return {
    pick: (output, ready) => table.next(output, ready),
    granted: (output, lane, bytes) =>
      table.charge(output, lane, (bytes + 63) >> 6),
  };
}

/** The VLs in turn, each for its weight; a whole packet is sent while the residual is positive, as in one table of VL arbitration. */
export const weightedRoundRobin = defineLaneScheduler({
  name: "weighted-round-robin",
  summary:
    "Serves the virtual lanes in turn, each for its weight of 64-byte blocks.",
  cites: [PAPERS.kim2007, iba],
  params,
  claims: { fair: true },
  build: (options) => ({
    name: "weighted-round-robin",
    create: (outputs, lanes) => createWeighted(options, outputs, lanes),
  }),
});
