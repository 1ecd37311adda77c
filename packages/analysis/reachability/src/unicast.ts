import {
  EntryFlows,
  LidTree,
  WALK_ENDS,
  UNREACHABLE,
  type WalkEnd,
} from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, Lid } from "@fabriclab/units";
import { Blame } from "./blame.ts";
import { Causes } from "./causes.ts";
import { Counter, countedOf, type Counted } from "./counted.ts";
import { mayDiscard } from "./discards.ts";
import type { FailedPair } from "./failed-pair.ts";
import type { FailurePlace } from "./failure-places.ts";
import { loopsOf, type ForwardingLoop } from "./forwarding-loops.ts";
import { Shortest } from "./shortest.ts";
import { Tally, type LongPair } from "./tally.ts";
import type { Cause } from "./wrong-entry.ts";

/** What to audit, and how much to show of it. */
export interface UnicastAuditOptions {
  /** Sources and destinations; default: all host endports that own a LID and are cabled. */
  readonly endports?: readonly EndportIx[];
  /** Examples kept of each kind; default 10. Counts are exact whatever it is. */
  readonly examples?: number;
  /** Entries kept of each cause; default 100. */
  readonly entries?: number;
  /** Called now and then with the destinations that are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What becomes of the packets of all ordered pairs of endports. */
export interface UnicastAudit {
  readonly endports: number;
  /** Ordered pairs. */
  readonly pairs: number;
  /** Pairs whose packets do not arrive; examples are spread over the causes. */
  readonly unreachable: Counted<FailedPair>;
  /** What keeps them apart, most pairs first: each pair has one cause. */
  readonly causes: readonly Cause[];
  /** Those of them that no cables join, so that no tables could. */
  readonly disconnected: number;
  readonly byEnd: Readonly<Record<WalkEnd, number>>;
  /** Where packets end that do not arrive, most pairs first. */
  readonly places: readonly FailurePlace[];
  /** Those of them where an entry names a port that is not there or not cabled. */
  readonly deadPorts: readonly FailurePlace[];
  /** Those of them where a packet reached somebody who does not own its LID. */
  readonly wrongPorts: readonly FailurePlace[];
  /** The first loops; each is named once for every LID that it concerns, whether or not an audited pair runs into it. */
  readonly forwardingLoops: readonly ForwardingLoop[];
  /** All of them. */
  readonly loopCount: number;
  /** Pairs with a path longer than the shortest of the fabric. */
  readonly nonMinimal: Counted<LongPair>;
  /** Switches crossed beyond the least -> pairs; longer paths only. */
  readonly detours: Readonly<Record<string, number>>;
  /** Switches crossed -> pairs that arrive; 1 = both at one switch. */
  readonly hops: Readonly<Record<string, number>>;
}

const DELIVERED = WALK_ENDS.indexOf("delivered");
const UNATTACHED = WALK_ENDS.indexOf("unattached");
const WRONG_ENDPORT = WALK_ENDS.indexOf("wrong-endport");

/**
 * Follows the packets of every ordered pair of endports by the LID and SL that the source uses, and counts how they end. A packet that arrives at
 * another endport than the one it is meant for counts as `wrong-endport`, even where that one owns the LID.
 *
 * Adaptive port sets are left out: it is the LFT's port that is followed.
 *
 * Complexity: O(endports² + endports · switches · classes), `PathClasses`; where SL2VL tables discard packets, O(walks) instead of the second term, one
 * for each (destination, class, switch with sources). Memory: O(LIDs + switches · switches with destinations + causes · entries).
 */
export function auditUnicast(
  fabric: Fabric,
  tables: ForwardingTables,
  options: UnicastAuditOptions = {},
): UnicastAudit {
  const limit = options.examples ?? 10;
  const flows = new EntryFlows(fabric, tables, options.endports);
  const { endports } = flows.classes;
  const shortest = new Shortest(fabric);
  const blame = new Blame(fabric, tables, shortest);
  const causes = new Causes(tables, blame, limit, options.entries ?? 100);
  const tally = new Tally(fabric, tables, causes, limit);
  const loops = new Counter<ForwardingLoop>(limit);
  const audit = new PairAudit(
    fabric,
    tables,
    flows,
    shortest,
    blame,
    tally,
    loops,
  );
  const total = endports.length;
  for (const [done, destination] of endports.entries()) {
    if (done % 256 === 0) options.onProgress?.(done, total);
    audit.destination(destination);
  }
  options.onProgress?.(total, total);
  const places = tally.places.done();
  return {
    endports: total,
    pairs: tally.pairs,
    unreachable: countedOf(tally.unreachable, causes.examples()),
    causes: causes.done(),
    disconnected: tally.disconnected,
    byEnd: Object.fromEntries(
      WALK_ENDS.map((end, at) => [end, tally.byEnd[at] ?? 0]),
    ) as Record<WalkEnd, number>,
    places,
    deadPorts: places.filter(({ end }) => end === "dead-port"),
    wrongPorts: places.filter(({ end }) => end === "wrong-endport"),
    forwardingLoops: loops.done().examples,
    loopCount: loops.count,
    nonMinimal: tally.nonMinimal.done(),
    detours: histogram(tally.detours),
    hops: histogram(tally.hops),
  };
}

function histogram(counts: readonly number[]): Record<string, number> {
  return Object.fromEntries(
    [...counts.entries()].filter(([, count]) => count > 0),
  );
}

/** One destination after the other. */
class PairAudit {
  readonly #tables: ForwardingTables;
  readonly #flows: EntryFlows;
  readonly #tally: Tally;
  readonly #loops: Counter<ForwardingLoop>;
  readonly #tree: LidTree;
  readonly #shortest: Shortest;
  readonly #blame: Blame;
  readonly #discards: boolean;
  /** Switch -> places of the sources that enter there; the last list holds those that enter nowhere. */
  readonly #entering: readonly number[][];
  /** LIDs whose loops have been counted. */
  readonly #looked = new Uint8Array(2 ** 16);
  #loaded = -1;

