import type { FabricView } from "../../shared/protocol.ts";
import { Geometry } from "./geometry.ts";
import { BOTH_WAYS } from "./sizes.ts";

/** Straight pieces of a bowed cable. */
const PIECES = 12;
/** Columns and rows of the raster in which cables are merged. */
const COLUMNS = 32;
const ROWS = 24;

/** Straight lines of a drawing. */
export interface Lines {
  readonly count: number;
  /** Four numbers a line: x and y of its ends. */
  readonly ends: Float32Array;
  /** Line -> channel, and the channel that comes back on it where both directions are one line. */
  readonly first: Int32Array;
  readonly second: Int32Array | undefined;
  /** Of merged lines: channel -> line, -1 where it has none. */
  readonly members?: Int32Array;
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

/** Few lines instead of many: cables whose ends lie in the same fields of a raster are one. Complexity: O(ports). */
export function mergedLines(view: FabricView): Lines {
  const { x, y, portNode, portPeer } = view;
  const span = (values: Float32Array): [number, number] => {
    const least = values.reduce((a, b) => Math.min(a, b), Infinity);
    const most = values.reduce((a, b) => Math.max(a, b), -Infinity);
    return [least, Math.max(1e-9, most - least)];
  };
  const [[left, width], [bottom, height]] = [span(x), span(y)];
  const fieldOf = (node: number): number =>
    Math.min(COLUMNS - 1, Math.floor((COLUMNS * (x[node]! - left)) / width)) +
    COLUMNS *
      Math.min(ROWS - 1, Math.floor((ROWS * (y[node]! - bottom)) / height));
  const lineOf = new Map<number, number>();
  const ends: number[] = [];
  const first: number[] = [];
  const members = new Int32Array(portPeer.length).fill(-1);
  for (let port = 0; port < portPeer.length; port++) {
    const peer = portPeer[port] ?? -1;
    if (peer < port) continue;
    const [a, b] = [portNode[port]!, portNode[peer]!];
    const [from, to] = [fieldOf(a), fieldOf(b)];
    if (from === to) continue;
    const key = COLUMNS * ROWS * Math.min(from, to) + Math.max(from, to);
    let line = lineOf.get(key);
    if (line === undefined) {
      line = first.length;
      lineOf.set(key, line);
      ends.push(x[a]!, y[a]!, x[b]!, y[b]!);
      first.push(port);
    }
    members[port] = members[peer] = line;
  }
  return {
    count: first.length,
    ends: Float32Array.from(ends),
    first: Int32Array.from(first),
    second: undefined,
    members,
  };
}
