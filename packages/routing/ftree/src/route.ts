import { NO_PORT } from "@fabriclab/units";
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
  #lid = 0;

  /** Routes to `lid`, which is at `at` or `hops` cables below it. LID 0 stands for a host that is missing: it counts, and is forgotten. */
  route(
    at: TreeSwitch,
    lid: number,
    isMain: boolean,
    hops: number,
    reverse = 0,
  ): void {
    this.#lid = lid;
    this.#upFrom(at, undefined, isMain, hops, reverse);
  }

  /** @returns whether a host or a switch was reached for which the way counts */
  #downFrom(
    at: TreeSwitch,
    before: TreeSwitch | undefined,
    hops: number,
  ): boolean {
    if (at.lower.length === 0) return false;
    if (at.changed) {
      settle(at.lower, byUp);
      at.changed = false;
    }
    settle(at.level, byUp);
    let created = false;
    const count = at.lower.length + (this.#lid === 0 ? 0 : at.level.length);
    for (let k = 0; k < count; k++) {
      const group = at.lower[k] ?? at.level[k - at.lower.length];
      if (group === undefined) break;
      const { remote } = group;
      if (remote === undefined) {
        created = true;
        continue;
      }
      if (remote === before) continue;
      const known = remote.hops[this.#lid] ?? NO_PORT;
      if (known !== NO_PORT && hops + 1 >= known) continue;
      const port = least(group, "up");
      remote.lft[this.#lid] = port.remoteNum;
      remote.hops[this.#lid] = hops + 1;
      if (!this.#downFrom(remote, undefined, hops + 1)) continue;
      created = true;
      port.up += 1;
      group.up += 1;
      at.changed = true;
    }
    if (created) at.turn = (at.turn + 1) % at.lower.length;
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
    settle(at.upper, byDown);
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
    settle(at.level, byDown);
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
    return (
      remote.lft[this.#lid] === NO_PORT ||
      hops < (remote.hops[this.#lid] ?? NO_PORT)
    );
  }

  #set(remote: TreeSwitch, port: GroupPort, hops: number): void {
    remote.lft[this.#lid] = port.remoteNum;
    remote.hops[this.#lid] = hops;
  }
}

/** Hosts come after all switches. */
const HOST = 0x7fffffff;

const byOrder = (a: PortGroup, b: PortGroup): number =>
  (a.remote?.order ?? HOST) - (b.remote?.order ?? HOST);
const byUp = (a: PortGroup, b: PortGroup): number =>
  a.up - b.up || byOrder(a, b);
const byDown = (a: PortGroup, b: PortGroup): number =>
  a.down - b.down || byOrder(a, b);

/** The cable of fewest routes, the lowest-numbered of equal ones; a group has one at least. */
function least({ ports }: PortGroup, way: "up" | "down"): GroupPort {
  let best = ports[0] as GroupPort;
  for (const port of ports) if (port[way] < best[way]) best = port;
  return best;
}

/** Sorts groups in place. They are almost in order, so neighbours are exchanged until none is out of it. */
function settle(
  groups: PortGroup[],
  compare: (a: PortGroup, b: PortGroup) => number,
): void {
  for (let end = groups.length, moved = true; moved; end--) {
    moved = false;
    for (let i = 1; i < end; i++) {
      const [a, b] = [groups[i - 1], groups[i]];
      if (a === undefined || b === undefined || compare(b, a) >= 0) continue;
      groups[i - 1] = b;
      groups[i] = a;
      moved = true;
    }
  }
}
