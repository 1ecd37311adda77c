import { basename } from "node:path";
import { reportHtml } from "@fabriclab/experiment-report";
import { drawFabric } from "@fabriclab/formats-svg";
import type { Fabric } from "@fabriclab/spec";
import { channelName } from "../naming/names.ts";
import { list, many } from "../naming/words.ts";
import { rateWords } from "../rates.ts";
import { version } from "../version.ts";
import { labelOf } from "./compare.ts";
import { reason } from "./refused.ts";
import type { CompareReport } from "./report.ts";
import { cells, HEAD } from "./text.ts";

/**
 * The report as one page: the advice, the fabric in its ranks under the advised routing, hot channels coloured, the table, why others were refused.
 *
 * @param routes sending port -> routes under the advised routing; undefined where there is none
 * @param command that made it
 */
export function compareHtml(
  fabric: Fabric,
  report: CompareReport,
  routes: readonly number[] | undefined,
  files: readonly { readonly name: string; readonly what: string }[],
  command: string,
): string {
  const { advice, rows, samples, seed, byRate, lists, set } = report;
  const taken = advice.take === null ? undefined : rows[advice.take];
  const accepted = rows
    .filter((row) => row.figures !== null)
    .toSorted(
      (a, b) =>
        (b.figures?.bisection.value ?? 0) - (a.figures?.bisection.value ?? 0),
    );
  const none = rows.filter((row) => row.figures === null);
  const others = none.filter((row) => row.opensm !== null);
  // A reader of one page need not know why a mesh's routing refuses a tree; compare.json says it.
  const strangers = none.filter((row) => row.opensm === null);
  return reportHtml({
    title: `Which routing for ${basename(fabric.name)}?`,
    citation: `${many(fabric.switchCount, "switch", "switches")}, ${many(fabric.hostCount, "host")}, ${many(fabric.linkCount, "cable")}: ${list(Object.entries(report.roles))}`,
    summary: [
      ...advice.says,
      ...(report.interrupted
        ? ["The comparison was interrupted: not every routing was tried."]
        : []),
    ],
    claims: [],
    figures:
      taken === undefined || routes === undefined
        ? []
        : [
            {
              id: "fabric",
              svg: drawFabric(fabric, {
                title: `Routes per channel under ${labelOf(taken)}`,
                loads: routes,
              }),
              natural: true,
              caption: `Channels by the routes that they carry under ${labelOf(taken)}; dark ones carry most. ${busiest(fabric, routes)}`,
            },
          ],
    tables: [
      {
        caption:
          "Accepted routings, the widest bisection first; ▶ is the advice. Bandwidth with its 95 % confidence interval; pairs and loops among all adapters / among the endpoints compared; hops in the mean / at most.",
        columns: HEAD.map((name) => UNITS[name] ?? name),
        rows: accepted.map((row) => [
          `${row === taken ? "▶ " : ""}${row.engine}`,
          ...cells(row).map(whole),
        ]),
      },
      ...(others.length === 0
        ? []
        : [
            {
              caption: "OpenSM's routings that do not serve this fabric.",
              columns: ["engine", "status", "why"],
              rows: others.map((row) => [
                labelOf(row),
                row.status,
                reason(row, fabric.name),
              ]),
            },
          ]),
      ...(set.length === 0
        ? []
        : [
            {
              caption: "Parameters of --set, and the routings that have them.",
              columns: ["--set", "routings"],
              rows: set.map(({ text, engines }) => [text, engines.join(", ")]),
            },
          ]),
      ...(lists.length === 0
        ? []
        : [
            {
              caption: "Lists of roots, compute and I/O ports.",
              columns: ["lists", "what"],
              rows: lists.map(({ name, what }) => [name, what]),
            },
          ]),
    ],
    parameters: [],
    notes: [
      ...(strangers.length === 0
        ? []
        : [
            `Not for this fabric, or not tried: ${[...new Set(strangers.map(({ engine }) => engine))].join(", ")}; compare.txt says why in a line, compare.json in full.`,
          ]),
      `Bandwidth: effective bisection bandwidth in per cent of full: mean over ${samples} random halves of the endpoints, each host of one half sending to one of the other, a flow's bandwidth being what the busiest channel of its path leaves it${rateWords(byRate)}; 95 % confidence interval of the mean. All routings have the same halves, so that differences between two of them (as points, ± 95 %) are of the same bisections and more exact.`,
      "Unreachable: ordered pairs that do not reach each other. Loops: channels that are part of a credit loop, over which packets can wait for each other for ever. Both among all adapters / among the endpoints compared.",
      "Hops: switches crossed, mean / most. Busiest: routes on the busiest channel between switches. Dark: channels between switches without a route. Time: of the routing alone.",
    ],
    commands: [command],
    seeds: [seed],
    versions: { fabriclab: version },
    files,
  });
}

/** What the numbers of a column count, for a reader who has nothing but the page. */
const UNITS: Readonly<Record<string, string>> = {
  bandwidth: "bandwidth, % of full",
  unreachable: "unreachable, pairs",
  loops: "loops, channels",
  busiest: "busiest, routes",
  dark: "dark, channels",
};

/** A number with its unit, or two with a stroke between, stand on one line. */
const whole = (cell: string): string =>
  cell.length <= 14 ? cell.replaceAll(" ", "\u00a0") : cell;

/** The figure's own words are small where a fabric is wide. */
function busiest(fabric: Fabric, routes: readonly number[]): string {
  const between = routes
    .map((count, channel) => ({ count, channel }))
    .filter(({ count, channel }) => {
      const peer = fabric.portPeer[channel] ?? -1;
      return (
        count > 0 &&
        peer >= 0 &&
        (fabric.portNode[channel] ?? 0) < fabric.switchCount &&
        (fabric.portNode[peer] ?? 0) < fabric.switchCount
      );
    })
    .sort((a, b) => b.count - a.count || a.channel - b.channel);
  if (between.length === 0) return "";
  const mean =
    between.reduce((sum, { count }) => sum + count, 0) / between.length;
  const named = between
    .slice(0, 3)
    .map(({ count, channel }) => `${channelName(fabric, channel)} (${count})`);
  return `Most routes: ${named.join(", ")}; ${mean.toFixed(0)} on average.`;
}
