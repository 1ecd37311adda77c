import type { Fabric } from "@fabriclab/spec";
import type { Layout } from "./switch-layout.ts";
import { CYCLE } from "./scale.ts";
import { round, wayOf } from "./way.ts";

/** A buffer of a credit loop: that of one VL at the receiving end of a channel. */
export interface CycleStep {
  /** Sending port. */
  readonly channel: number;
  readonly vl: number;
}

/** Sending and receiving switch of a channel; undefined where it has a host at an end. */
export function switchesOf(
  fabric: Fabric,
  channel: number,
): { readonly from: number; readonly to: number } | undefined {
  const from = fabric.portNode[channel] ?? fabric.switchCount;
  const to =
    fabric.portNode[fabric.portPeer[channel] ?? -1] ?? fabric.switchCount;
  return Math.max(from, to) < fabric.switchCount ? { from, to } : undefined;
}

/** `switch:port VLn`, as an audit names a step; with the GUID where several switches have the name. */
export function stepName(fabric: Fabric, { channel, vl }: CycleStep): string {
  const node = fabric.portNode[channel] ?? 0;
  const num = channel - (fabric.portStart[node] ?? 0) + 1;
  const name = fabric.nodeName[node] ?? "";
  const guid = (fabric.nodeGuid[node] ?? 0n).toString(16).padStart(16, "0");
  return `${name}${fabric.findNode(name) === undefined ? ` 0x${guid}` : ""}:${num} VL${vl}`;
}

/** The cycle's channels as arrows with their numbers. A channel that stands in it on several VLs has an arrow for each, side by side. */
export function drawCycle(
  fabric: Fabric,
  layout: Layout,
  cycle: readonly CycleStep[],
): string {
  const times = new Map<string, number>();
  const arrows: string[] = [];
  const numbers: string[] = [];
  cycle.forEach((step, k) => {
    const ends = switchesOf(fabric, step.channel);
    if (ends === undefined) return;
    const key = `${ends.from} ${ends.to}`;
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    const way = wayOf(layout, ends.from, ends.to, 5 + 9 * before, true);
    const size = 11;
    const corner = (turn: number): string =>
      `${round(way.end.x - size * Math.cos(way.heading + turn))} ${round(way.end.y - size * Math.sin(way.heading + turn))}`;
    arrows.push(
      `<path d="${way.d}" fill="none" stroke="${CYCLE}" stroke-width="3.6"/>` +
        `<path d="M${round(way.end.x)} ${round(way.end.y)}L${corner(0.45)}L${corner(-0.45)}Z" fill="${CYCLE}" stroke="${CYCLE}" stroke-linejoin="round"/>`,
    );
    numbers.push(
      `<g transform="translate(${round(way.middle.x)} ${round(way.middle.y)})"><circle r="9" fill="white" stroke="${CYCLE}" stroke-width="1.6"/>` +
        `<text y="4" text-anchor="middle" font-size="${k < 99 ? 11 : 8.5}" font-weight="bold" fill="${CYCLE}">${k + 1}</text></g>`,
    );
  });
  return [...arrows, ...numbers].join("\n");
}
