import { flood, startLane, switchLane } from "@fabriclab/paths";
import type {
  Fabric,
  ForwardingTables,
  MulticastGroup,
  MulticastTables,
} from "@fabriclab/spec";
import type { EndportIx, Mlid } from "@fabriclab/units";
import type { LoopBuffer, LoopFlow } from "./replay-flows.ts";

/** Multicast flows looked at for one edge of a loop. */
const FLOWS_PER_EDGE = 24;
/** Service level of multicast packets. */
const MULTICAST_SL = 0;

/**
 * For every edge of a loop, multicast packets that lay it down: a switch copies what comes over the channel into the next one, on the loop's VLs. Those that reach the
 * channel soonest come first.
 *
 * Complexity: O(channels of the trees) of every source of every group, until all edges have enough.
 */
export function multicastFlowsOfLoop(
  fabric: Fabric,
  tables: ForwardingTables,
  cycle: readonly LoopBuffer[],
  endports: readonly EndportIx[],
): LoopFlow[][] {
  const found: LoopFlow[][] = cycle.map(() => []);
  const { multicast } = tables;
  if (multicast === undefined) return found;
  const allowed = new Set(endports);
  const places = new Map(
    cycle.map(({ channel, vl }, k) => [channel * 16 + vl, k]),
  );
  for (const group of multicast.groups) {
    if (group.members.length < 2) continue;
    for (const source of group.sources) {
      if (!allowed.has(source)) continue;
      for (const mlid of multicast.mlids(source, group.id))
        follow(multicast, group, source, mlid);
      if (found.every((flows) => flows.length >= FLOWS_PER_EDGE))
        return sorted();
    }
  }
  return sorted();

  function sorted(): LoopFlow[][] {
    return found.map((flows) =>
      flows
        .slice(0, FLOWS_PER_EDGE)
        .sort((a, b) => a.passed - b.passed || a.before - b.before),
    );
  }

  /** Goes down the tree of one source's packets and notes the edges of the loop. */
  function follow(
    trees: MulticastTables,
    group: MulticastGroup,
    source: EndportIx,
    mlid: Mlid,
  ): void {
    const { relays } = flood(fabric, trees, source, mlid);
    const { portPeer, portNode, portStart } = fabric;
    const first = fabric.endportPort[source] ?? -1;
    const seen = new Set([first]);
    const queue = [
      {
        channel: first,
        lane: startLane(tables, MULTICAST_SL, source),
        before: 0,
        passed: 0,
      },
    ];
    for (const { channel, lane, before, passed } of queue) {
      const at = places.get(channel * 16 + lane);
      const into = portPeer[channel] ?? 0;
      const sw = portNode[into] ?? 0;
      const num = (port: number): number => port - (portStart[sw] ?? 0) + 1;
      for (const next of relays.get(channel)?.next ?? []) {
        const out = switchLane(
          fabric,
          tables,
          sw,
          num(into),
          num(next),
          MULTICAST_SL,
          lane,
        );
        if (out < 0) continue;
        if (
          at !== undefined &&
          places.get(next * 16 + out) === (at + 1) % cycle.length
        )
          found[at]?.push({ source, group, before, passed });
        if (seen.has(next)) continue;
        seen.add(next);
        queue.push({
          channel: next,
          lane: out,
          before: before + 1,
          passed: passed + (at === undefined ? 0 : 1),
        });
      }
    }
  }
}
