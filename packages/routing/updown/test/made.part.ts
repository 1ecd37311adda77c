import {
  lidTable,
  parseOptions,
  type Fabric,
  type OptionsInput,
  type RoutingRule,
} from "@fabriclab/spec";
import type { Lid, SwitchIx } from "@fabriclab/units";
import { updown } from "../src/index.ts";

export type UpDownInput = OptionsInput<typeof updown.params>;

/** LIDs in the order of endports, from 1. */
export const plainLids = (fabric: Fabric) =>
  lidTable(
    Uint16Array.from({ length: fabric.endportCount }, (_, i) => i + 1),
    new Uint8Array(fabric.endportCount),
  );

/** The routing, and the switches that a packet crosses from one switch to another. */
export function make(fabric: Fabric, options: UpDownInput = {}) {
  const lids = plainLids(fabric);
  const rule = updown.create(
    { fabric, lids },
    parseOptions(updown, options),
  ) as RoutingRule;
  const out = new Uint8Array(255);
  const port = (at: number, lid: number): number | undefined =>
    rule.candidates(at as SwitchIx, lid as Lid, out) === 0 ? undefined : out[0];
  /** Channels (sending ports) on the way. */
  const channels = (from: number, to: number): number[] => {
    const found: number[] = [];
    let at = from;
    while (at !== to) {
      const num = port(at, to + 1);
      if (num === undefined) return [];
      if (found.length > fabric.switchCount) throw new Error("a loop");
      const channel = fabric.portStart[at]! + num - 1;
      found.push(channel);
      at = fabric.portNode[fabric.portPeer[channel]!]!;
    }
    return found;
  };
  const path = (from: number, to: number): number[] => [
    from,
    ...channels(from, to).map(
      (channel) => fabric.portNode[fabric.portPeer[channel]!]!,
    ),
  ];
  return { rule, lids, port, channels, path };
}
