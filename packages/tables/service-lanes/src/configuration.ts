import { FabricError } from "@fabriclab/spec";
import { MANAGEMENT_VL } from "@fabriclab/units";

/** The letters of a configuration: a mesh switch's outputs, and H = the ports to hosts. */
export const DIRECTIONS = ["N", "E", "S", "W"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Which VLs each output may use; a packet takes the one at SL modulo their number. */
export interface LaneConfiguration {
  readonly lanes: Readonly<Record<Direction, readonly number[]>>;
  /** VLs of the links to and from hosts. */
  readonly host: readonly number[];
  /** All ports alike: no direction needs to be known. */
  readonly uniform: boolean;
  /** Highest VL + 1. */
  readonly count: number;
}

/** Short names of zhou2010's five configurations (its Figure 8). */
export const ZHOU2010_CONFIGURATIONS: Readonly<Record<string, string>> = {
  "1VL": "NESW: VL0",
  "2VL-shared": "NESW: VL0, VL1",
  "2VL-dedicated": "NE: VL0; SW: VL1",
  "4VL-shared": "NESW: VL0, VL1, VL2, VL3",
  "4VL-dedicated": "E: VL0; N: VL1; W: VL2; S: VL3",
};

const LETTERS = /^[NESWH]+$/;
const LANE = /^VL(0|[1-9][0-9]?)$/;

/**
 * Reads a configuration in zhou2010's notation: `NE: VL0; SW: VL1`, or one of the short names of `ZHOU2010_CONFIGURATIONS`. Spaces do not matter.
 *
 * Each of N, E, S and W stands once. `H: …` says what the links of hosts carry; without it they carry the same as the other links where these are all
 * alike, else the lowest lane named, so that a link never carries more lanes than a dedicated configuration means.
 *
 * @throws FabricError E_SERVICE_LANES_CONFIGURATION
 */
export function parseConfiguration(text: string): LaneConfiguration {
  const found = new Map<string, readonly number[]>();
  const written = (ZHOU2010_CONFIGURATIONS[text.trim()] ?? text).replaceAll(
    /\s+/g,
    "",
  );
  for (const rule of written.split(";")) {
    const [letters = "", list = "", ...more] = rule.split(":");
    if (more.length > 0 || !LETTERS.test(letters))
      throw refuse(text, `"${rule}"`, "letters of NESW (or H), a colon, VLs");
    const lanes = list.split(",").map((lane) => laneOf(text, lane));
    for (const letter of letters) {
      if (found.has(letter))
        throw refuse(text, `${letter} twice`, "every direction once");
      found.set(letter, lanes);
    }
  }
  const of = (letter: Direction): readonly number[] => {
    const lanes = found.get(letter);
    if (lanes === undefined)
      throw refuse(text, `nothing for ${letter}`, "VLs for each of N, E, S, W");
    return lanes;
  };
  const lanes = { N: of("N"), E: of("E"), S: of("S"), W: of("W") };
  const named = DIRECTIONS.flatMap((letter) => lanes[letter]);
  const alike = DIRECTIONS.every(
    (letter) => lanes[letter].join() === lanes.N.join(),
  );
  const host = found.get("H") ?? (alike ? lanes.N : [Math.min(...named)]);
  return {
    lanes,
    host,
    uniform: alike && host.join() === lanes.N.join(),
    count: Math.max(...named, ...host) + 1,
  };
}

function laneOf(text: string, lane: string): number {
  const vl = Number(LANE.exec(lane)?.[1] ?? Number.NaN);
  if (vl < MANAGEMENT_VL) return vl;
  throw refuse(
    text,
    `"${lane}"`,
    `a data lane from VL0 to VL${MANAGEMENT_VL - 1}`,
  );
}

function refuse(text: string, got: string, expected: string): FabricError {
  return new FabricError({
    code: "E_SERVICE_LANES_CONFIGURATION",
    message: `"${text}" is no configuration of virtual lanes`,
    where: { path: "configuration" },
    got,
    expected,
    hint: `write it as in "NE: VL0; SW: VL1", or one of ${Object.keys(ZHOU2010_CONFIGURATIONS).join(", ")}`,
  });
}
