import type { Fabric, LidTable, RoutingRule } from "@fabriclab/spec";
import type { EndportIx, Lid, SwitchIx } from "@fabriclab/units";

/** A hop on a 2-D mesh whose ports 1-4 lead east, north, west and south. Two letters are a turn: `NE` = a hop north, then one east. */
export type Hop = "E" | "N" | "W" | "S";

const PORTS: readonly Hop[] = ["E", "N", "W", "S"];

/**
 * First hops of all shortest paths over `dx` columns and `dy` rows that take none of the forbidden turns. Slow on purpose: it lists the paths.
 *
 * @param dx columns to go, positive = east
 * @param dy rows to go, positive = north
 */
export function legalFirstHops(
  dx: number,
  dy: number,
  forbidden: readonly string[],
): ReadonlySet<Hop> {
  const along: Hop = dx > 0 ? "E" : "W";
  const across: Hop = dy > 0 ? "N" : "S";
  const found = new Set<Hop>();
  const extend = (path: readonly Hop[], right: number, up: number): void => {
    const [first] = path;
    if (right === 0 && up === 0 && first !== undefined) found.add(first);
    const last = path.at(-1) ?? "";
    if (right > 0 && !forbidden.includes(`${last}${along}`))
      extend([...path, along], right - 1, up);
    if (up > 0 && !forbidden.includes(`${last}${across}`))
      extend([...path, across], right, up - 1);
  };
  extend([], Math.abs(dx), Math.abs(dy));
  return found;
}

/** The hops that a rule offers at a switch for a LID, in its order; `-` = out of the mesh. */
export function offeredHops(
  rule: RoutingRule,
  at: SwitchIx,
  lid: Lid,
): readonly (Hop | "-")[] {
  const out = new Uint8Array(255);
  const count = rule.candidates(at, lid, out);
  return Array.from(out.subarray(0, count), (num) => PORTS[num - 1] ?? "-");
}

/** What packets can do that take any candidate at every switch. */
export interface AdaptiveWays {
  /** Turns taken anywhere. */
  readonly turns: ReadonlySet<string>;
  /** Channels between switches that can wait for each other in a cycle; empty = free of deadlock on one lane. */
  readonly cycle: readonly number[];
}

/** Follows every candidate from every switch to every host. */
export function adaptiveWays(
  fabric: Fabric,
  rule: RoutingRule,
  lids: LidTable,
): AdaptiveWays {
  const turns = new Set<string>();
  const after = new Map<number, Set<number>>();
  const peerOf = (sw: number, hop: Hop): number =>
    (fabric.portStart[sw] ?? 0) + PORTS.indexOf(hop);
  for (let host = fabric.switchCount; host < fabric.endportCount; host++) {
    const lid = (lids.baseLid[host as EndportIx] ?? 0) as Lid;
    for (let sw = 0; sw < fabric.switchCount; sw++)
      for (const hop of offeredHops(rule, sw as SwitchIx, lid)) {
        if (hop === "-") continue;
        const channel = peerOf(sw, hop);
        const next = fabric.portNode[fabric.portPeer[channel] ?? -1] ?? -1;
        const waits = after.get(channel) ?? new Set();
        after.set(channel, waits);
        for (const then of offeredHops(rule, next as SwitchIx, lid)) {
          if (then === "-") continue;
          turns.add(`${hop}${then}`);
          waits.add(peerOf(next, then));
        }
      }
  }
  // Taking away what waits for nothing, again and again, leaves the cycles.
  for (let gone = true; gone;) {
    gone = false;
    for (const [channel, next] of after)
      if ([...next].every((other) => !after.has(other)))
        gone = after.delete(channel);
  }
  return { turns, cycle: [...after.keys()] };
}
