import { choiceParam, flightParam } from "@fabriclab/spec";
import type { Ps } from "@fabriclab/units";
import { z } from "zod";
import {
  LINK_SPEED_NAMES,
  LINK_WIDTHS,
  type LinkSpeedName,
} from "./link-speed.ts";

/** `4x` or `4X` as 4; anything else as it is. */
function lanesIn(input: unknown): unknown {
  const [, lanes] =
    /^(\d+)x$/i.exec(typeof input === "string" ? input : "") ?? [];
  return lanes === undefined ? input : Number(lanes);
}

/** As people write them beside the numbers. */
const LANE_SPELLINGS = LINK_WIDTHS.flatMap((lanes) => [
  `${lanes}x`,
  `${lanes}X`,
]);

/** The parameters that every topology has for its links; spread them into its own: `z.object({ ports, ...linkParams })`. */
export const linkParams = {
  speed: choiceParam(LINK_SPEED_NAMES, "SDR").describe(
    "Speed of each lane of a link.",
  ),
  width: z
    .preprocess(lanesIn, z.literal(LINK_WIDTHS))
    .prefault(1)
    .describe("Lanes of a link; 4x is read as 4.")
    .meta({ unit: "1", spellings: LANE_SPELLINGS }),
  flight: flightParam("20ns").describe(
    "Time of flight of a cable, as a time or as a length at 5 ns per metre.",
  ),
};

/** What `linkParams` parse to. */
export interface LinkOptions {
  readonly speed: LinkSpeedName;
  readonly width: number;
  readonly flight: Ps;
}
