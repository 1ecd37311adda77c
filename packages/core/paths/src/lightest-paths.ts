import type { Fabric, LidTable } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { LevelLinks } from "./level-links.ts";
import { switchPlanes } from "./planes.ts";
import { SettleOrder } from "./settle-order.ts";
import { switchLinks, type SwitchLinks } from "./switch-links.ts";

/** No tie, or none below this level. */
const NO_TIE = 0;
/** Some path with more hops might be lighter. */
const DETOURS = -1;

/**
 * OpenSM's sssp, destination by destination: every switch gets a path of least weight, and links grow heavier by the sources whose paths they carry.
 *
 * Links weigh so much from the start that a lightest path is nearly always one of fewest hops. So loads are compared level by level along the links of
 * shortest paths, which all hosts of a switch share. Dijkstra's search with OpenSM's heap is run where it matters which of equally light paths it finds
 * first, as far as that level, and to the end where loads differ so much that a detour might be lighter.
 *
 * Complexity: O(links) for a LID, and O(links + switches · log switches) where paths tie; allocates nothing after construction.
 */
export class LightestPaths {
  readonly #links: SwitchLinks;
  readonly #levels: LevelLinks;
  readonly #order: SettleOrder;
  readonly #portStart: Int32Array;
  /** The destination's switch that `#levels` were made for. */
  #to = -1;
  readonly #planeOf: Int32Array;
  /** Plane -> what a link weighs before it carries anything: the square of the number of LIDs. */
  readonly #base: Float64Array;
  /** Link, towards destinations -> sources whose paths it carries, over all destinations. */
  readonly #load: Float64Array;
  /** Switch -> sources that it stands for. */
  readonly #sources: Float64Array;
  /** Place -> load of the path from there. */
  readonly #far: Float64Array;
  /** Place -> entry of the links of shortest paths that is taken. */
  readonly #pick: Int32Array;
  /** Place, or switch -> sources that come by it. */
  readonly #carried: Float64Array;

  /** @param mapOrder all switches in OpenSM's map order */
  constructor(fabric: Fabric, lids: LidTable, mapOrder: Int32Array) {
    const { switchCount, endportCount } = fabric;
    this.#links = switchLinks(fabric);
    this.#levels = new LevelLinks(this.#links);
    const planes = switchPlanes(fabric);
    this.#order = new SettleOrder(this.#links, mapOrder, planes);
    this.#portStart = fabric.portStart;
    this.#sources = new Float64Array(switchCount).fill(1);
    for (let endport = switchCount; endport < endportCount; endport++) {
      const sw = fabric.attachment(endport as EndportIx)?.sw;
      if (sw === undefined || (lids.baseLid[endport] ?? 0) === 0) continue;
      const count = 2 ** (lids.lmc[endport] ?? 0);
      this.#sources[sw] = (this.#sources[sw] ?? 0) + count;
    }
    this.#planeOf = planes.of;
    this.#base = new Float64Array(planes.count);
    for (const [sw, plane] of planes.of.entries())
      this.#base[plane] = (this.#base[plane] ?? 0) + (this.#sources[sw] ?? 0);
    this.#base = this.#base.map((count) => count ** 2);
    this.#load = new Float64Array(this.#links.channel.length);
    this.#far = new Float64Array(switchCount);
    this.#pick = new Int32Array(switchCount);
    this.#carried = new Float64Array(switchCount);
  }

  /** Writes the entries of `lid`, which is at switch `to` or at a host there, and adds its paths to the loads. */
  route(
    to: number,
    isSwitch: boolean,
    lft: readonly Uint8Array[],
    lid: number,
  ): void {
    if (to !== this.#to) {
      this.#levels.towards(to);
      this.#to = to;
    }
    const tie = this.#find();
    if (tie === DETOURS) {
      this.#takeSettled(to, isSwitch, lft, lid);
      return;
    }
    if (tie !== NO_TIE) this.#settleTies(to, isSwitch, tie);
    this.#take(lft, lid);
  }

  /**
   * The tree that one more search from switch `root` gives, over the loads that all paths have left: switch -> its port towards `root`, 0 at `root` and
   * where no path leads. OpenSM's sssp and dfsssp grow their multicast trees so. Changes no load.
   */
  tree(root: number): Uint8Array {
    const { back, channel, switchCount } = this.#links;
    const { settled, via } = this.#order;
    const up = new Uint8Array(switchCount);
    const load = this.#load;
    const all = switchCount;
    const base = this.#baseAt(root);
    const count = this.#order.search(root, true, base, load, all);
    for (let i = 1; i < count; i++) {
      const sw = settled[i] ?? 0;
      const way = back[via[sw] ?? 0] ?? 0;
      up[sw] = (channel[way] ?? 0) - (this.#portStart[sw] ?? 0) + 1;
    }
    return up;
  }

  /** What a link in the plane of a switch weighs before it carries anything. */
  #baseAt(sw: number): number {
    return this.#base[this.#planeOf[sw] ?? 0] ?? 0;
  }

