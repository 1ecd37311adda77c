import {
  choiceParam,
  defineAddressing,
  type LidTable,
  lidTable,
  PAPERS,
} from "@fabriclab/spec";
import { z } from "zod";
import { cycleCount } from "./cycle-count.ts";
import { fittingBits, MOST_BITS, refuseBits } from "./lid-space.ts";

/**
 * The addressing of paths by bits: with b path bits every host owns an aligned block of 2^(b+1) LIDs, every switch one LID after them all.
 *
 * Offset 0 is the base LID (the default path), offset 1 the adaptive LID (switches choose at every hop); offsets 2^b … 2^(b+1)-1 have the
 * indication bit set and name a path by their low b bits. The others behave as the base LID.
 *
 * @throws FabricError E_PATH_BITS_LMC, E_PATH_BITS_OVERFLOW
 */
export const pathBits = defineAddressing({
  name: "path-bits",
  summary:
    "A block of LIDs for every host: base LID, adaptive LID, and one LID for every value of the path bits.",
  cites: [PAPERS.kim2007],
  params: z.object({
    mode: choiceParam(["iba", "wide"], "iba").describe(
      "iba: at most 6 path bits, so that an LMC of 3 bits holds them and the indication bit; wide: as many as the unicast LIDs allow, for simulation only",
    ),
    bits: z
      .union([z.literal("auto"), z.int().min(0).max(MOST_BITS)], {
        error: `auto, or an integer from 0 to ${MOST_BITS}`,
      })
      .default("auto")
      .describe(
        "path bits; auto = one for every independent cycle of the switches, or as many as fit where they are more",
      )
      .meta({ unit: "1" }),
  }),
  claims: { fabrics: "any", aligned: true },
  assign(fabric, { mode, bits: asked }): LidTable {
    // Why max: where nothing fits, the refusal must say so.
    const bits =
      asked === "auto"
        ? Math.max(0, Math.min(cycleCount(fabric), fittingBits(fabric, mode)))
        : asked;
    refuseBits(fabric, mode, bits);
    const { switchCount, endportCount } = fabric;
    const hosts = endportCount - switchCount;
    const block = 2 ** (bits + 1);
    const baseLid = Uint16Array.from({ length: endportCount }, (_, endport) =>
      endport < switchCount
        ? block * (hosts + 1) + endport
        : block * (endport - switchCount + 1),
    );
    const lmc = new Uint8Array(endportCount).fill(bits + 1, switchCount);
    return lidTable(baseLid, lmc);
  },
});
