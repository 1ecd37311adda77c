import type { SwitchLinks } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { NO_PORT, type EndportIx } from "@fabriclab/units";

/**
 * The paths between hosts as far as they can wait for each other: from every switch with hosts to every host endport, all of its LIDs together, with the
 * lane that they are on. The hosts of a switch share them; a host's own channel and the last one lie on no cycle.
 *
 * Memory: a byte for each (switch with hosts, host endport).
 */
export class SourcePaths {
  /** Lane at `destination · sources + source`. */
  readonly lane: Uint8Array;
  readonly #fabric: Fabric;
  readonly #links: SwitchLinks;
  readonly #tables: ForwardingTables;
  /** Place -> switch with hosts, and back (-1 for others). */
  readonly #switches: Int32Array;
  readonly #source: Int32Array;
  /** Endport -> place of its switch among sources, -1 where it is no cabled host port. */
  readonly #sourceOf: Int32Array;

  constructor(fabric: Fabric, links: SwitchLinks, tables: ForwardingTables) {
    const { switchCount, endportCount } = fabric;
    this.#fabric = fabric;
    this.#links = links;
    this.#tables = tables;
    this.#source = new Int32Array(switchCount).fill(-1);
    this.#sourceOf = new Int32Array(endportCount).fill(-1);
    const switches: number[] = [];
    for (let endport = switchCount; endport < endportCount; endport++) {
      const sw = fabric.attachment(endport as EndportIx)?.sw;
      if (sw === undefined) continue;
      if ((this.#source[sw] ?? 0) < 0) {
        this.#source[sw] = switches.length;
        switches.push(sw);
      }
      this.#sourceOf[endport] = this.#source[sw] ?? -1;
    }
    this.#switches = Int32Array.from(switches);
    this.lane = new Uint8Array(
      (endportCount - switchCount) * this.#switches.length,
    );
  }

  /** The lane of the path between two endports; 0 where one of them is no host. */
  laneOf(source: EndportIx, destination: EndportIx): number {
    const from = this.#sourceOf[source] ?? -1;
    const to = destination - this.#fabric.switchCount;
    return from < 0 || to < 0
      ? 0
      : (this.lane[to * this.#switches.length + from] ?? 0);
  }

  /** Calls `visit` for each turn, from link into link, of each path on a lane, once for every path and LID that makes it. */
  forEachTurn(lane: number, visit: (from: number, into: number) => void): void {
    this.#forEach(lane, (sw, base, end) => {
      for (let lid = base; lid < end; lid++) {
        let from = this.#link(sw, lid);
        while (from >= 0) {
          const into = this.#link(this.#links.to[from] ?? 0, lid);
          if (into >= 0) visit(from, into);
          from = into;
        }
      }
    });
  }

  /** Moves paths that make a turn for which `gone` is true to the next lane. */
  moveUp(lane: number, gone: (from: number, into: number) => boolean): void {
    this.#forEach(lane, (sw, base, end, path) => {
      for (let lid = base; lid < end; lid++)
        for (let from = this.#link(sw, lid); from >= 0;) {
          const into = this.#link(this.#links.to[from] ?? 0, lid);
          if (into >= 0 && gone(from, into)) {
            this.lane[path] = lane + 1;
            return;
          }
          from = into;
        }
    });
  }

  #forEach(
    lane: number,
    visit: (sw: number, base: number, end: number, path: number) => void,
  ): void {
    const { switchCount, endportCount } = this.#fabric;
    const { baseLid, lmc } = this.#tables.lids;
    const sources = this.#switches.length;
    for (let endport = switchCount; endport < endportCount; endport++) {
      const base = baseLid[endport] ?? 0;
      if (base === 0 || (this.#sourceOf[endport] ?? -1) < 0) continue;
      const end = base + 2 ** (lmc[endport] ?? 0);
      const first = (endport - switchCount) * sources;
      for (let source = 0; source < sources; source++)
        if (this.lane[first + source] === lane)
          visit(this.#switches[source] ?? 0, base, end, first + source);
    }
  }

  /** The link between switches by which a switch forwards a LID; -1 where that is a host's, its own, or nowhere. */
  #link(sw: number, lid: number): number {
    const num = this.#tables.lft[sw]?.[lid] ?? NO_PORT;
    if (num === 0 || num === NO_PORT) return -1;
    return (
      this.#links.linkOf[(this.#fabric.portStart[sw] ?? 0) + num - 1] ?? -1
    );
  }
}
