import { LINK_SPEEDS } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import { nodeName } from "./names.ts";
import { listed, many } from "./words.ts";

/** Links of one kind that are slower or faster than most of that kind, as a cable that came up at 1x is. */
export interface OddRates {
  /** Links between two switches, or of a host. */
  readonly between: "switches" | "hosts";
  /** All of the kind, and the rate that most of them have. */
  readonly links: number;
  readonly most: string;
  /** Those of another rate, and the first of them: the narrowest first, then the slowest. */
  readonly count: number;
  readonly examples: readonly {
    readonly link: string;
    readonly rate: string;
  }[];
}

/** Links that are named. */
const NAMED = 10;

/**
 * Links whose width or speed differs from that of most of their kind; empty where none does. Where switches of several generations stand beside one another
 * most links differ by design, so those that came up with fewer lanes are named first. O(links), and sorting those that differ.
 */
export function oddRates(fabric: Fabric): OddRates[] {
  return (["switches", "hosts"] as const).flatMap((between) => {
    const links: number[] = [];
    for (let link = 0; link < fabric.linkCount; link++)
      if (linkKind(fabric, link) === between) links.push(link);
    const byRate = new Map<string, number>();
    for (const link of links) {
      const rate = rateName(fabric, link);
      byRate.set(rate, (byRate.get(rate) ?? 0) + 1);
    }
    // Of rates that equally many have, the first in the fabric's order.
    const [most = ""] =
      [...byRate].sort(([, one], [, other]) => other - one)[0] ?? [];
    const odd = links
      .filter((link) => rateName(fabric, link) !== most)
      .sort(
        (a, b) =>
          (fabric.linkWidth[a] ?? 0) - (fabric.linkWidth[b] ?? 0) ||
          byteTime(fabric, b) - byteTime(fabric, a),
      );
    return odd.length === 0
      ? []
      : [
          {
            between,
            links: links.length,
            most,
            count: odd.length,
            examples: odd.slice(0, NAMED).map((link) => ({
              link: linkName(fabric, link),
              rate: rateName(fabric, link),
            })),
          },
        ];
  });
}

/** Rows of a report's head: `rates | 1 of 16 links between switches is not 4xEDR: A:3 - B:2 1xEDR`. */
export const oddRatesRows = (odd: readonly OddRates[]): string[][] =>
  odd.map(({ between, links, most, count, examples }, index) => [
    index === 0 ? "rates" : "",
    `${count} of ${many(links, "link")} ${between === "hosts" ? "of hosts" : "between switches"} ${count === 1 ? "is" : "are"} not ${most}: ${listed(
      examples.map(({ link, rate }) => `${link} ${rate}`),
      count,
    )}`,
  ]);

/** `4xEDR` */
export const rateName = (fabric: Fabric, link: number): string =>
  `${fabric.linkWidth[link] ?? 0}x${LINK_SPEEDS[fabric.linkSpeed[link] ?? 0]?.name ?? "?"}`;

/** Of a link, in ps. */
export const byteTime = (fabric: Fabric, link: number): number =>
  (fabric.linkBytePsNum[link] ?? 0) / (fabric.linkBytePsDen[link] ?? 1);

const endsOf = (fabric: Fabric, link: number): [number, number] => [
  fabric.linkPorts[2 * link] ?? 0,
  fabric.linkPorts[2 * link + 1] ?? 0,
];

/** Whether a link joins two switches, or is of a host. */
export const linkKind = (fabric: Fabric, link: number): OddRates["between"] =>
  endsOf(fabric, link).some(
    (port) => (fabric.portNode[port] ?? 0) >= fabric.switchCount,
  )
    ? "hosts"
    : "switches";

/** `A:3 - B:2` */
const linkName = (fabric: Fabric, link: number): string =>
  endsOf(fabric, link)
    .map((port) => {
      const node = fabric.portNode[port] ?? 0;
      return `${nodeName(fabric, node)}:${port - (fabric.portStart[node] ?? 0) + 1}`;
    })
    .join(" - ");
