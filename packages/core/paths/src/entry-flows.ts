import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";
import { PathClasses } from "./path-classes.ts";

/** Sources whose packets for one destination take the same way on the same VLs. */
export interface EntryFlow {
  lid: Lid;
  sl: Sl;
  /** Switch at which they enter. */
  sw: number;
  /** Port by which one of them enters; the others' rows of SL2VL are equal. */
  inNum: number;
  /** The one that enters by `inNum`. */
  source: EndportIx;
  /** How many they are. */
  sources: number;
}

/** Sources that enter the same switch by ports with equal rows of SL2VL, and whose own SL2VL tables are equal. */
interface Entry {
  readonly sw: number;
  readonly inNum: number;
  readonly source: EndportIx;
  /** Places in `endports`. */
  readonly members: readonly number[];
}

/**
 * All ordered pairs of endports, destination by destination, as groups of sources that share their whole way: the sources of a `PathClasses` class that
 * enter a switch alike.
 *
 * Complexity: O(sources) a destination, and O(switches with sources · classes) groups where SL2VL tables do not tell the ports of hosts apart.
 */
export class EntryFlows {
  readonly classes: PathClasses;
  readonly #entries: readonly Entry[];
  /** Switch -> how many entries it has. */
  readonly #parts: Int32Array;
  readonly #flow: EntryFlow = {
    lid: 0 as Lid,
    sl: 0 as Sl,
    sw: 0,
    inNum: 0,
    source: 0 as EndportIx,
    sources: 0,
  };

  constructor(
    fabric: Fabric,
    tables: ForwardingTables,
    endports?: readonly EndportIx[],
  ) {
    this.classes = new PathClasses(fabric, tables, endports);
    this.#entries = entriesOf(fabric, tables, this.classes);
    this.#parts = new Int32Array(fabric.switchCount);
    for (const { sw } of this.#entries)
      this.#parts[sw] = (this.#parts[sw] ?? 0) + 1;
  }

  /**
   * Every group of sources of `destination` that enters at a switch.
   *
   * @param visit called with the flow (one object, filled anew) and a number by which `placesOf` knows the group
   */
  forEach(
    destination: EndportIx,
    visit: (flow: Readonly<EntryFlow>, key: number) => void,
  ): void {
    const { classes } = this;
    const entries = this.#entries;
    const flow = this.#flow;
    classes.load(destination);
    for (let index = 0; index < classes.count; index++) {
      flow.lid = classes.lid(index);
      flow.sl = classes.sl(index);
      const perSwitch = classes.sources(index);
      for (let at = 0; at < entries.length; at++) {
        const entry = entries[at];
        if (entry === undefined) break;
        let sources = perSwitch[entry.sw] ?? 0;
        if (sources === 0) continue;
        if (this.#parts[entry.sw] !== 1) {
          sources = 0;
          for (const place of entry.members)
            if (classes.classOf[place] === index) sources += 1;
          if (sources === 0) continue;
        }
        flow.sw = entry.sw;
        flow.inNum = entry.inNum;
        flow.source = entry.source;
        flow.sources = sources;
        visit(flow, index * entries.length + at);
      }
    }
  }

  /** Places in `classes.endports` of the sources of a group of the destination that was visited last. */
  placesOf(key: number): number[] {
    const { classOf } = this.classes;
    const count = this.#entries.length;
    const index = Math.floor(key / count);
    return (this.#entries[key % count]?.members ?? []).filter(
      (place) => classOf[place] === index,
    );
  }
}

function entriesOf(
  fabric: Fabric,
  tables: ForwardingTables,
  classes: PathClasses,
): Entry[] {
  const bySwitch = new Map<
    number,
    (Entry & { row: string; members: number[] })[]
  >();
  for (const [place, endport] of classes.endports.entries()) {
    const sw = classes.entry[place] ?? -1;
    if (sw < 0) continue;
    const inNum = fabric.attachment(endport)?.num ?? 0;
    const row = laneRow(fabric, tables, sw, inNum) + hostRow(tables, endport);
    const known = bySwitch.get(sw) ?? [];
    bySwitch.set(sw, known);
    const same = known.find((entry) => entry.row === row);
    if (same === undefined)
      known.push({ sw, inNum, source: endport, row, members: [place] });
    else same.members.push(place);
  }
  return [...bySwitch.values()].flat();
}

/** What SL2VL says of packets that come in by a port: equal texts, equal VLs out of every port. */
function laneRow(
  fabric: Fabric,
  tables: ForwardingTables,
  sw: number,
  inNum: number,
): string {
  const table = tables.sl2vl?.[sw];
  if (table === undefined) return "";
  const row =
    ((fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0) + 1) * 16;
  return table.subarray(inNum * row, (inNum + 1) * row).join(" ");
}

function hostRow({ hostSl2vl }: ForwardingTables, endport: EndportIx): string {
  if (hostSl2vl === undefined || hostSl2vl.length === 16) return "";
  return `; ${hostSl2vl.subarray(endport * 16, endport * 16 + 16).join(" ")}`;
}
