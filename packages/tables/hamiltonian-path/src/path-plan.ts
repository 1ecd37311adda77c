import type { MeshShape } from "@fabriclab/topology-mesh";
import type { Labelling, MeshHop } from "./labelling.ts";

/** The way of one packet: it enters the fabric at `start` and passes the switches of `hops`, in order. */
export interface PacketPath {
  readonly start: number;
  readonly hops: readonly MeshHop[];
  /** Switches whose members get their copy from this packet. It may pass others, whose members another packet serves. */
  readonly serves: readonly number[];
}

/** Which packets a source at switch `start` sends for members at the switches `targets` (without `start`, each once). */
export type Split = (
  labelling: Labelling,
  shape: MeshShape,
  start: number,
  targets: readonly number[],
) => PacketPath[];

/** At most two packets: to the higher labels in ascending order, to the lower ones in descending order. */
export const dualPaths: Split = (labelling, _, start, targets) =>
  bothWays(labelling, start, targets).map((part) => ({
    start,
    hops: visit(labelling, start, part),
    serves: part,
  }));

/**
 * At most four packets: each way is divided by column between the two neighbours of the source that lie that way, one beside it in its row and one in
 * the next row. A source with one such neighbour only sends one packet that way.
 */
export const multiPaths: Split = (labelling, shape, start, targets) =>
  bothWays(labelling, start, targets).flatMap((part) => {
    const own = labelling.label[start] ?? 0;
    const sign = Math.sign((labelling.label[part[0] ?? 0] ?? 0) - own);
    const ways = labelling
      .neighbours(start)
      .filter(({ sw }) => Math.sign((labelling.label[sw] ?? 0) - own) === sign);
    return ways.flatMap((first) => {
      const mine = part.filter(
        (target) => nearer(shape, ways, target) === first,
      );
      return mine.length === 0
        ? []
        : [
            {
              start,
              hops: [first, ...visit(labelling, first.sw, mine)],
              serves: mine,
            },
          ];
    });
  });

/** Of two neighbours in adjacent columns, the one on whose side of the border between these columns the target lies. */
function nearer(
  { x }: MeshShape,
  ways: readonly MeshHop[],
  target: number,
): MeshHop | undefined {
  const [a, b] = ways;
  if (a === undefined || b === undefined) return a;
  const ax = x[a.sw] ?? 0;
  const bx = x[b.sw] ?? 0;
  const side = x[target] ?? 0;
  return ax < bx ? (side <= ax ? a : b) : side >= ax ? a : b;
}

/** The targets above the start in ascending order of labels, those below in descending order; empty parts left out. */
function bothWays(
  { label }: Labelling,
  start: number,
  targets: readonly number[],
): number[][] {
  const own = label[start] ?? 0;
  const of = (sw: number): number => label[sw] ?? 0;
  const above = targets.filter((sw) => of(sw) > own);
  const below = targets.filter((sw) => of(sw) < own);
  return [
    above.sort((a, b) => of(a) - of(b)),
    below.sort((a, b) => of(b) - of(a)),
  ].filter((part) => part.length > 0);
}

/** Hops from `from` to each target in turn by R(u, v). */
function visit(
  labelling: Labelling,
  from: number,
  targets: readonly number[],
): MeshHop[] {
  const hops: MeshHop[] = [];
  let at = from;
  for (const target of targets)
    while (at !== target) {
      const hop = labelling.step(at, target);
      hops.push(hop);
      at = hop.sw;
    }
  return hops;
}