  constructor(
    fabric: Fabric,
    tables: ForwardingTables,
    flows: EntryFlows,
    shortest: Shortest,
    blame: Blame,
    tally: Tally,
    loops: Counter<ForwardingLoop>,
  ) {
    this.#tables = tables;
    this.#flows = flows;
    this.#tally = tally;
    this.#loops = loops;
    this.#tree = new LidTree(fabric, tables);
    this.#shortest = shortest;
    this.#blame = blame;
    this.#discards = mayDiscard(tables);
    this.#entering = Array.from({ length: fabric.switchCount + 1 }, () => []);
    for (const [place, sw] of flows.classes.entry.entries())
      this.#entering.at(sw < 0 ? fabric.switchCount : sw)?.push(place);
  }

  destination(destination: EndportIx): void {
    const { classes } = this.#flows;
    const row = this.#shortest.row(destination);
    if (this.#discards) this.#byWalks(destination, row);
    else classes.load(destination);
    for (let index = 0; index < classes.count; index++) {
      this.#load(classes.lid(index));
      if (!this.#discards) this.#byTree(destination, index, row);
    }
    this.#aside(destination);
  }

  #load(lid: Lid): void {
    if (lid === this.#loaded) return;
    this.#tree.load(lid);
    this.#loaded = lid;
    if (this.#looked[lid] === 1) return;
    this.#looked[lid] = 1;
    const found = loopsOf(this.#tree, lid);
    this.#loops.count += found.length;
    for (const loop of found.slice(0, this.#loops.room)) {
      const blamed = this.#blame.switchOf(lid, loop.switches[0] ?? 0);
      this.#loops.keep({ ...loop, blamed, mend: this.#blame.mend(blamed) });
    }
  }

  /** All sources of a class, by what the tree of its LID says of their switches. */
  #byTree(destination: EndportIx, index: number, row: Uint16Array): void {
    const { classes } = this.#flows;
    const tally = this.#tally;
    const { end, hops } = this.#tree;
    const perSwitch = classes.sources(index);
    const lid = classes.lid(index);
    const sl = classes.sl(index);
    const meant = this.#tables.lids.owner[lid] === destination;
    for (let sw = 0; sw < perSwitch.length; sw++) {
      const sources = perSwitch[sw] ?? 0;
      if (sources === 0) continue;
      let found = end[sw] ?? UNATTACHED;
      const crossed = hops[sw] ?? 0;
      const cables = row[sw] ?? 0;
      if (found === DELIVERED && !meant) found = WRONG_ENDPORT;
      if (found === DELIVERED && crossed === cables + 1) {
        tally.minimal(crossed, sources);
        continue;
      }
      const members = (): EndportIx[] => this.#members(sw, index);
      const group = { destination, lid, sl, sources, sw, members };
      if (found === DELIVERED) tally.long(group, crossed, cables + 1);
      else tally.failed(group, WALK_ENDS[found] ?? "unattached", cables);
    }
  }

  /** Where SL2VL tables discard packets, the port by which a packet enters decides as well. */
  #byWalks(destination: EndportIx, row: Uint16Array): void {
    const flows = this.#flows;
    const tally = this.#tally;
    const { follower } = tally;
    flows.forEach(destination, ({ lid, sl, sw, source, sources }, key) => {
      const members = (): EndportIx[] =>
        flows
          .placesOf(key)
          .flatMap((place) => flows.classes.endports[place] ?? []);
      const group = { destination, lid, sl, sources, sw, members };
      // The one that stands for the group may be the destination itself.
      const from = source === destination ? members()[0] : source;
      const end = follower.end(from ?? source, destination, lid, sl);
      const cables = row[sw] ?? 0;
      if (end !== "delivered") tally.failed(group, end, cables);
      else if (follower.hops === cables + 1) tally.minimal(cables + 1, sources);
      else tally.long(group, follower.hops, cables + 1);
    });
  }

  /** Sources that enter at no switch: not cabled, or cabled to a host. */
  #aside(destination: EndportIx): void {
    const { classes } = this.#flows;
    for (const place of this.#entering.at(-1) ?? []) {
      const index = classes.classOf[place] ?? -1;
      const source = classes.endports[place];
      if (index < 0 || source === undefined) continue;
      const lid = classes.lid(index);
      const sl = classes.sl(index);
      const members = (): EndportIx[] => [source];
      const group = { destination, lid, sl, sources: 1, sw: -1, members };
      const end = this.#tally.follower.end(source, destination, lid, sl);
      if (end === "delivered")
        this.#tally.minimal(this.#tally.follower.hops, 1);
      else this.#tally.failed(group, end, UNREACHABLE);
    }
  }

  #members(sw: number, index: number): EndportIx[] {
    const { classes } = this.#flows;
    return (this.#entering[sw] ?? [])
      .filter((place) => classes.classOf[place] === index)
      .map((place) => classes.endports[place] ?? (0 as EndportIx));
  }
}
