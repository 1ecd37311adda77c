import type { Fabric } from "@fabriclab/spec";

/** Parts of a fabric that no cables join: what several subnet managers would see one each. */
export interface Planes {
  readonly count: number;
  /** Switch -> its plane, by the lowest switch index in it. */
  readonly of: Int32Array;
}

/** O(ports of switches). */
export function switchPlanes({
  switchCount,
  portStart,
  portPeer,
  portNode,
}: Fabric): Planes {
  const of = new Int32Array(switchCount).fill(-1);
  let count = 0;
  for (let first = 0; first < switchCount; first++) {
    if (of[first] !== -1) continue;
    of[first] = count;
    const queue = [first];
    for (const at of queue) {
      const end = portStart[at + 1] ?? 0;
      for (let port = portStart[at] ?? 0; port < end; port++) {
        const next = portNode[portPeer[port] ?? -1] ?? switchCount;
        if (next >= switchCount || of[next] !== -1) continue;
        of[next] = count;
        queue.push(next);
      }
    }
    count += 1;
  }
  return { count, of };
}
