import { areLanesPlain, EntryFlows, LaneFlow } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { PlainWays, withMarks, type MarksOf } from "./plain-ways.ts";

/** `place of the source · endports + place of the destination`. */
export type Pair = number;

/** Dependencies that a packet lays down, one after the other: vertices are channel · lanes + VL. */
export type VisitEdge = (from: number, to: number) => void;

/** Sources that share their whole way. */
export interface MarkedSources {
  readonly count: number;
  /** Their places, to be asked for at once. */
  readonly places: () => readonly number[];
}

/** The paths of ordered pairs of endports, to all or to some of them, by groups of sources or pair by pair. */
export class PairPaths {
  readonly endports: readonly EndportIx[];
  readonly #fabric: Fabric;
  readonly #tables: ForwardingTables;
  readonly #flows: EntryFlows;
  readonly #flow: LaneFlow;
  readonly #met: Int32Array;
  /** Place -> its paths count. */
  readonly #counts: Uint8Array;
  #walks = 0;

  /** @param destinations places in `endports` to which paths count; default: all */
  constructor(
    fabric: Fabric,
    tables: ForwardingTables,
    endports: readonly EndportIx[] | undefined,
    destinations?: readonly number[],
  ) {
    this.#fabric = fabric;
    this.#tables = tables;
    this.#flows = new EntryFlows(fabric, tables, endports);
    this.endports = this.#flows.classes.endports;
    this.#flow = new LaneFlow(fabric, tables);
    this.#met = new Int32Array(fabric.switchCount * 16);
    this.#counts = new Uint8Array(this.endports.length).fill(
      destinations === undefined ? 1 : 0,
    );
    for (const place of destinations ?? []) this.#counts[place] = 1;
  }

  /** Dependencies of every group of sources, with how many they are; those of several groups may come together. */
  forEach(visit: (from: number, to: number, sources: number) => void): void {
    if (areLanesPlain(this.#tables)) {
      this.#forEachPlain(visit);
      return;
    }
    for (const [place, destination] of this.endports.entries()) {
      if (this.#counts[place] === 0) continue;
      this.#flows.forEach(
        destination,
        ({ lid, sl, sw, inNum, source, sources }) => {
          this.#flow.load(lid, sl);
          this.#walk(this.#flow.enter(sw, inNum, source), (from, to) => {
            visit(from, to, sources);
          });
        },
      );
    }
  }

  #forEachPlain(
    visit: (from: number, to: number, sources: number) => void,
  ): void {
    const { classes } = this.#flows;
    const ways = new PlainWays(this.#fabric, this.#tables);
    for (const [place, destination] of this.endports.entries()) {
      if (this.#counts[place] === 0) continue;
      classes.load(destination);
      for (let index = 0; index < classes.count; index++) {
        const lid = classes.lid(index);
        const sl = classes.sl(index);
        if (!ways.load(lid, sl)) continue;
        const sources = classes.sources(index);
        ways.forEach(sources, visit);
        this.#flow.load(lid, sl);
        for (let sw = 0; sw < sources.length; sw++) {
          const count = sources[sw] ?? 0;
          if (count > 0 && !ways.isDelivered(sw))
            this.#walk(this.#flow.enter(sw, 0, destination), (from, to) => {
              visit(from, to, count);
            });
        }
      }
    }
  }

  /**
   * The groups of sources of which a dependency has marks, with all marks of their paths.
   *
   * @param marksOf marks of an edge, an empty list where it has none
   * @param visit called with the sources and the place of the destination, in order of destinations; once it has returned false, no further destination
   * is looked at
   */
  forEachMarked(
    marksOf: MarksOf,
    visit: (
      sources: MarkedSources,
      destination: number,
      marks: readonly number[],
    ) => boolean,
  ): void {
    const ways = areLanesPlain(this.#tables)
      ? new PlainWays(this.#fabric, this.#tables)
      : undefined;
    let wanted = true;
    for (const [place, destination] of this.endports.entries()) {
      if (!wanted) return;
      if (this.#counts[place] === 0) continue;
      this.#flows.forEach(
        destination,
        ({ lid, sl, sw, inNum, source, sources }, key) => {
          let marks: readonly number[] = [];
          if (ways?.load(lid, sl) === true && ways.isDelivered(sw))
            marks = ways.marks(sw, marksOf);
          else {
            this.#flow.load(lid, sl);
            this.#walk(this.#flow.enter(sw, inNum, source), (from, to) => {
              marks = withMarks(marks, marksOf(from, to));
            });
          }
          if (marks.length === 0) return;
          const places = (): number[] => this.#flows.placesOf(key);
          wanted = visit({ count: sources, places }, place, marks);
        },
      );
    }
  }

  /** Dependencies of one pair's packets. */
  of(pair: Pair, visit: VisitEdge): void {
    const size = this.endports.length;
    const source = this.endports[Math.floor(pair / size)];
    const destination = this.endports[pair % size];
    const sw = this.#flows.classes.entry[Math.floor(pair / size)] ?? -1;
    if (
      source === undefined ||
      destination === undefined ||
      source === destination ||
      sw < 0 ||
      this.#counts[pair % size] === 0
    )
      return;
    this.#flow.load(
      this.#tables.pathLid(source, destination),
      this.#tables.pathSl(source, destination),
    );
    const inNum = this.#fabric.attachment(source)?.num ?? 0;
    this.#walk(this.#flow.enter(sw, inNum, source), visit);
  }

  /** Steps of one packet, each once where it goes round. */
  #walk(first: number, visit: VisitEdge): void {
    const flow = this.#flow;
    const met = this.#met;
    const { lanes } = flow;
    const walk = ++this.#walks;
    let state = first;
    let vertex = state < 0 ? 0 : flow.channel(state) * lanes + (state & 15);
    while (state >= 0 && met[state] !== walk) {
      met[state] = walk;
      state = flow.follow(state);
      if (state < 0) return;
      const next = flow.channel(state) * lanes + (state & 15);
      visit(vertex, next);
      vertex = next;
    }
  }
}
