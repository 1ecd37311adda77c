import { FabricError, type Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";

/** Hop count between switches that no path joins. */
export const UNREACHABLE = 0xffff;

/**
 * Cables on a shortest path from every switch to `to`, by breadth-first search over switches (hosts do not forward).
 *
 * Complexity: O(ports of switches) time; allocates nothing when `out` and `queue` are given.
 *
 * @param out length switchCount; `UNREACHABLE` where no path leads to `to`
 * @param queue scratch, length switchCount
 */
export function hopsTo(
  fabric: Fabric,
  to: SwitchIx,
  out: Uint16Array = new Uint16Array(fabric.switchCount),
  queue: Int32Array = new Int32Array(fabric.switchCount),
): Uint16Array {
  if (to < 0 || to >= fabric.switchCount) {
    throw new FabricError({
      code: "E_PATHS_NO_SUCH_SWITCH",
      message: "the fabric has no such switch",
      got: String(to),
      expected: `an index below ${fabric.switchCount}`,
    });
  }
  const { portStart, portPeer, portNode, switchCount } = fabric;
  out.fill(UNREACHABLE);
  out[to] = 0;
  queue[0] = to;
  let tail = 1;
  for (let head = 0; head < tail; head++) {
    const at = queue[head] ?? 0;
    const next = (out[at] ?? 0) + 1;
    const end = portStart[at + 1] ?? 0;
    for (let port = portStart[at] ?? 0; port < end; port++) {
      const peer = portPeer[port] ?? -1;
      if (peer < 0) continue;
      const node = portNode[peer] ?? 0;
      if (node >= switchCount || out[node] !== UNREACHABLE) continue;
      out[node] = next;
      queue[tail++] = node;
    }
  }
  return out;
}

/** Hop counts between all pairs of switches. */
export interface HopMatrix {
  readonly switchCount: number;
  /** Hops from `from` to `to` at [to·switchCount + from]; `UNREACHABLE` where there is no path. */
  readonly hops: Uint16Array;
  at(from: SwitchIx, to: SwitchIx): number;
  /** Hops of every switch to `to`; a view. */
  row(to: SwitchIx): Uint16Array;
}

/**
 * All rows of `hopsTo` at once.
 *
 * Complexity: O(switches · ports) time, 2·switches² bytes: 5 MB for 1,620 switches; take single rows on fabrics of many thousands.
 */
export function hopMatrix(fabric: Fabric): HopMatrix {
  const { switchCount } = fabric;
  const hops = new Uint16Array(switchCount * switchCount);
  const queue = new Int32Array(switchCount);
  const row = (to: number): Uint16Array =>
    hops.subarray(to * switchCount, (to + 1) * switchCount);
  for (let to = 0; to < switchCount; to++)
    hopsTo(fabric, to as SwitchIx, row(to), queue);
  return {
    switchCount,
    hops,
    row,
    at: (from, to) => hops[to * switchCount + from] ?? UNREACHABLE,
  };
}

/**
 * A function that writes the numbers of all ports of switch `at` that begin a shortest path to switch `to`, lowest first, and returns how many;
 * 0 where `at` is `to` or no path exists.
 *
 * Complexity: one breadth-first search for each destination that is asked for, kept (2·switches bytes); then O(radix) a call.
 */
export function portsTowards(
  fabric: Fabric,
): (at: SwitchIx, to: SwitchIx, out: Uint8Array) => number {
  const rows = new Map<SwitchIx, Uint16Array>();
  const queue = new Int32Array(fabric.switchCount);
  const { portStart, portPeer, portNode, switchCount } = fabric;
  return (at, to, out) => {
    let row = rows.get(to);
    if (row === undefined) {
      row = hopsTo(fabric, to, new Uint16Array(switchCount), queue);
      rows.set(to, row);
    }
    const here = row[at] ?? UNREACHABLE;
    if (here === UNREACHABLE || here === 0) return 0;
    const first = portStart[at] ?? 0;
    const end = portStart[at + 1] ?? 0;
    let count = 0;
    for (let port = first; port < end; port++) {
      const peer = portPeer[port] ?? -1;
      const node = peer < 0 ? switchCount : (portNode[peer] ?? 0);
      if (node < switchCount && (row[node] ?? UNREACHABLE) === here - 1)
        out[count++] = port - first + 1;
    }
    return count;
  };
}
