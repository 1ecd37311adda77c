import { LidTree, startLane, WALK_ENDS } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";

const DELIVERED = WALK_ENDS.indexOf("delivered");

/** Marks of an edge between two vertices (channel · lanes + VL); an empty list where it has none. */
export type MarksOf = (from: number, to: number) => readonly number[];

const NONE: readonly number[] = [];

/**
 * The ways of packets of one LID and SL from all switches at once, where `areLanesPlain` holds: a switch decides all of a packet's way that is left, so that
 * packets from everywhere cost O(switches) together, and not the length of a way for each switch.
 *
 * Packets that are not delivered are left to whoever follows them one by one: they may go round, or on from one who does not own the LID.
 */
export class PlainWays {
  readonly #tables: ForwardingTables;
  readonly #tree: LidTree;
  readonly #lanes: number;
  /** Switch -> sources whose packets cross it, while they are counted. */
  readonly #crossing: Int32Array;
  /** Switch -> marks of the way from there, each once. */
  readonly #marks: (readonly number[])[];
  #lid = -1;
  #lane = -1;
  #marked = -1;

  constructor(fabric: Fabric, tables: ForwardingTables) {
    this.#tables = tables;
    this.#tree = new LidTree(fabric, tables);
    this.#lanes = Math.max(1, tables.lanes);
    this.#crossing = new Int32Array(fabric.switchCount);
    this.#marks = Array.from({ length: fabric.switchCount }, () => NONE);
  }

  /** @returns whether packets of the SL are sent at all */
  load(lid: Lid, sl: Sl): boolean {
    // Who sends plays no part where lanes are plain.
    this.#lane = startLane(this.#tables, sl, 0 as EndportIx);
    if (lid !== this.#lid) this.#tree.load(lid);
    this.#lid = lid;
    return this.#lane >= 0;
  }

  /** Whether packets that are at a switch are delivered. */
  isDelivered(sw: number): boolean {
    return this.#tree.end[sw] === DELIVERED;
  }

  /** Dependencies of all packets that are delivered, with how many sources lay down each. @param sources switch -> sources that enter there */
  forEach(
    sources: Int32Array,
    visit: (from: number, to: number, sources: number) => void,
  ): void {
    const { order, delivering, next } = this.#tree;
    const crossing = this.#crossing;
    // Farthest first: what comes from behind is complete when a switch's turn comes.
    for (let i = 0; i < delivering; i++) {
      const sw = order[i] ?? 0;
      const count = (crossing[sw] ?? 0) + (sources[sw] ?? 0);
      crossing[sw] = 0;
      const on = next[sw] ?? -1;
      if (count === 0 || on < 0) continue;
      crossing[on] = (crossing[on] ?? 0) + count;
      const to = this.#vertex(on);
      if (to >= 0) visit(this.#vertex(sw), to, count);
    }
  }

  /** All marks of the way of packets that enter at a switch and are delivered. @param marksOf the same for all calls */
  marks(sw: number, marksOf: MarksOf): readonly number[] {
    const key = this.#lid * this.#lanes + this.#lane;
    if (key !== this.#marked) this.#mark(marksOf);
    this.#marked = key;
    return this.#marks[sw] ?? NONE;
  }

  #mark(marksOf: MarksOf): void {
    const { order, delivering, next } = this.#tree;
    const marks = this.#marks;
    // Nearest first: the rest of the way is marked when a switch's turn comes.
    for (let i = delivering - 1; i >= 0; i--) {
      const sw = order[i] ?? 0;
      const on = next[sw] ?? -1;
      const rest = (on < 0 ? undefined : marks[on]) ?? NONE;
      const to = on < 0 ? -1 : this.#vertex(on);
      const own = to < 0 ? NONE : marksOf(this.#vertex(sw), to);
      marks[sw] = own.length === 0 ? rest : withMarks(rest, own);
    }
  }

  /** Vertex of the channel by which a switch forwards the LID; -1 where there is none. */
  #vertex(sw: number): number {
    const channel = this.#tree.channel[sw] ?? -1;
    return channel < 0 ? -1 : channel * this.#lanes + this.#lane;
  }
}

/** All marks of both, each once; the first as they are where the others add nothing, as edges of one cycle follow each other. */
export function withMarks(
  marks: readonly number[],
  more: readonly number[],
): readonly number[] {
  const added = more.filter(
    (mark, at) => !marks.includes(mark) && more.indexOf(mark) === at,
  );
  return added.length === 0 ? marks : [...marks, ...added];
}
