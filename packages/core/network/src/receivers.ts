import type { EngineFabric } from "./own-endports.ts";
import type { PackedTables } from "./packed-tables.ts";

/**
 * How many receivers a multicast packet would still reach: the ends of the tree that the multicast tables in use spread below a port. A switch
 * that passes it on to nobody is an end, too, for there a copy is discarded; a switch that the tree comes back to is not followed again.
 *
 * Asked only when a packet is discarded, and remembered: the first answer is O(tree).
 */
export interface Receivers {
  /** Of a packet to `dlid` that has come in at port `port` (of the engine's fabric). */
  arriving(port: number, dlid: number): number;
  /** Of one that port `port` sends. */
  leaving(port: number, dlid: number): number;
  /** The tables have changed. */
  forget(): void;
}

export function createReceivers(
  {
    switchCount,
    portCount,
    portStart,
    portNode,
    portPeer,
    firstPort = 1,
  }: EngineFabric,
  { mft, firstMlid, mlids }: Pick<PackedTables, "mft" | "firstMlid" | "mlids">,
  maskWords: number,
): Receivers {
  const known = new Map<number, number>();
  const passed = new Set<number>();

  /** Ends below the switch that port `into` belongs to, 0 where the walk has been. */
  function ends(into: number, k: number): number {
    if (passed.has(into)) return 0;
    passed.add(into);
    const sw = portNode[into]!;
    const start = portStart[sw]!;
    let sum = 0;
    let outputs = 0;
    for (let port = start; port < portStart[sw + 1]!; port++) {
      const num = port - start + firstPort;
      const word = mft[(sw * mlids + k) * maskWords + (num >> 5)]!;
      if (port === into || (word & (1 << num)) === 0) continue;
      outputs++;
      sum += below(port, k);
    }
    passed.delete(into);
    return outputs === 0 ? 1 : sum;
  }

  function below(port: number, k: number): number {
    const peer = portPeer[port]!;
    return portNode[peer]! < switchCount ? ends(peer, k) : 1;
  }

  function arriving(port: number, dlid: number): number {
    const k = dlid - firstMlid;
    if (k < 0 || k >= mlids) return 1;
    const key = k * portCount + port;
    let count = known.get(key);
    if (count === undefined) {
      count = Math.max(1, ends(port, k));
      known.set(key, count);
    }
    return count;
  }

  return {
    arriving,
    leaving(port, dlid) {
      const peer = portPeer[port]!;
      return portNode[peer]! < switchCount ? arriving(peer, dlid) : 1;
    },
    forget: () => {
      known.clear();
    },
  };
}
