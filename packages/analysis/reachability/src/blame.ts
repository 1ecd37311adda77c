import { LidTree, WALK_ENDS } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type Lid } from "@fabriclab/units";
import { mendOf } from "./mend.ts";
import type { Shortest } from "./shortest.ts";
import type { BlamedCycle, Fault, Mend } from "./wrong-entry.ts";

const DEAD_PORT = WALK_ENDS.indexOf("dead-port");
const LOOP = WALK_ENDS.indexOf("loop");
const NO_PATH = WALK_ENDS.indexOf("no-path");

/**
 * Which switch's entry keeps the packets for a LID from arriving.
 *
 * Where packets end, that is the entry of the last switch. Of a cycle it is one that does not lead nearer to the LID's owner, of which every cycle has
 * one: if there are several, one with a neighbour that delivers, then the one that leads farthest away, then the one nearest to the owner.
 *
 * Complexity: O(switches + ports of the cycles) for each LID that is asked for anew; LIDs should be asked for one after the other.
 */
export class Blame {
  readonly #fabric: Fabric;
  readonly #tables: ForwardingTables;
  readonly #shortest: Shortest;
  readonly #tree: LidTree;
  /** Switch -> the switch whose entry is to blame for what comes by it; -1 = not known yet, -2 = on the way that is being followed. */
  readonly #blamed: Int32Array;
  /** Switch that is to blame -> the cycle in which it is. */
  readonly #cycles = new Map<number, BlamedCycle>();
  #lid = -1;
  #owner = 0 as EndportIx;

  constructor(fabric: Fabric, tables: ForwardingTables, shortest: Shortest) {
    this.#fabric = fabric;
    this.#tables = tables;
    this.#shortest = shortest;
    this.#tree = new LidTree(fabric, tables);
    this.#blamed = new Int32Array(fabric.switchCount);
  }

  /** The switch to blame for packets for an owned LID that come to `sw` and do not arrive. */
  switchOf(lid: Lid, sw: number): number {
    if (lid !== this.#lid) {
      this.#lid = lid;
      this.#owner = (this.#tables.lids.owner[lid] ?? 0) as EndportIx;
      this.#tree.load(lid);
      this.#blamed.fill(-1);
      this.#cycles.clear();
    }
    const blamed = this.#blamed;
    if ((blamed[sw] ?? -1) >= 0) return blamed[sw] ?? 0;
    const { next } = this.#tree;
    const way: number[] = [];
    let at = sw;
    while (blamed[at] === -1) {
      blamed[at] = -2;
      way.push(at);
      const on = next[at] ?? -1;
      if (on < 0) break;
      at = on;
    }
    const known = blamed[at] ?? -1;
    const found =
      known >= 0
        ? known
        : this.#tree.end[at] === LOOP
          ? this.#inCycle(way.slice(way.indexOf(at)))
          : at;
    for (const one of way) blamed[one] = found;
    return found;
  }

  /** How the entry of a switch that `switchOf` named last is wrong. */
  fault(sw: number): Fault {
    const end = this.#tree.end[sw];
    if (end === LOOP) return "loop";
    if (end === NO_PATH) return "no-entry";
    if (end !== DEAD_PORT) return "wrong-endport";
    const { portStart } = this.#fabric;
    const radix = (portStart[sw + 1] ?? 0) - (portStart[sw] ?? 0);
    return this.port(sw) > radix ? "no-such-port" : "not-cabled";
  }

  /** The port that its entry names. */
  port(sw: number): number {
    return this.#tables.lft[sw]?.[this.#lid] ?? NO_PORT;
  }

  mend(sw: number): Mend | undefined {
    const row = this.#shortest.row(this.#owner);
    return mendOf(this.#fabric, this.#tree, row, sw, this.#owner);
  }

  cycle(sw: number): BlamedCycle | undefined {
    return this.#cycles.get(sw);
  }

  #inCycle(cycle: readonly number[]): number {
    const row = this.#shortest.row(this.#owner);
    const { next } = this.#tree;
    const [first, ...others] = cycle
      .map((sw) => ({
        sw,
        distance: row[sw] ?? 0,
        away: (row[next[sw] ?? 0] ?? 0) - (row[sw] ?? 0),
        arrives: this.mend(sw)?.arrives === true,
      }))
      .filter(({ away }) => away >= 0)
      .sort(
        (a, b) =>
          Number(b.arrives) - Number(a.arrives) ||
          b.away - a.away ||
          a.distance - b.distance ||
          a.sw - b.sw,
      )
      .map(({ sw }) => sw);
    const found = first ?? cycle[0] ?? 0;
    const at = cycle.indexOf(found);
    this.#cycles.set(found, {
      switches: [...cycle.slice(at), ...cycle.slice(0, at)],
      others,
    });
    return found;
  }
}
