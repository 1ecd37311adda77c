import type { Fabric } from "@fabriclab/spec";
import { switchesOf } from "./cycle.ts";

/** Cables that are named. */
const NAMED = 3;

/** Cables between switches that are slower than most of them, as one that came up with one lane of four is. */
export interface SlowCables {
  /** Whether one of the cables between two switches is slow. */
  readonly between: (a: number, b: number) => boolean;
  /** What the legend says of them, the slowest first. */
  readonly said: string;
}

/**
 * Undefined where no cable between switches is slower than most. Of rates that equally many have the fastest is the usual one.
 *
 * Complexity: O(ports), and sorting the slow ones.
 */
export function slowCables(
  fabric: Fabric,
  labels: readonly string[],
): SlowCables | undefined {
  const cables: { a: number; b: number; port: number; byteTime: number }[] = [];
  const rates = new Map<number, number>();
  const last = fabric.portStart[fabric.switchCount] ?? 0;
  for (let port = 0; port < last; port++) {
    const ends = switchesOf(fabric, port);
    const link = fabric.portLink[port] ?? -1;
    // Each cable once, from the end that is listed first.
    if (ends === undefined || port > (fabric.portPeer[port] ?? -1)) continue;
    const byteTime =
      (fabric.linkBytePsNum[link] ?? 0) / (fabric.linkBytePsDen[link] ?? 1);
    cables.push({ a: ends.from, b: ends.to, port, byteTime });
    rates.set(byteTime, (rates.get(byteTime) ?? 0) + 1);
  }
  const [usual = 0] =
    [...rates].sort(
      ([one, many], [other, more]) => more - many || one - other,
    )[0] ?? [];
  const slow = cables
    .filter(({ byteTime }) => byteTime > usual)
    .sort((one, other) => other.byteTime - one.byteTime);
  if (slow.length === 0) return undefined;
  const keyOf = (a: number, b: number): number =>
    Math.min(a, b) * fabric.switchCount + Math.max(a, b);
  const keys = new Set(slow.map(({ a, b }) => keyOf(a, b)));
  const end = (sw: number, port: number): string =>
    `${labels[sw] ?? ""}:${port - (fabric.portStart[sw] ?? 0) + 1}`;
  const named = slow
    .slice(0, NAMED)
    .map(
      ({ a, b, port, byteTime }) =>
        `${end(a, port)} - ${end(b, fabric.portPeer[port] ?? 0)} (${Math.round((100 * usual) / byteTime)} % of their rate)`,
    );
  const rest = slow.length - named.length;
  return {
    between: (a, b) => keys.has(keyOf(a, b)),
    said: `slower than most: ${named.join(", ")}${rest > 0 ? `, and ${rest} more` : ""}`,
  };
}
