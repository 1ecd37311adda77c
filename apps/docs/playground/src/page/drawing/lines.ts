import type { FabricView } from "../../shared/protocol.ts";
import { Geometry } from "./geometry.ts";
import { BOTH_WAYS } from "./sizes.ts";

/** Straight pieces of a bowed cable. */
const PIECES = 12;

/** Straight lines of a drawing. */
export interface Lines {
  readonly count: number;
  /** Four numbers a line: x and y of its ends. */
  readonly ends: Float32Array;
  /** Line -> channel, and the channel that comes back on it where both directions are one line. */
  readonly first: Int32Array;
  readonly second: Int32Array | undefined;
}

/** A line for each piece of a channel, or of a cable where there are many. Complexity: O(ports). */
export function linesOf(view: FabricView, channels?: readonly number[]): Lines {
  const { portPeer } = view;
  const geometry = new Geometry(view);
  const bothWays = channels !== undefined || view.linkCount <= BOTH_WAYS;
  const ends: number[] = [];
  const first: number[] = [];
  const add = (channel: number): void => {
    const pieces = geometry.isStraight(channel) ? 1 : PIECES;
    let from = geometry.at(channel, 0);
    for (let k = 1; k <= pieces; k++) {
      const to = geometry.at(channel, k / pieces);
      ends.push(from.x, from.y, to.x, to.y);
      first.push(channel);
      from = to;
    }
  };
  if (channels !== undefined) for (const one of channels) add(one);
  else
    for (let port = 0; port < portPeer.length; port++) {
      const peer = portPeer[port] ?? -1;
      if (peer >= 0 && (bothWays || port < peer)) add(port);
    }
  return {
    count: first.length,
    ends: Float32Array.from(ends),
    first: Int32Array.from(first),
    second: bothWays
      ? undefined
      : Int32Array.from(first, (channel) => portPeer[channel]!),
  };
}
