import { refuseGeneratedSize, type Counts } from "@fabriclab/fabric";
import { FabricError } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";
import { readNumbers } from "./numbers.ts";

/** What names a tree; see the parameters of `xgft`. */
export interface XgftSize {
  readonly children: Counts;
  readonly parents: Counts;
  readonly parallel: Counts;
  /** Hosts that are there; 0 or absent = as many as there is room for. */
  readonly hosts?: number;
}

/** A tree, level by level from the leaves. */
export interface Levels {
  /** m: what hangs at a switch of each level: hosts at a leaf, then switches. */
  readonly children: readonly number[];
  /** w: switches above a switch of each level; 0 above the roots. */
  readonly parents: readonly number[];
  /** Switches of each level. */
  readonly switches: readonly number[];
  /** Cables between a switch of each level and each one above it; 0 above the roots. */
  readonly parallel: readonly number[];
}

/**
 * The levels of a tree.
 *
 * @throws FabricError E_XGFT_NUMBERS, E_XGFT_LEVELS
 */
export function levelsOf({ children, parents, parallel }: XgftSize): Levels {
  const m = readNumbers(children, "children");
  const w = readNumbers(parents, "parents");
  if (m.length === 0 || w.length !== m.length - 1)
    throw new FabricError({
      code: "E_XGFT_LEVELS",
      message:
        "each level of switches has a number of children, and each but the roots a number of parents",
      where: { path: "parents" },
      got: `${m.length} in children, ${w.length} in parents`,
      expected: `${Math.max(1, m.length) - 1} in parents`,
      hint:
        w.length === m.length && w[0] === 1
          ? "leave out w1, the cables of a host, which is 1 here: parents begin with w2"
          : "children: 24,12,4 and parents: 12,4 name three levels: 24 hosts at a leaf and 12 switches above it, 12 leaves below each of these and 4 roots above it, 4 switches below each root",
    });
  const cables = readNumbers(parallel, "parallel");
  if (cables.length !== 1 && cables.length !== w.length)
    throw new FabricError({
      code: "E_XGFT_LEVELS",
      message:
        "the cables between two switches are as many on every level, or a number for each",
      where: { path: "parallel" },
      got: `${cables.length} numbers`,
      expected: w.length > 1 ? `1 or ${w.length}` : "1",
    });
  const switches = m.map((_, level) => {
    const subtrees = m.slice(level + 1).reduce((all, one) => all * one, 1);
    return w.slice(0, level).reduce((all, one) => all * one, subtrees);
  });
  return {
    children: m,
    parents: [...w, 0],
    switches,
    parallel: [...w.map((_, level) => cables[level] ?? cables[0]!), 0],
  };
}

/** Ports that a switch of a level needs: its children's first, its parents' behind them. */
export const portsOf = (
  { children, parents, parallel }: Levels,
  level: number,
): number =>
  children[level]! * (level === 0 ? 1 : parallel[level - 1]!) +
  parents[level]! * parallel[level]!;

/** Π m: hosts that the tree has room for. */
const roomOf = (size: XgftSize): number =>
  readNumbers(size.children, "children").reduce((all, one) => all * one, 1);

/** Those that are there. @throws FabricError E_XGFT_NUMBERS, E_XGFT_HOSTS for more than there is room for */
export function hostsOf(size: XgftSize): number {
  const room = roomOf(size);
  const { hosts = 0 } = size;
  if (hosts > room)
    throw new FabricError({
      code: "E_XGFT_HOSTS",
      message: "the tree has no room for so many hosts",
      where: { path: "hosts" },
      got: String(hosts),
      expected: `at most ${room}, the product of the children`,
      hint: "give more `children`, at the leaves or above",
    });
  return hosts === 0 ? room : hosts;
}

export const switchesOf = (size: XgftSize): number =>
  levelsOf(size).switches.reduce((all, one) => all + one, 0);

/** A cable to each host, and those from each level of switches up. */
export function linksOf(size: XgftSize): number {
  const { switches, parents, parallel } = levelsOf(size);
  return switches.reduce(
    (all, count, level) => all + count * parents[level]! * parallel[level]!,
    hostsOf(size),
  );
}

/** Switches on the longest shortest path: up to the lowest level that joins all hosts, and down. */
export function diameterOf(size: XgftSize): number {
  const { children } = levelsOf(size);
  const hosts = hostsOf(size);
  let [room = 1] = children;
  let level = 0;
  while (room < hosts) room *= children[++level]!;
  return 2 * level + 1;
}

/**
 * The levels of a tree that can be made.
 *
 * @param ports of every switch, 0 = as many as each needs
 * @throws FabricError E_XGFT_NUMBERS, E_XGFT_LEVELS, E_XGFT_HOSTS, E_XGFT_PORTS or E_XGFT_TOO_LARGE
 */
export function checkedLevels(size: XgftSize, ports: number): Levels {
  const levels = levelsOf(size);
  const needs = levels.switches.map((_, level) => portsOf(levels, level));
  const most = ports === 0 ? MAX_PORTS : ports;
  const tight = needs.findIndex((need) => need > most);
  if (tight >= 0)
    throw new FabricError({
      code: "E_XGFT_PORTS",
      message: `switches of level ${tight + 1} from the hosts have too few ports`,
      where: { path: ports === 0 ? "children" : "ports" },
      got: `${needs[tight]} cables`,
      expected: `at most ${most}`,
      hint:
        ports === 0
          ? "lower `children`, `parents` or `parallel` of that level"
          : "lower `children`, `parents` or `parallel` of that level, or give more `ports`",
    });
  const switches = switchesOf(size);
  const hosts = hostsOf(size);
  const all = levels.switches.reduce(
    (sum, count, level) => sum + count * (ports === 0 ? needs[level]! : ports),
    hosts,
  );
  refuseGeneratedSize(
    { switches, hosts, ports: all },
    {
      code: "E_XGFT_TOO_LARGE",
      path: "children",
      expected: "fewer children or parents",
    },
  );
  return levels;
}
