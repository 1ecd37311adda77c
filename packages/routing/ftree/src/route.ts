import { NO_PORT } from "@fabriclab/units";
import type { LidColumns } from "./columns.ts";
import type { GroupPort, PortGroup, TreeSwitch } from "./tree.ts";

/**
 * Lays the routes to one LID after the other: from the switch of the destination up, and from every switch on the way down again, so that all switches
 * below learn the way up. `isMain`: a route that counts; LIDs of switches do not.
 *
 * `downFrom` sets, at the switches below `at`, the way up to it for `lid`; `upFrom` sets the way down at the switches above.
 *
 * Complexity: O(groups) for a LID.
 */
export class TreeRoutes {
  readonly #port: Uint8Array;
  readonly #hops: Uint8Array;
  readonly #columns: LidColumns;
  /** Place in `port` of the LID's first switch. */
  #base = 0;
  #isMissing = false;

  constructor(columns: LidColumns) {
    this.#columns = columns;
    this.#port = columns.port;
    this.#hops = columns.hops;
  }

  /**
   * Routes to `lid`, which is at `at` (`hops` 0, by its port 0) or at port `num` of it (`hops` 1). LID 0 stands for a host that is missing: it counts,
   * and is forgotten.
   */
  route(
    at: TreeSwitch,
    lid: number,
    num: number,
    isMain: boolean,
    hops: number,
    reverse = 0,
  ): void {
    this.#isMissing = lid === 0;
    this.#base = this.#columns.begin(lid);
    this.#port[this.#base + at.sw] = num;
    this.#hops[at.sw] = hops;
    this.#upFrom(at, undefined, isMain, hops, reverse);
  }

