import { randomStream } from "@fabriclab/kernel";
import { FabricError, nearest, type Fabric } from "@fabriclab/spec";
import { fabricOf, planOf } from "./fabric-plan.ts";
import * as ofFabrics from "./fabric-quirks.ts";
import * as ofTexts from "./text-quirks.ts";

/** A quirk by name. */
export interface Quirk {
  readonly name: string;
  readonly summary: string;
  /** Whether it makes another fabric, or writes the same one otherwise. */
  readonly changes: "fabric" | "text";
}

/** In the order in which they are applied: a plane first, since it copies what is there; the surface of the text last. */
const FABRIC: Readonly<
  Record<string, readonly [string, ofFabrics.FabricQuirk]>
> = {
  planes: [
    "A second copy of the fabric that no cable joins.",
    ofFabrics.planes,
  ],
  "parallel-cables": [
    "Up to 14 cables between two switches.",
    ofFabrics.parallelCables,
  ],
  "wide-switches": ["Switches of 65 or 129 ports.", ofFabrics.wideSwitches],
  "aggregation-nodes": [
    "An Aggregation Node on the last port of every switch.",
    ofFabrics.aggregationNodes,
  ],
  "many-adapters": [
    "Compute nodes with up to eight adapters: HCA-1, mlx5_0, ibp11s0f0.",
    ofFabrics.manyAdapters,
  ],
  descriptions: [
    "Descriptions with #, ;, /, quotes, two blanks, and one that many nodes share.",
    ofFabrics.descriptions,
  ],
  director: ["Switches called as the ASICs of a director.", ofFabrics.director],
  "port-guids": ["PortGUIDs as mlx4 and mlx5 give them.", ofFabrics.portGuids],
  "split-ports": ["Rates of 2xNDR, 1xSDR and 4xFDR10.", ofFabrics.splitPorts],
};

const TEXT: Readonly<Record<string, readonly [string, ofTexts.TextQuirk]>> = {
  "missing-reverse": [
    "Cables between switches that only one end tells of.",
    ofTexts.missingReverse,
  ],
  "unknown-rates": [
    "Rates that one end does not know: 4x???.",
    ofTexts.unknownRates,
  ],
  "self-cables": [
    "Switch ports cabled to their own switch.",
    ofTexts.selfCables,
  ],
  "lid-65535": ["Hosts without a LID.", ofTexts.permissiveLids],
  "padded-guids": [
    "GUIDs in parentheses with and without leading zeros.",
    ofTexts.paddedGuids,
  ],
  chassis: ["Chassis headings and [ext N] labels.", ofTexts.chassis],
  "umad-lines": [
    "Messages of the MAD layer between the lines.",
    ofTexts.umadLines,
  ],
  "terminal-noise": [
    "The lines that a terminal program adds.",
    ofTexts.terminalNoise,
  ],
  "lost-tabs": ["Tabs lost in a terminal.", ofTexts.lostTabs],
  crlf: ["Lines that end in CR LF.", ofTexts.crLf],
};

/** All quirks, in the order in which they are applied. */
export const QUIRKS: readonly Quirk[] = [
  ...Object.entries(FABRIC).map(([name, [summary]]): Quirk => ({
    name,
    summary,
    changes: "fabric",
  })),
  ...Object.entries(TEXT).map(([name, [summary]]): Quirk => ({
    name,
    summary,
    changes: "text",
  })),
];

/**
 * The quirks that a list names: names with commas between, and `all` for every one, whatever else it names.
 *
 * @throws FabricError E_QUIRKS_UNKNOWN
 */
export function quirksNamed(list: string): string[] {
  const names = QUIRKS.map(({ name }) => name);
  const chosen = list.split(",").map((name) => name.trim());
  for (const name of chosen) {
    if (name === "all" || names.includes(name)) continue;
    const right = nearest(name, names);
    throw new FabricError({
      code: "E_QUIRKS_UNKNOWN",
      message: "there is no such quirk",
      where: { path: "quirks" },
      got: name === "" ? "nothing" : name,
      expected: `all, or of ${names.join(", ")}`,
      ...(right === undefined ? {} : { hint: `did you mean ${right}?` }),
    });
  }
  return chosen.includes("all")
    ? names
    : names.filter((name) => chosen.includes(name));
}

/**
 * The fabric with those of the quirks that make another one.
 *
 * @param seed same seed, same fabric
 * @throws FabricError E_QUIRKS_ROOM
 */
export function quirkyFabric(
  fabric: Fabric,
  quirks: readonly string[],
  seed: number | string,
): Fabric {
  const plan = planOf(fabric);
  for (const [name, [, apply]] of Object.entries(FABRIC))
    if (quirks.includes(name))
      apply(plan, randomStream(seed, `quirks/${name}`));
  return fabricOf(plan);
}

/**
 * What ibnetdiscover printed, with those of the quirks that write the same fabric otherwise.
 *
 * @param text as `writeIbnetdiscover` writes it
 */
export function quirkyText(
  text: string,
  quirks: readonly string[],
  seed: number | string,
): string {
  let lines = text.split("\n");
  for (const [name, [, apply]] of Object.entries(TEXT))
    if (quirks.includes(name))
      lines = apply(lines, randomStream(seed, `quirks/${name}`));
  return lines.join("\n");
}
