import { FabricError, type Fabric } from "@fabriclab/spec";
import { bothWays, drawChannels } from "./channels.ts";
import { drawCycle, stepName, switchesOf, type CycleStep } from "./cycle.ts";
import { switchGraph, type SwitchGraph } from "./graph.ts";
import { layoutOf } from "./layout.ts";
import { drawLegend, isShare } from "./legend.ts";
import { drawNodes } from "./nodes.ts";
import {
  closeClasses,
  isClose,
  loadClasses,
  rangeOf,
  type LoadClass,
} from "./scale.ts";
import { roomOf } from "./room.ts";
import { slowCables } from "./slow.ts";
import { escaped, labelsOf } from "./text.ts";
import { round } from "./way.ts";

/** What is drawn on a fabric. */
export interface FabricDrawing {
  readonly title: string;
  /** Sending port -> load, such as routes; channels to hosts are not drawn. Absent = cables without colours. */
  readonly loads?: ArrayLike<number>;
  /** What a load counts, in the plural; default `routes`. */
  readonly unit?: string;
  /**
   * Where colours begin. `zero`: at 0, so that a colour tells how great a load is. `auto`: at 0, unless all loads lie within the two darkest steps from there; then
   * at the least of them, which the legend says. Default `zero`.
   */
  readonly range?: "auto" | "zero";
  /** Told where loads are so close that colours from 0 are nearly one, and what was done about it; it stands in the legend, too. */
  readonly tell?: (said: string) => void;
  /** A credit loop: its channels in order, the last waits for the first. */
  readonly cycle?: readonly CycleStep[];
}

const MARGIN = 24;
const HEAD = 62;

/**
 * A fabric as one self-contained SVG document: switches by their place (mesh or torus as a grid or cube, hierarchies by rank, dragonflies by group, others round a circle or in rings), channels
 * coloured by load, or without loads those dashed that are slower than most, a credit loop as numbered arrows, a legend. The same input gives the same bytes.
 *
 * Complexity: O(switches · pairs) for the layout, O(ports) else; some 2 MB for 1,600 switches.
 * @throws FabricError E_SVG_NO_SWITCHES
 */
