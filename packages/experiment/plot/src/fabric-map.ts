import { drawFabric } from "@fabriclab/formats-svg";
import { FabricError, type Fabric } from "@fabriclab/spec";
import type { NodeIx } from "@fabriclab/units";

/** A value for channels of a fabric. */
export interface FabricMap {
  readonly title: string;
  /** The metric that gave the places, for the refusal of those that lack some; default `link-load`. */
  readonly metric?: string;
  /** Sending port, `SW<20,1>:3` -> value. */
  readonly places: Readonly<Record<string, number>>;
  /** What the values are, for the legend: `% of the time`. */
  readonly unit: string;
  /** What values are multiplied with before they are shown, to four figures; default 1. */
  readonly factor?: number;
  /**
   * Where colours begin. `zero`: at 0. `auto`: at 0, unless all values lie within the two darkest steps from there; then at the least of them, which the legend
   * says. Default `auto`.
   */
  readonly range?: "auto" | "zero";
  /** Told where values are so close that colours from 0 are nearly one, and what was done about it. */
  readonly tell?: (said: string) => void;
}

/**
 * The fabric with its channels between switches coloured by a value: one SVG document, ColorBrewer's blues, light to dark.
 *
 * @throws FabricError `E_PLOT_PLACES` where a place is no port of the fabric, or channels between switches have no value: they would look idle
 */
export function fabricMap(fabric: Fabric, map: FabricMap): string {
  const { places, factor = 1 } = map;
  const loads = new Float64Array(fabric.portCount);
  const known = new Uint8Array(fabric.portCount);
  for (const [place, value] of Object.entries(places)) {
    const port = portOf(fabric, place);
    loads[port] = Number((value * factor).toPrecision(4));
    known[port] = 1;
  }
  let missing = 0;
  for (let port = 0; port < fabric.portCount; port++)
    if (known[port] !== 1 && isBetweenSwitches(fabric, port)) missing += 1;
  if (missing > 0)
    throw new FabricError({
      code: "E_PLOT_PLACES",
      message: "the result does not name all channels",
      where: { path: map.title },
      got: `${String(Object.keys(places).length)} places; ${String(missing)} channels between switches have none`,
      expected: "a value for every channel between switches",
      hint: `let ${map.metric ?? "link-load"} name all of them: metrics: [{ kind: ${map.metric ?? "link-load"}, top: 1000000 }]`,
    });
  return drawFabric(fabric, {
    title: map.title,
    loads,
    unit: map.unit,
    range: map.range ?? "auto",
    ...(map.tell === undefined ? {} : { tell: map.tell }),
  });
}

/** A channel and its value. */
export interface ChannelValue {
  /** The sending port, as the map names it. */
  readonly port: string;
  readonly value: number;
}

/**
 * The numbers of a map: the channels that it colours, the greatest value first, times the map's factor and not rounded.
 *
 * @throws FabricError `E_PLOT_PLACES` where a place is no port of the fabric
 */
export const channelsOf = (
  fabric: Fabric,
  { places, factor = 1 }: Pick<FabricMap, "places" | "factor">,
): ChannelValue[] =>
  Object.entries(places)
    .filter(([port]) => isBetweenSwitches(fabric, portOf(fabric, port)))
    .map(([port, value]) => ({ port, value: value * factor }))
    .sort((a, b) => b.value - a.value);

function isBetweenSwitches(fabric: Fabric, port: number): boolean {
  const peer = fabric.portPeer[port] ?? -1;
  return (
    peer >= 0 &&
    fabric.isSwitch(fabric.portNode[port] as NodeIx) &&
    fabric.isSwitch(fabric.portNode[peer] as NodeIx)
  );
}

function portOf(fabric: Fabric, place: string): number {
  const colon = place.lastIndexOf(":");
  const node = fabric.findNode(place.slice(0, colon));
  const num = Number(place.slice(colon + 1));
  const first = node === undefined ? -1 : (fabric.portStart[node] ?? -1);
  const end = node === undefined ? -1 : (fabric.portStart[node + 1] ?? -1);
  if (node === undefined || !(num >= 1) || first + num > end)
    throw new FabricError({
      code: "E_PLOT_PLACES",
      message: "a place of the result is no port of the fabric",
      where: { path: fabric.name },
      got: place,
      expected: "the fabric on which the result was simulated",
    });
  return first + num - 1;
}
