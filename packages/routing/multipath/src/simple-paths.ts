import { hopsTo, switchLinks, type SwitchLinks } from "@fabriclab/paths";
import { FabricError, type Fabric, type PathPattern } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import { NO_BITS, pathBitsOf, type EdgeLists } from "./edge-lists.ts";
import { PatternTable, ternaryOf } from "./pattern-table.ts";

export interface PathBounds {
  /** Most cables that a path may have beyond a shortest one; Infinity = every simple path. */
  readonly detour: number;
  /** Most paths to one destination. */
  readonly maxPaths: number;
}

/**
 * All simple paths to one switch at a time, from all others at once: grown from the destination backwards, with the union of their cycle lists.
 *
 * A path whose single lists contradict each other has no bits (see {@link pathBitsOf}), and none that is grown from it has: it is not looked at.
 *
 * Complexity: O(paths · radix) time for a destination; memory for the distinct patterns of one destination only.
 */
export class SimplePaths {
  readonly #fabric: Fabric;
  readonly #bounds: PathBounds;
  readonly #links: SwitchLinks;
  /** What a path gets with the channel from a neighbour, for each link to that neighbour: port, members of single lists and of longer ones. */
  readonly #port: Int32Array;
  readonly #single: Int32Array;
  readonly #longer: Int32Array;
  /** Switch -> its patterns. */
  readonly #tables: readonly PatternTable[];
  #to = -1;
  /** Switch -> simple paths that have path bits, from it to the last destination. */
  readonly counts: Float64Array;

  /** @param bits cycles that have bits, at most 14 */
  constructor(
    fabric: Fabric,
    lists: EdgeLists,
    bits: number,
    bounds: PathBounds,
  ) {
    const { portStart, switchCount } = fabric;
    const links = switchLinks(fabric);
    const channels = links.back.map((back) => links.channel[back] ?? 0);
    this.#fabric = fabric;
    this.#bounds = bounds;
    this.#links = links;
    this.#port = channels.map(
      (channel, link) => channel - (portStart[links.to[link] ?? 0] ?? 0) + 1,
    );
    this.#single = channels.map((channel) => lists.single[channel] ?? 0);
    this.#longer = channels.map((channel) => lists.longer[channel] ?? 0);
    const ternary = ternaryOf(bits);
    this.#tables = Array.from(
      { length: switchCount },
      () => new PatternTable(ternary),
    );
    this.counts = new Float64Array(switchCount);
  }

  /**
   * The patterns of a switch, not merged. The paths to a destination are searched when it is first asked for, and kept until another one is.
   *
   * @throws FabricError E_MULTIPATH_TOO_MANY_PATHS
   */
  patterns(at: SwitchIx, to: SwitchIx): PathPattern[] {
    if (this.#to !== to) {
      this.#to = -1;
      this.#search(to);
      this.#to = to;
    }
    return this.#tables[at]?.patterns() ?? [];
  }

  #search(to: SwitchIx): void {
    const fabric = this.#fabric;
    const { detour, maxPaths } = this.#bounds;
    const { start, to: neighbour } = this.#links;
    const [port, single, longer] = [this.#port, this.#single, this.#longer];
    const counts = this.counts.fill(0);
    const tables = this.#tables;
    for (const table of tables) table.clear();
    const most = Float64Array.from(hopsTo(fabric, to), (hops) => hops + detour);
    const onPath = new Uint8Array(fabric.switchCount);
    let total = 0;
    /** Paths that go on from the path from `at`, of `length` cables; the masks are its union. */
    const grow = (
      at: number,
      length: number,
      singles: number,
      others: number,
    ): void => {
      onPath[at] = 1;
      const end = start[at + 1]!;
      for (let link = start[at]!; link < end; link++) {
        const before = neighbour[link]!;
        // A path beyond the detour cannot be grown into one within it.
        if (onPath[before] === 1 || length + 1 > most[before]!) continue;
        const a = singles | single[link]!;
        const b = others | longer[link]!;
        const bits = pathBitsOf(a, b);
        if (bits === NO_BITS) continue;
        if (++total > maxPaths) throw tooMany(fabric, to, maxPaths);
        counts[before]! += 1;
        tables[before]!.add(bits, port[link]!, length + 2);
        grow(before, length + 1, a, b);
      }
      onPath[at] = 0;
    };
    grow(to, 0, 0, 0);
  }
}

function tooMany(fabric: Fabric, to: number, most: number): FabricError {
  const cables = Array.from({ length: fabric.linkCount }, (_, link) =>
    [0, 1].every(
      (end) =>
        (fabric.portNode[fabric.linkPorts[2 * link + end] ?? 0] ?? 0) <
        fabric.switchCount,
    ),
  ).filter(Boolean).length;
  return new FabricError({
    code: "E_MULTIPATH_TOO_MANY_PATHS",
    message: `${fabric.name} has too many simple paths to look at every one: ${fabric.switchCount} switches, ${cables} cables between them`,
    where: { path: "routing.detour" },
    got: `more than ${most} simple paths to ${fabric.nodeName[to] ?? ""} alone`,
    expected: `at most ${most} (maxPaths) to one switch`,
    hint: "bound their length with detour: 0 (shortest paths only), 1, 2 …, or raise maxPaths",
  });
}