export function drawFabric(fabric: Fabric, drawing: FabricDrawing): string {
  const { title, loads, unit = "routes", cycle = [] } = drawing;
  if (fabric.switchCount === 0) {
    throw new FabricError({
      code: "E_SVG_NO_SWITCHES",
      message: "a fabric without switches cannot be drawn",
      where: { path: fabric.name },
      got: `${fabric.hostCount} hosts`,
      expected: "at least one switch",
    });
  }
  const graph = switchGraph(fabric, loads);
  const names = fabric.nodeName.slice(0, fabric.switchCount);
  const labels = labelsOf(names, fabric.nodeGuid);
  const layout = layoutOf(graph, names, labels);
  const colours =
    loads === undefined ? undefined : coloursOf(graph, drawing.range, unit);
  const classes = colours?.classes;
  const marked = new Set(
    cycle.flatMap(({ channel }) => {
      const ends = switchesOf(fabric, channel);
      return ends === undefined ? [] : [ends.from, ends.to];
    }),
  );
  const steps = cycle.map((step) => stepName(fabric, step));
  const slow = loads === undefined ? slowCables(fabric, labels) : undefined;
  const close = colours?.said;
  if (close !== undefined) drawing.tell?.(close);
  const said = [
    ...(close === undefined ? [] : [close]),
    ...remarks(graph, busiest(fabric, labels, loads, unit)),
  ];
  const room = roomOf(layout, labels, marked, title, [
    counts(fabric, graph),
    ...said,
    ...(slow === undefined ? [] : [`00000${slow.said}`]),
    // With its number before it.
    ...steps.map((step) => `000  ${step}`),
  ]);
  const width = room + 2 * MARGIN;
  const legend = drawLegend(room, classes, unit, steps, said, slow?.said);
  const height = Math.ceil(HEAD + layout.height + legend.height + 2 * MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="fabric-title fabric-desc" font-family="DejaVu Sans, Verdana, sans-serif" font-size="11">`,
    `<title id="fabric-title">${escaped(title)}</title>`,
    `<desc id="fabric-desc">${escaped(`${counts(fabric, graph)}${cycle.length === 0 ? "" : `; a credit loop of ${cycle.length} channels: ${cycle.map((step) => stepName(fabric, step)).join(", ")}`}`)}</desc>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    `<text x="${MARGIN}" y="${MARGIN + 10}" font-size="17" font-weight="bold">${escaped(title)}</text>`,
    `<text x="${MARGIN}" y="${MARGIN + 30}" font-size="12" fill="#455a64">${escaped(counts(fabric, graph))}</text>`,
    `<g transform="translate(${MARGIN} ${HEAD})">`,
    drawChannels(graph, layout, classes, cycle.length > 0, slow),
    drawNodes(graph, names, labels, layout, marked),
    drawCycle(fabric, layout, cycle),
    ...(layout.captions ?? []).map(
      ({ x, y, text }) =>
        `<text x="${round(x)}" y="${round(y + 4)}" text-anchor="middle" fill="#546e7a">${escaped(text)}</text>`,
    ),
    "</g>",
    `<g transform="translate(${MARGIN} ${Math.ceil(HEAD + layout.height + MARGIN / 2)})" font-size="12">`,
    legend.svg,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** The classes of a drawing's loads; and where nobody says how to colour close ones, nothing is said of them either. */
function coloursOf(
  { pairs }: SwitchGraph,
  wish: FabricDrawing["range"],
  unit: string,
): { readonly classes: LoadClass[]; readonly said?: string } {
  const found = rangeOf(pairs.flatMap(({ forth, back }) => [forth, back]));
  // Shares are no number of things, also where they happen to be whole.
  const range = { ...found, whole: found.whole && !isShare(unit) };
  if (wish === undefined || !isClose(range))
    return { classes: loadClasses(range) };
  const { least, greatest, idle } = range;
  const all = `all values${idle ? " above 0" : ""} lie between ${least} and ${greatest} ${unit}`;
  return wish === "zero"
    ? {
        classes: loadClasses(range),
        said: `Colours hardly differ, as ${all}.`,
      }
    : {
        classes: closeClasses(range),
        said: `Colours begin at the least value, not at 0, as ${all}.`,
      };
}

function counts(fabric: Fabric, { pairs }: SwitchGraph): string {
  const cables = pairs.reduce((sum, pair) => sum + pair.cables, 0);
  const number = (count: number, what: string): string =>
    `${count} ${what}${count === 1 ? "" : what.endsWith("switch") ? "es" : "s"}`;
  return `${number(fabric.switchCount, "switch")}, ${number(fabric.hostCount, "host")}, ${number(cables, "cable")} between switches${cables === pairs.length ? "" : ` (${number(pairs.length, "pair")} of switches)`}`;
}

/** The channels between switches that carry most, by name. */
function busiest(
  fabric: Fabric,
  labels: readonly string[],
  loads: ArrayLike<number> | undefined,
  unit: string,
): string | undefined {
  if (loads === undefined) return undefined;
  const channels: number[] = [];
  const last = fabric.portStart[fabric.switchCount] ?? 0;
  for (let port = 0; port < last; port++)
    if ((loads[port] ?? 0) > 0 && switchesOf(fabric, port) !== undefined)
      channels.push(port);
  channels.sort((a, b) => (loads[b] ?? 0) - (loads[a] ?? 0) || a - b);
  const named = channels.slice(0, 3).map((port) => {
    const { from = 0, to = 0 } = switchesOf(fabric, port) ?? {};
    const num = port - (fabric.portStart[from] ?? 0) + 1;
    return `${labels[from] ?? ""}:${num} to ${labels[to] ?? ""} (${loads[port] ?? 0})`;
  });
  return `Most${isShare(unit) ? ", in" : ""} ${unit}: ${named.length === 0 ? "none" : named.join(", ")}`;
}

function remarks(graph: SwitchGraph, most: string | undefined): string[] {
  const loaded = most !== undefined;
  const found = loaded ? [most] : [];
  if (graph.pairs.some(({ cables }) => cables > 1))
    found.push(
      loaded
        ? "Parallel cables are one line, coloured by the busiest of them."
        : "Parallel cables are one line.",
    );
  if (loaded)
    found.push(
      bothWays(graph)
        ? "Each direction of a cable has its own line, on the right of its way."
        : "The two directions of a cable are one line, coloured by the busier one.",
    );
  return found;
}
