import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import { hopsTo, UNREACHABLE } from "./hops.ts";
import type { SwitchLinks } from "./switch-links.ts";

/**
 * The ports that lead from every switch to one switch in the fewest hops an engine counts: OpenSM's min-hop tables, one destination at a time. The seam
 * between engines, which differ in this, and the spreading of paths over equal ports, which they share (`balancedTables`).
 */
export interface LeastHopPorts {
  /** Finds them for the destination `to`; overwrites what was found before. */
  towards(to: SwitchIx): void;
  /** Switch -> its first entry of `channels`; length switchCount + 1. A switch has none where no way leads to `to`, or where it is `to`. */
  readonly start: Int32Array;
  /** Channels (sending ports), ascending for a switch. */
  readonly channels: Int32Array;
  /** Switch -> its hops to `to`, `UNREACHABLE` where no way leads. */
  readonly least: Uint16Array;
}

/**
 * Ports on shortest paths.
 *
 * Complexity: O(links between switches + ports) for each destination; allocates nothing after construction.
 */
export function shortestPorts(
  fabric: Fabric,
  links: SwitchLinks,
): LeastHopPorts {
  const { switchCount } = fabric;
  const row = new Uint16Array(switchCount);
  const queue = new Int32Array(switchCount);
  const start = new Int32Array(switchCount + 1);
  const channels = new Int32Array(links.channel.length);
  const { start: linkStart, channel, to: linkTo } = links;
  return {
    start,
    channels,
    least: row,
    towards(to) {
      hopsTo(fabric, to, row, queue);
      let count = 0;
      for (let at = 0; at < switchCount; at++) {
        const here = row[at] ?? UNREACHABLE;
        const end = linkStart[at + 1] ?? 0;
        for (
          let link = linkStart[at] ?? 0;
          here !== UNREACHABLE && link < end;
          link++
        )
          if ((row[linkTo[link] ?? 0] ?? 0) + 1 === here)
            channels[count++] = channel[link] ?? 0;
        start[at + 1] = count;
      }
    },
  };
}

/** Directions of a link, as an engine ranks switches. */
export const STEP = { up: 0, down: 1, level: 2 } as const;

/** Which turn an engine's search does not take. It starts at the destination, so directions are those of packets turned round. */
export interface TurnRule {
  /** Link of `SwitchLinks` -> `STEP`. */
  readonly direction: Uint8Array;
  /** The direction in which the search is taken to have come to the destination. */
  readonly first: number;
  /** No step in direction `never` … */
  readonly never: number;
  /** … from a switch that was queued after a step in direction `after` … */
  readonly after: number;
  /** … unless for so many hops more. Absent = never. */
  readonly toll?: number;
}

/** Ports found by a search that forbids turns. */
export interface TurnRestrictedPorts extends LeastHopPorts {
  /** The most hops that any port was found with, in all searches so far. */
  farthest(): number;
}

/**
 * Least-hop ports by the search of OpenSM's updn and dnup: first come, first served, from the destination, without the turn that the rule forbids.
 *
 * A switch keeps the direction under which it was queued first, while a port that reaches it in as few hops under another direction counts as a
 * least-hop port too. So tables made from these ports can hold the forbidden turn, and can close a credit loop, as OpenSM's do.
 *
 * Complexity: O(links between switches) for each destination, more where a switch is queued again; allocates nothing after construction.
 */
export function turnRestrictedPorts(
  links: SwitchLinks,
  { direction, first, never, after, toll }: TurnRule,
): TurnRestrictedPorts {
  const { switchCount, start: linkStart, channel, to: linkTo, back } = links;
  const hops = new Uint16Array(channel.length);
  const least = new Uint16Array(switchCount);
  const came = new Uint8Array(switchCount);
  const queued = new Uint8Array(switchCount);
  // A ring: at most every switch is in it once at a time.
  const queue = new Int32Array(switchCount + 1);
  const start = new Int32Array(switchCount + 1);
  const channels = new Int32Array(channel.length);
  let farthest = 0;

  const search = (to: number): void => {
    hops.fill(UNREACHABLE);
    least.fill(UNREACHABLE);
    least[to] = 0;
    came[to] = first;
    queue[0] = to;
    let head = 0;
    let tail = 1;
    while (head !== tail) {
      const at = queue[head] ?? 0;
      head = head === switchCount ? 0 : head + 1;
      queued[at] = 0;
      const far = (least[at] ?? 0) + 1;
      const end = linkStart[at + 1] ?? 0;
      for (let link = linkStart[at] ?? 0; link < end; link++) {
        const step = direction[link] ?? STEP.level;
        const isForbidden = step === never && came[at] === after;
        if (isForbidden && toll === undefined) continue;
        const found = isForbidden ? far + (toll ?? 0) : far;
        const arrival = back[link] ?? 0;
        if (found >= (hops[arrival] ?? UNREACHABLE)) continue;
        hops[arrival] = found;
        if (found > farthest) farthest = found;
        const next = linkTo[link] ?? 0;
        if (found < (least[next] ?? UNREACHABLE)) least[next] = found;
        if (queued[next] === 1) continue;
        queued[next] = 1;
        came[next] = step;
        queue[tail] = next;
        tail = tail === switchCount ? 0 : tail + 1;
      }
    }
  };

  return {
    start,
    channels,
    least,
    farthest: () => farthest,
    towards(to) {
      search(to);
      let count = 0;
      for (let at = 0; at < switchCount; at++) {
        const here = least[at] ?? UNREACHABLE;
        const end = linkStart[at + 1] ?? 0;
        for (
          let link = linkStart[at] ?? 0;
          here !== UNREACHABLE && at !== to && link < end;
          link++
        )
          if (hops[link] === here) channels[count++] = channel[link] ?? 0;
        start[at + 1] = count;
      }
    },
  };
}

/**
 * `ports`, but those of shortest paths towards some switches (OpenSM's connect_roots, whose updn leaves the way to its roots, and to what is attached to
 * them, as it was before it ranked anything).
 *
 * @param some switch -> whether shortest paths lead to it
 */
export function shortestTowards(
  ports: LeastHopPorts,
  shortest: LeastHopPorts,
  some: (sw: SwitchIx) => boolean,
): LeastHopPorts {
  const { start, channels, least } = ports;
  return {
    start,
    channels,
    least,
    towards(to) {
      if (!some(to)) {
        ports.towards(to);
        return;
      }
      shortest.towards(to);
      start.set(shortest.start);
      channels.set(shortest.channels);
      least.set(shortest.least);
    },
  };
}
