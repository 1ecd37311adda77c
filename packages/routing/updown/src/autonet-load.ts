import type { SwitchIx } from "@fabriclab/units";
import type { RouteLoad } from "./load.ts";
import { AT_ONCE, type ManyWays } from "./many-ways.ts";
import type { UpDownOrder } from "./order.ts";
import type { Side } from "./sides.ts";

/** Whose routes `autonetLoad` counts. */
export interface LoadOptions {
  /** Switch -> hosts. */
  readonly hosts: Int32Array;
  /** Switches with hosts, in the order in which they are taken as destinations. */
  readonly destinations: readonly SwitchIx[];
  /** Routes over a channel that end it. */
  readonly limit: number;
}

/**
 * Counts routes over channels, one for each ordered pair of hosts; ends where a channel carries more than `limit`, with how many destinations were taken before
 * those that brought it there.
 *
 * Complexity: O(switches) for each destination, and `ways.find`.
 */
export function autonetLoad(
  { place, topDown }: UpDownOrder,
  ways: ManyWays,
  { hosts, destinations, limit }: LoadOptions,
): RouteLoad | number {
  const { above, below, upBits, downBits } = ways;
  const switchCount = topDown.length;
  const carried = new Float64Array(upBits.length);
  // Place and destination -> routes that leave there for it.
  const flow = new Int32Array(switchCount * AT_ONCE);
  const sources = flow.slice();
  for (const [at, sw] of topDown.entries())
    sources.fill(hosts[sw] ?? 0, at * AT_ONCE, (at + 1) * AT_ONCE);
  const receivers = new Float64Array(AT_ONCE);
  let busiest = 0;
  const pass = (at: number, { start, to, link }: Side, ways: Int32Array) => {
    const end = start[at + 1] ?? 0;
    for (let entry = start[at] ?? 0; entry < end; entry++) {
      let some = ways[entry] ?? 0;
      if (some === 0) continue;
      const over = link[entry] ?? 0;
      const [from, on] = [at * AT_ONCE, (to[entry] ?? 0) * AT_ONCE];
      let sum = carried[over] ?? 0;
      for (; some !== 0; some &= some - 1) {
        const i = 31 - Math.clz32(some & -some);
        const through = flow[from + i] ?? 0;
        flow[on + i] = (flow[on + i] ?? 0) + through;
        sum += through * (receivers[i] ?? 0);
      }
      carried[over] = sum;
      if (sum > busiest) busiest = sum;
    }
  };
  for (let first = 0; first < destinations.length; first += AT_ONCE) {
    const taken = destinations.slice(first, first + AT_ONCE);
    for (const [i, to] of taken.entries()) receivers[i] = hosts[to] ?? 0;
    ways.find(Int32Array.from(taken, (to) => place[to] ?? 0));
    flow.set(sources);
    // Nobody who sends down sends to one who sends up: what comes up is all there before it goes down.
    for (let at = switchCount - 1; at >= 0; at--) pass(at, above, upBits);
    for (let at = 0; at < switchCount; at++) pass(at, below, downBits);
    if (busiest > limit) return first;
  }
  return { busiest, hops: carried.reduce((sum, routes) => sum + routes, 0) };
}
