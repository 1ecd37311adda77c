import {
  checkTablesOf,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";
import { hostEndports } from "./host-endports.ts";

/**
 * The sources of one destination, grouped by the LID and the SL that they use for it, as numbers of sources per switch. Packets of one class that are
 * at the same switch share the rest of their way, so that work on all pairs costs O(switches) a class with a `LidTree` instead of O(pairs · hops).
 *
 * Complexity: O(sources + switches · classes) a load, without a call of the path policy for each source where all use the same path; memory O(LIDs + sources + switches · most classes of a destination).
 */
export class PathClasses {
  /** The sources, as given. */
  readonly endports: readonly EndportIx[];
  /**
   * Place in `endports` -> the switch at which that source's packets enter: its own one for a switch's port 0; -1 for a host that is not cabled, or is
   * cabled to a host.
   */
  readonly entry: Int32Array;
  /** Place in `endports` -> class of the destination that was loaded last; -1 for the destination itself. */
  readonly classOf: Int32Array;
  /** Number of classes of that destination. */
  count = 0;
  readonly #tables: ForwardingTables;
  readonly #switchCount: number;
  /** LID · 16 + SL -> class, -1 where there is none. */
  readonly #byKey: Int32Array;
  /** Switch -> sources that enter there. */
  readonly #all: Int32Array;
  /** Sources that enter nowhere. */
  readonly #allAside: number;
  readonly #placeOf: Int32Array;
  #keys: number[] = [];
  readonly #sources: Int32Array[] = [];
  #aside: number[] = [];

  /**
   * @param endports sources; default: all host endports that own a LID and are cabled
   * @throws FabricError E_SPEC_TABLES_FABRIC
   */
  constructor(
    fabric: Fabric,
    tables: ForwardingTables,
    endports: readonly EndportIx[] = hostEndports(fabric, tables),
  ) {
    checkTablesOf(fabric, tables);
    this.endports = endports;
    this.#tables = tables;
    this.#switchCount = fabric.switchCount;
    this.entry = Int32Array.from(endports, (endport) =>
      entrySwitch(fabric, endport),
    );
    this.classOf = new Int32Array(endports.length);
    this.#byKey = new Int32Array(16 * (tables.lids.topLid + 1)).fill(-1);
    this.#all = new Int32Array(fabric.switchCount);
    this.#placeOf = new Int32Array(fabric.endportCount).fill(-1);
    let aside = 0;
    for (const [place, endport] of endports.entries()) {
      const at = this.entry[place] ?? -1;
      if (at >= 0) this.#all[at] = (this.#all[at] ?? 0) + 1;
      else aside += 1;
      // An endport that is given twice is two sources, which only the long way keeps apart.
      this.#placeOf[endport] = this.#placeOf[endport] === -1 ? place : -2;
    }
    this.#allAside = aside;
  }

  /** Groups all sources but the destination itself. Classes are in the order of their first source. */
  load(destination: EndportIx): void {
    const { endports, entry, classOf } = this;
    const tables = this.#tables;
    const byKey = this.#byKey;
    for (const key of this.#keys) byKey[key] = -1;
    this.#keys = [];
    this.#aside = [];
    this.count = 0;
    if (tables.sameForAllSources === true && this.#loadAlike(destination))
      return;
    let last = -1;
    let found = -1;
    let sources: Int32Array = NONE;
    for (let i = 0; i < endports.length; i++) {
      const source = endports[i] ?? (0 as EndportIx);
      if (source === destination) {
        classOf[i] = -1;
        continue;
      }
      const key =
        tables.pathLid(source, destination) * 16 +
        tables.pathSl(source, destination);
      if (key !== last) {
        last = key;
        found = byKey[key] ?? -1;
        if (found < 0) found = this.#open(key);
        sources = this.#sources[found] ?? NONE;
      }
      classOf[i] = found;
      const at = entry[i] ?? -1;
      if (at >= 0) sources[at] = (sources[at] ?? 0) + 1;
      else this.#aside[found] = (this.#aside[found] ?? 0) + 1;
    }
  }

  /** One class of all sources; false, and nothing, where the destination is several of them. */
  #loadAlike(destination: EndportIx): boolean {
    const { endports, classOf } = this;
    const own = this.#placeOf[destination] ?? -1;
    const first = endports[own === 0 ? 1 : 0];
    if (own === -2) return false;
    if (first === undefined) {
      classOf.fill(-1);
      return true;
    }
    classOf.fill(0);
    const index = this.#open(
      this.#tables.pathLid(first, destination) * 16 +
        this.#tables.pathSl(first, destination),
    );
    const sources = this.#sources[index] ?? NONE;
    sources.set(this.#all);
    this.#aside[index] = this.#allAside;
    if (own < 0) return true;
    classOf[own] = -1;
    const at = this.entry[own] ?? -1;
    if (at >= 0) sources[at] = (sources[at] ?? 0) - 1;
    else this.#aside[index] = this.#allAside - 1;
    return true;
  }

  /** LID that the sources of a class use. */
  lid(index: number): Lid {
    return ((this.#keys[index] ?? 0) >> 4) as Lid;
  }

  /** SL that the sources of a class use. */
  sl(index: number): Sl {
    return ((this.#keys[index] ?? 0) & 15) as Sl;
  }

  /** Switch -> sources of the class that enter there. A view, overwritten by the next load. */
  sources(index: number): Int32Array {
    return this.#sources[index] ?? NONE;
  }

  /** Sources of the class that enter at no switch (`entry` -1); follow those with a `PathWalker`. */
  aside(index: number): number {
    return this.#aside[index] ?? 0;
  }

  #open(key: number): number {
    const index = this.count++;
    this.#byKey[key] = index;
    this.#keys.push(key);
    this.#aside.push(0);
    const buffer = this.#sources[index];
    if (buffer === undefined)
      this.#sources.push(new Int32Array(this.#switchCount));
    else buffer.fill(0);
    return index;
  }
}

const NONE = new Int32Array(0);

/** Switch at which an endport's packets enter the fabric; -1 where there is none. */
function entrySwitch(fabric: Fabric, endport: EndportIx): number {
  const port = fabric.endportPort[endport] ?? -1;
  if (port < 0) return fabric.endportNode[endport] ?? -1;
  const peer = fabric.portPeer[port] ?? -1;
  const node = peer < 0 ? -1 : (fabric.portNode[peer] ?? -1);
  return node < fabric.switchCount ? node : -1;
}
