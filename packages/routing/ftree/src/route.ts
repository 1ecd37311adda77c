import { NO_PORT } from "@fabriclab/units";
import type { LidColumns } from "./columns.ts";
import { LEVEL, LOWER, ROUTE, UPPER, type PackedTree } from "./packed-tree.ts";

/**
 * Lays the routes to one LID after the other: from the switch of the destination up, and from every switch on the way down again, so that all switches
 * below learn the way up. `isMain`: a route that counts; LIDs of switches do not.
 *
 * `downFrom` sets, at the switches below `at`, the way up to it for `lid`; `upFrom` sets the way down at the switches above. Lists of groups are walked by
 * place: where ways turn, they may be sorted anew meanwhile.
 *
 * Complexity: O(groups) for a LID.
 */
export class TreeRoutes {
  readonly #port: Uint8Array;
  readonly #hops: Uint8Array;
  readonly #columns: LidColumns;
  readonly #tree: PackedTree;
  /** Set of lower neighbours -> least hops at a switch from which all of them were looked at for the present LID: from as far away none is reached anew. */
  readonly #seen: Uint8Array;
  /** Place in `port` of the LID's first switch. */
  #base = 0;
  #isMissing = false;
  /** The leaf of a host that is missing until a way comes back to it, which OpenSM then takes once for a better one; -1 for none. */
  #open = -1;

  constructor(tree: PackedTree, columns: LidColumns) {
    this.#tree = tree;
    this.#columns = columns;
    this.#seen = new Uint8Array(tree.sets);
    this.#port = columns.port;
    this.#hops = columns.hops;
  }

  /**
   * Routes to `lid`, which is at switch `at` (`hops` 0, by its port 0) or at port `num` of it (`hops` 1). LID 0 stands for a host that is missing: it
   * counts, and is forgotten.
   */
  route(
    at: number,
    lid: number,
    num: number,
    isMain: boolean,
    hops: number,
    reverse = 0,
  ): void {
    this.#isMissing = lid === 0;
    this.#open = this.#isMissing ? at : -1;
    this.#base = this.#columns.begin(lid);
    this.#seen.fill(NO_PORT);
    this.#port[this.#base + at] = num;
    this.#hops[at] = hops;
    this.#upFrom(at, -1, isMain, hops, reverse);
  }

  /** @returns whether a host or a switch was reached for which the way counts */
  #downFrom(at: number, before: number, hops: number): boolean {
    const tree = this.#tree;
    const lower = tree.lists[4 * at + LOWER] ?? 0;
    const level = tree.lists[4 * at + LEVEL] ?? 0;
    const upper = tree.lists[4 * at + UPPER] ?? 0;
    if (lower === level) return false;
    if (tree.carriesHostsOnly[at] === 1) {
      this.#nextTurn(at);
      return true;
    }
    if (tree.changed[at] === 1) {
      settle(tree, lower, level, tree.up);
      tree.changed[at] = 0;
    }
    if (level < upper) settle(tree, level, upper, tree.up);
    const below = tree.below[at] ?? 0;
    let created = tree.hasHosts[at] === 1;
    if (hops < (this.#seen[below] ?? 0)) {
      created = this.#downBy(lower, level, at, before, hops);
      this.#seen[below] = Math.min(hops, this.#seen[below] ?? 0);
    }
    // A host that is missing is not looked for beside its leaf.
    if (!this.#isMissing && level < upper)
      created = this.#downBy(level, upper, at, before, hops) || created;
    if (created) this.#nextTurn(at);
    return created;
  }

  #nextTurn(at: number): void {
    const { lists, turn } = this.#tree;
    const count = (lists[4 * at + LEVEL] ?? 0) - (lists[4 * at + LOWER] ?? 0);
    turn[at] = ((turn[at] ?? 0) + 1) % count;
  }