  /** Fills `#pick`. @returns the highest level where equally light paths tie, `NO_TIE`, or `DETOURS` */
  #find(): number {
    const { levels, levelStart, start, link, next } = this.#levels;
    const load = this.#load;
    const far = this.#far;
    const pick = this.#pick;
    const base = this.#baseAt(this.#to);
    far[0] = 0;
    let tie = NO_TIE;
    for (let level = 1; level < levels; level++) {
      const end = levelStart[level + 1] ?? 0;
      let nearest = Infinity;
      let farthest = 0;
      let tied = false;
      for (let at = levelStart[level] ?? 0; at < end; at++) {
        let entry = start[at] ?? 0;
        const last = start[at + 1] ?? 0;
        let best = entry;
        let before = far[next[entry] ?? 0] ?? 0;
        let least = before + (load[link[entry] ?? 0] ?? 0);
        let equal = -1;
        for (entry += 1; entry < last; entry++) {
          const here = far[next[entry] ?? 0] ?? 0;
          const sum = here + (load[link[entry] ?? 0] ?? 0);
          if (sum > least) continue;
          // Of equal ones that by the nearer switch is found first; of cables to one switch the first. Between switches as far the heap decides.
          if (sum < least || here < before) {
            least = sum;
            before = here;
            best = entry;
            equal = -1;
          } else if (here === before && next[entry] !== next[best])
            equal = entry;
        }
        if (equal >= 0) tied = true;
        far[at] = least;
        pick[at] = best;
        if (least < nearest) nearest = least;
        if (least > farthest) farthest = least;
      }
      if (farthest - nearest >= base) return DETOURS;
      if (tied) tie = level;
    }
    return tie;
  }

  /** Picks anew what the search finds first, up to level `tie`. */
  #settleTies(to: number, isSwitch: boolean, tie: number): void {
    const { levelStart, switches, start, link } = this.#levels;
    const below = levelStart[tie] ?? 0;
    const base = this.#baseAt(to);
    this.#order.search(to, isSwitch, base, this.#load, below);
    const { back } = this.#links;
    const end = levelStart[tie + 1] ?? 0;
    for (let at = 1; at < end; at++) {
      const found = back[this.#order.via[switches[at] ?? 0] ?? 0] ?? 0;
      let entry = start[at] ?? 0;
      while (link[entry] !== found) entry += 1;
      this.#pick[at] = entry;
    }
  }

  /** From the far end in: what a switch carries goes on to the one before it. */
  #take(lft: readonly Uint8Array[], lid: number): void {
    const { levels, levelStart, switches, link, next } = this.#levels;
    const { channel } = this.#links;
    const carried = this.#carried;
    const count = levelStart[levels] ?? 0;
    for (let at = 0; at < count; at++)
      carried[at] = this.#sources[switches[at] ?? 0] ?? 0;
    for (let at = count - 1; at > 0; at--) {
      const sw = switches[at] ?? 0;
      const entry = this.#pick[at] ?? 0;
      const way = link[entry] ?? 0;
      const before = next[entry] ?? 0;
      const sources = carried[at] ?? 0;
      this.#load[way] = (this.#load[way] ?? 0) + sources;
      carried[before] = (carried[before] ?? 0) + sources;
      const table = lft[sw];
      if (table !== undefined)
        table[lid] = (channel[way] ?? 0) - (this.#portStart[sw] ?? 0) + 1;
    }
  }

  /** The same along the paths of a search that looks at all links. */
  #takeSettled(
    to: number,
    isSwitch: boolean,
    lft: readonly Uint8Array[],
    lid: number,
  ): void {
    const { back, to: linkTo, channel, switchCount } = this.#links;
    const { settled, via } = this.#order;
    const load = this.#load;
    const carried = this.#carried;
    const count = this.#order.search(
      to,
      isSwitch,
      this.#baseAt(to),
      load,
      switchCount,
    );
    carried.set(this.#sources);
    for (let i = count - 1; i > 0; i--) {
      const sw = settled[i] ?? 0;
      const way = back[via[sw] ?? 0] ?? 0;
      const before = linkTo[way] ?? 0;
      const sources = carried[sw] ?? 0;
      load[way] = (load[way] ?? 0) + sources;
      carried[before] = (carried[before] ?? 0) + sources;
      const table = lft[sw];
      if (table !== undefined)
        table[lid] = (channel[way] ?? 0) - (this.#portStart[sw] ?? 0) + 1;
    }
  }
}
