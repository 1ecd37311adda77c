import { randomStream } from "@fabriclab/kernel";
import { FabricError, type Fabric } from "@fabriclab/spec";
import { formatGuid } from "@fabriclab/units";
import { nodeName } from "./naming/names.ts";
import { many } from "./naming/words.ts";

/** Cables that are taken away together. */
export interface Removal {
  /** What fails, for readers. */
  readonly label: string;
  /** Links of the fabric. */
  readonly links: readonly number[];
  /** What was drawn, where that was left to chance. */
  readonly drawn?: readonly string[];
}

/** Cables between switches, by link. */
function switchLinks(fabric: Fabric): number[] {
  const { linkPorts, portNode, switchCount } = fabric;
  const isSwitch = (end: number): boolean =>
    (portNode[linkPorts[end] ?? 0] ?? switchCount) < switchCount;
  return Array.from({ length: fabric.linkCount }, (_, link) => link).filter(
    (link) => isSwitch(2 * link) && isSwitch(2 * link + 1),
  );
}

/** What is left to chance: so many switches, or cables between switches, at once. */
export interface Drawn {
  readonly what: "switch" | "link";
  readonly count: number;
}

/** `3 random cables` */
export const drawnText = ({ what, count }: Drawn): string =>
  what === "link"
    ? many(count, "random cable")
    : many(count, "random switch", "random switches");

/**
 * Switches with all their cables, or cables between switches, drawn without repetition: a draw for each seed.
 *
 * Complexity: O(links), and O(what there is to draw from) for each seed.
 *
 * @throws FabricError `E_CLI_BAD_NUMBER` for more than there are, `E_CLI_NO_SUCH_CABLE` where there is nothing
 */
export function randomRemovals(
  fabric: Fabric,
  drawn: Drawn,
  seeds: readonly number[],
): Removal[] {
  const { what, count } = drawn;
  const every = everyRemoval(fabric, what);
  const path = what === "link" ? "--random-links" : "--random-switches";
  if (every.length === 0) throw nothingToTake(path);
  if (count > every.length)
    throw new FabricError({
      code: "E_CLI_BAD_NUMBER",
      message: `There are not so many ${what === "link" ? "cables between switches" : "switches with cables"}.`,
      where: { path },
      got: String(count),
      expected: `1 to ${every.length}`,
    });
  return seeds.map((seed) => {
    const chosen = chosenOf(every.length, count, seed).flatMap(
      (at) => every[at] ?? [],
    );
    return {
      label: `${drawnText(drawn)} (seed ${seed})`,
      links: [...new Set(chosen.flatMap(({ links }) => links))],
      drawn: chosen.map(({ label }) => label),
    };
  });
}

/** So many of the numbers below `of`, each with the same chance, in order. */
function chosenOf(of: number, count: number, seed: number): number[] {
  const order = Int32Array.from({ length: of }, (_, at) => at);
  const random = randomStream(seed, "failures");
  for (let i = 0; i < count; i++) {
    const other = i + random.below(of - i);
    [order[i], order[other]] = [order[other] ?? 0, order[i] ?? 0];
  }
  return [...order.subarray(0, count)].sort((a, b) => a - b);
}

/** The refusal of a fabric of which `flag` could take nothing. */
export const nothingToTake = (flag: string): FabricError =>
  new FabricError({
    code: "E_CLI_NO_SUCH_CABLE",
    message: "There is nothing to take away.",
    where: { path: flag },
    got: "no cables between switches",
    expected: "a fabric with such cables",
  });

/** Every single failure: of each switch with cables, or of each cable between switches. */
export function everyRemoval(
  fabric: Fabric,
  what: "switch" | "link",
): Removal[] {
  if (what === "link")
    return switchLinks(fabric).map((link) => ({
      label: cableName(fabric, link),
      links: [link],
    }));
  return Array.from({ length: fabric.switchCount }, (_, sw) => sw).flatMap(
    (sw) => {
      const from = fabric.portStart[sw] ?? 0;
      const links = fabric.portLink
        .subarray(from, fabric.portStart[sw + 1] ?? 0)
        .filter((link) => link >= 0);
      return links.length === 0
        ? []
        : [{ label: switchName(fabric, sw), links: [...new Set(links)] }];
    },
  );
}

/** A switch by its name, or by its GUID where several share it. */
const switchName = (fabric: Fabric, sw: number): string =>
  fabric.findNode(fabric.nodeName[sw] ?? "") === undefined
    ? formatGuid(fabric.nodeGuid[sw] ?? 0n)
    : (fabric.nodeName[sw] ?? "");

/** `A:5 - B:5` */
function cableName(fabric: Fabric, link: number): string {
  const end = (port: number): string => {
    const node = fabric.portNode[port] ?? 0;
    return `${nodeName(fabric, node)}:${port - (fabric.portStart[node] ?? 0) + 1}`;
  };
  return [2 * link, 2 * link + 1]
    .map((place) => end(fabric.linkPorts[place] ?? 0))
    .join(" - ");
}