  /** By the groups at places `first` … `end` - 1. */
  #downBy(
    first: number,
    end: number,
    at: number,
    before: number,
    hops: number,
  ): boolean {
    const { remote: remotes, group: groups, up, cableUp } = this.#tree;
    const far = this.#hops;
    let created = false;
    for (let k = first; k < end; k++) {
      const remote = remotes[k] ?? -1;
      if (remote < 0) {
        created = true;
        continue;
      }
      if (hops + 1 >= (far[remote] ?? NO_PORT) || remote === before) continue;
      const group = groups[k] ?? 0;
      const cable = this.#least(group, cableUp);
      this.#set(remote, cable, hops + 1);
      if (!this.#downFrom(remote, -1, hops + 1)) continue;
      created = true;
      cableUp[cable] = (cableUp[cable] ?? 0) + 1;
      up[group] = (up[group] ?? 0) + ROUTE;
      this.#tree.changed[at] = 1;
    }
    return created;
  }

  #upFrom(
    at: number,
    before: number,
    isMain: boolean,
    hops: number,
    reverse: number,
  ): boolean {
    const tree = this.#tree;
    let created = this.#downFrom(at, before, hops);
    if (tree.rank[at] === 0)
      return this.#turnAtRoot(at, isMain, hops, reverse) || created;
    const { lists, remote: remotes, group: groups, down, cableDown } = tree;
    const lower = lists[4 * at + LOWER] ?? 0;
    const level = lists[4 * at + LEVEL] ?? 0;
    const upper = lists[4 * at + UPPER] ?? 0;
    const end = lists[4 * at + 3] ?? 0;
    settle(tree, upper, end, down);
    if (upper === end) return created;
    const first = groups[upper] ?? 0;
    if (isMain) {
      const cable = this.#least(first, cableDown);
      down[first] = (down[first] ?? 0) + ROUTE;
      cableDown[cable] = (cableDown[cable] ?? 0) + 1;
      const remote = remotes[upper] ?? 0;
      if (this.#isBetter(remote, hops + 1)) this.#set(remote, cable, hops + 1);
      created = this.#upFrom(remote, at, true, hops + 1, reverse) || created;
    }
    for (let k = isMain ? upper + 1 : upper; k < end; k++) {
      const remote = remotes[k] ?? 0;
      if (!this.#isBetter(remote, hops + 1)) continue;
      this.#set(remote, this.#least(groups[k] ?? 0, cableDown), hops + 1);
      created = this.#upFrom(remote, at, false, hops + 1, reverse) || created;
    }
    settle(tree, level, upper, down);
    for (let k = level; k < upper; k++) {
      const remote = remotes[k] ?? 0;
      if (!this.#isBetter(remote, hops + 1)) continue;
      const cable = this.#least(groups[k] ?? 0, cableDown);
      this.#set(remote, cable, hops + 1);
      if (!this.#upFrom(remote, at, false, hops + 1, reverse)) continue;
      created = true;
      // As in OpenSM, what goes by a neighbour of equal rank loads the first upper group.
      down[first] = (down[first] ?? 0) + ROUTE;
      cableDown[cable] = (cableDown[cable] ?? 0) + 1;
    }
    if (reverse === 0 || tree.isLeaf[at] === 1) return created;
    for (let k = lower; k < level; k++) {
      const remote = remotes[k] ?? -1;
      if (remote >= 0)
        created =
          this.#upFrom(remote, at, true, hops + 1, reverse - 1) || created;
    }
    return created;
  }

  /** From a root the way goes on below, up again from there, as long as turns are left. Roots begin at one neighbour after the other. */
  #turnAtRoot(
    at: number,
    isMain: boolean,
    hops: number,
    reverse: number,
  ): boolean {
    const { lists, turn, remote: remotes } = this.#tree;
    const lower = lists[4 * at + LOWER] ?? 0;
    const count = (lists[4 * at + LEVEL] ?? 0) - lower;
    if (reverse === 0 || count === 0) return false;
    this.#nextTurn(at);
    let created = false;
    const first = turn[at] ?? 0;
    for (let i = 0; i < count; i++) {
      const remote = remotes[lower + ((first + i) % count)] ?? -1;
      if (remote < 0) continue;
      created =
        this.#upFrom(remote, at, isMain, hops + 1, reverse - 1) || created;
    }
    return created;
  }

  #isBetter(remote: number, hops: number): boolean {
    return hops < (this.#hops[remote] ?? NO_PORT) || remote === this.#open;
  }

  #set(remote: number, cable: number, hops: number): void {
    this.#port[this.#base + remote] = this.#tree.remoteNum[cable] ?? NO_PORT;
    this.#hops[remote] = hops;
    if (remote === this.#open) this.#open = -1;
  }

  /** The cable of fewest routes, the lowest-numbered of equal ones; a group has one at least. */
  #least(group: number, routes: Int32Array): number {
    const { cables } = this.#tree;
    let best = cables[group] ?? 0;
    const end = cables[group + 1] ?? 0;
    for (let cable = best + 1; cable < end; cable++)
      if ((routes[cable] ?? 0) < (routes[best] ?? 0)) best = cable;
    return best;
  }
}

/** Sorts the groups at places `first` … `end` - 1. They are almost in order, so each is moved forward past those that it belongs before. */
function settle(
  { group: groups, remote }: PackedTree,
  first: number,
  end: number,
  key: Float64Array,
): void {
  let before = -1;
  for (let i = first; i < end; i++) {
    const group = groups[i] ?? 0;
    const mine = key[group] ?? 0;
    if (before <= mine) {
      before = mine;
      continue;
    }
    const far = remote[i] ?? -1;
    let to = i;
    for (; to > first; to--) {
      const other = groups[to - 1] ?? 0;
      if ((key[other] ?? 0) <= mine) break;
      groups[to] = other;
      remote[to] = remote[to - 1] ?? -1;
    }
    groups[to] = group;
    remote[to] = far;
  }
}