  /** @returns whether a host or a switch was reached for which the way counts */
  #downFrom(
    at: TreeSwitch,
    before: TreeSwitch | undefined,
    hops: number,
  ): boolean {
    if (at.lower.length === 0) return false;
    if (at.carriesHostsOnly) {
      at.turn = (at.turn + 1) % at.lower.length;
      return true;
    }
    if (at.changed) {
      settleUp(at.lower);
      at.changed = false;
    }
    if (at.level.length > 0) settleUp(at.level);
    let created = this.#downBy(at.lower, at, before, hops);
    // A host that is missing is not looked for beside its leaf.
    if (!this.#isMissing && at.level.length > 0)
      created = this.#downBy(at.level, at, before, hops) || created;
    if (created) at.turn = (at.turn + 1) % at.lower.length;
    return created;
  }

  #downBy(
    groups: readonly PortGroup[],
    at: TreeSwitch,
    before: TreeSwitch | undefined,
    hops: number,
  ): boolean {
    let created = false;
    // By place: where ways turn, groups may be sorted anew meanwhile.
    for (let k = 0; k < groups.length; k++) {
      const group = groups[k] as PortGroup;
      const { remoteSw, remote } = group;
      if (remote === undefined) {
        created = true;
        continue;
      }
      if (hops + 1 >= (this.#hops[remoteSw] ?? NO_PORT) || remote === before)
        continue;
      const port = least(group, "up");
      this.#set(remote, port, hops + 1);
      if (!this.#downFrom(remote, undefined, hops + 1)) continue;
      created = true;
      port.up += 1;
      group.up += 1;
      at.changed = true;
    }
    return created;
  }

  #upFrom(
    at: TreeSwitch,
    before: TreeSwitch | undefined,
    isMain: boolean,
    hops: number,
    reverse: number,
  ): boolean {
    let created = this.#downFrom(at, before, hops);
    if (at.rank === 0)
      return this.#turnAtRoot(at, isMain, hops, reverse) || created;
    settleDown(at.upper);
    const [first] = at.upper;
    if (first?.remote === undefined) return created;
    const port = least(first, "down");
    if (isMain) {
      first.down += 1;
      port.down += 1;
      const { remote } = first;
      if (this.#isBetter(remote, hops + 1)) this.#set(remote, port, hops + 1);
      created = this.#upFrom(remote, at, true, hops + 1, reverse) || created;
    }
    // Lists are walked by place: where ways turn, they may be sorted anew meanwhile.
    for (let i = isMain ? 1 : 0; i < at.upper.length; i++) {
      const group = at.upper[i];
      const remote = group?.remote;
      if (group === undefined || remote === undefined) continue;
      if (!this.#isBetter(remote, hops + 1)) continue;
      this.#set(remote, least(group, "down"), hops + 1);
      created = this.#upFrom(remote, at, false, hops + 1, reverse) || created;
    }
    settleDown(at.level);
    for (let i = 0; i < at.level.length; i++) {
      const group = at.level[i];
      const remote = group?.remote;
      if (group === undefined || remote === undefined) continue;
      if (!this.#isBetter(remote, hops + 1)) continue;
      const cable = least(group, "down");
      this.#set(remote, cable, hops + 1);
      if (!this.#upFrom(remote, at, false, hops + 1, reverse)) continue;
      created = true;
      // As in OpenSM, what goes by a neighbour of equal rank loads the first upper group.
      first.down += 1;
      cable.down += 1;
    }
    if (reverse === 0 || at.isLeaf) return created;
    for (let i = 0; i < at.lower.length; i++) {
      const remote = at.lower[i]?.remote;
      if (remote !== undefined)
        created =
          this.#upFrom(remote, at, true, hops + 1, reverse - 1) || created;
    }
    return created;
  }

  /** From a root the way goes on below, up again from there, as long as turns are left. Roots begin at one neighbour after the other. */
  #turnAtRoot(
    at: TreeSwitch,
    isMain: boolean,
    hops: number,
    reverse: number,
  ): boolean {
    if (reverse === 0 || at.lower.length === 0) return false;
    at.turn = (at.turn + 1) % at.lower.length;
    let created = false;
    const first = at.turn;
    for (let i = 0; i < at.lower.length; i++) {
      const { remote } = at.lower[(first + i) % at.lower.length] ?? {};
      if (remote === undefined) continue;
      created =
        this.#upFrom(remote, at, isMain, hops + 1, reverse - 1) || created;
    }
    return created;
  }

  #isBetter(remote: TreeSwitch, hops: number): boolean {
    return hops < (this.#hops[remote.sw] ?? NO_PORT);
  }

  #set(remote: TreeSwitch, port: GroupPort, hops: number): void {
    this.#port[this.#base + remote.sw] = port.remoteNum;
    this.#hops[remote.sw] = hops;
  }
}

/** The cable of fewest routes, the lowest-numbered of equal ones; a group has one at least. */
function least({ ports }: PortGroup, way: "up" | "down"): GroupPort {
  let best = ports[0] as GroupPort;
  if (ports.length === 1) return best;
  for (const port of ports) if (port[way] < best[way]) best = port;
  return best;
}

/** Sorts groups in place by the routes up over them. They are almost in order, so each is moved forward past those that it belongs before. */
function settleUp(groups: PortGroup[]): void {
  for (let i = 1; i < groups.length; i++) {
    const group = groups[i] as PortGroup;
    let to = i;
    for (; to > 0; to--) {
      const other = groups[to - 1] as PortGroup;
      if (other.up < group.up) break;
      if (other.up === group.up && other.order <= group.order) break;
      groups[to] = other;
    }
    if (to < i) groups[to] = group;
  }
}

/** The same by the routes down; written out twice because a comparison handed in cannot be inlined, and this is most of the engine's time. */
function settleDown(groups: PortGroup[]): void {
  for (let i = 1; i < groups.length; i++) {
    const group = groups[i] as PortGroup;
    let to = i;
    for (; to > 0; to--) {
      const other = groups[to - 1] as PortGroup;
      if (other.down < group.down) break;
      if (other.down === group.down && other.order <= group.order) break;
      groups[to] = other;
    }
    if (to < i) groups[to] = group;
  }
}
