import * as L from "./layout.ts";
import type { NetworkState } from "./state.ts";

/**
 * Whether the heads of input queues may wait for each other in a cycle: from some occupied queue, the queue that its head goes to next, and so on, is
 * always an occupied one. What is false has no deadlock; what is true may have one.
 *
 * Why before the whole diagnosis: a run asks at each of its looks, and nearly every answer is no. Where a packet changes its lane, goes several ways or may
 * wait for anything but room in a buffer, the answer is true.
 *
 * Complexity: O(ports · lanes · longest path); allocates nothing.
 *
 * @param ports of the switches; theirs are the first
 */
export function mayWaitInCycle(state: NetworkState, ports: number): boolean {
  const { memory: M, layout, general } = state;
  if (
    state.sl2vl !== undefined ||
    general.gate !== undefined ||
    general.centralPackets > 0
  )
    return true;
  const { firstPort, portWords, queueWords, lanes, out } = layout;
  const DOWN = out + L.O_DOWN;
  const queues = ports * lanes;
  for (let port = 0; port < ports; port++) {
    const record = firstPort + port * portWords;
    for (let lane = 0; lane < lanes; lane++) {
      const offset = L.Q0 + lane * queueWords;
      let input = record;
      for (let steps = 0; M[input + L.I_NODE]! >= 0; steps++) {
        const q = input + offset;
        if (M[q + L.Q_HEAD]! < 0) break;
        const output = M[q + L.Q_OUT]!;
        if (output === -1) break;
        if (output < 0 || steps > queues) return true;
        input = M[output + DOWN]!;
        if (M[input + L.I_NODE] === L.REMOTE) return true;
      }
    }
  }
  return false;
}
