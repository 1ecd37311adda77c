import { figures, many } from "../naming/words.ts";
import { labelOf } from "./compare.ts";
import type { TableFigures } from "../measure-tables.ts";
import type { Candidate, Row } from "./row.ts";

/** What to do with a fabric, and why. */
export interface Advice {
  /** Index into the rows; null where none serves. */
  readonly take: number | null;
  /** What has no compromise: everybody reaches everybody, no credit loop whoever talks. Null where `take` is that, or none is. */
  readonly safe: number | null;
  /** Sentences for people, the most important first. */
  readonly says: readonly string[];
}

/**
 * Routings that OpenSM has, and whose forwarding tables are its own entry by entry, so that what is measured is what it will do; with what they need in its
 * options besides `routing_engine`. Others (nue, whose tables differ from OpenSM's, among them) have to be loaded from files.
 */
export const OPENSM_ENGINES: Readonly<Record<string, readonly string[]>> = {
  minhop: [],
  updn: [],
  dnup: [],
  dor: [],
  ftree: [],
  sssp: [],
  // These tell SLs apart, which OpenSM sets up with QoS only.
  dfsssp: ["qos TRUE"],
  lash: ["qos TRUE"],
  "torus-2qos": [
    "qos TRUE",
    "# torus_config: dimensions and seed of the torus, to be written by hand (see torus-2QoS.conf(5))",
  ],
};

/** The name by which OpenSM knows an engine. */
export const opensmName = (engine: string): string =>
  engine === "torus-2qos" ? "torus-2QoS" : engine;

interface Accepted {
  readonly index: number;
  readonly row: Row;
  readonly figures: TableFigures;
}

/**
 * Judges rows. First come routings that leave no pair of the chosen endpoints unreachable and no credit loop among them; of those the ones with most
 * bandwidth, those as good within their confidence intervals among them; of those the one with fewest reservations: other adapters that cannot reach
 * each other, or whose traffic could loop; then fewest VLs, then bandwidth. Of those that are equal in all of that the one without credit loops on any
 * fabric comes first, for what a failure leaves may be another; then the one that needs least in OpenSM's options, its default at last.
 */
export function advise(rows: readonly Row[]): Advice {
  const accepted = rows.flatMap((row, index): Accepted[] =>
    row.figures === null ? [] : [{ index, row, figures: row.figures }],
  );
  const sound = accepted.filter(
    ({ figures: { unreachable, loopChannels } }) =>
      unreachable.chosen === 0 && loopChannels.chosen === 0,
  );
  const inOpensm = sound.filter(({ row }) => row.engine in OPENSM_ENGINES);
  const best = bestOf(inOpensm.length > 0 ? inOpensm : sound);
  if (best === undefined)
    return { take: null, safe: null, says: [nothing(accepted.length)] };
  const isSafe = ({ figures: { unreachable, loopChannels } }: Accepted) =>
    unreachable.all === 0 && loopChannels.all === 0;
  const safe = isSafe(best) ? undefined : bestOf(inOpensm.filter(isSafe));
  const others = sound.filter(({ row }) => !(row.engine in OPENSM_ENGINES));
  const above = bestOf(others);
  const fromFiles = bestOf(others.filter(isSafe));
  const usual = accepted.find(isUsual);
  return {
    take: best.index,
    safe: safe?.index ?? null,
    says: [
      `Take ${labelOf(best.row)}: ${percent(best)} of full bisection bandwidth${usual === undefined || usual === best ? "" : `; OpenSM's default, minhop, gives ${percent(usual)}${gain(best, usual)}`}.`,
      ...(best.row.engine in OPENSM_ENGINES ? [] : [`${FROM_FILES}.`]),
      ...tieSays(best, sound),
      ...reservations(best),
      ...(safe === undefined
        ? []
        : [
            `Without these reservations: ${labelOf(safe.row)}, ${percent(safe)}, ${many(safe.figures.lanes, "data VL")}.`,
          ]),
      ...lossWithoutLists(best, accepted),
      ...(above === undefined || !isWider(above, best)
        ? []
        : [
            `Better still: ${labelOf(above.row)}, ${percent(above)}; ${FROM_FILES}.`,
          ]),
      ...(isSafe(best) || fromFiles === undefined || !isWider(fromFiles, safe)
        ? []
        : [
            `Or, without these reservations: ${labelOf(fromFiles.row)}, ${percent(fromFiles)}; ${FROM_FILES}.`,
          ]),
    ],
  };
}

/** The rule among those that measure the same, as `bestOf` has it. */
const OF_EQUALS =
  "those that OpenSM makes itself come first, then those that promise no credit loops on any fabric they accept, then what needs least in its options";

/** How tables get into OpenSM that it does not make itself. */
const FROM_FILES =
  "OpenSM does not make these tables itself: write them with fabriclab route, and load them with opensm -R file -U";

/** Beyond the confidence interval. */
const isWider = (one: Accepted, than: Accepted | undefined): boolean =>
  than === undefined || value(one) > value(than) + ci(than);

const value = ({ figures }: Accepted): number => figures.bisection.value;
const ci = ({ figures }: Accepted): number => figures.bisection.ci95;
const percent = (one: Accepted): string =>
  `${value(one).toFixed(1)} % ± ${ci(one).toFixed(1)}`;

/** ` (10.6 % more)` */
function gain(best: Accepted, usual: Accepted): string {
  const more = (value(best) / value(usual) - 1) * 100;
  return more >= 0.1 ? ` (${more.toFixed(1)} % more)` : "";
}

/** Lines that OpenSM's options need beside the engine's name. */
const needs = ({ row }: Accepted): number =>
  (OPENSM_ENGINES[row.engine]?.length ?? 0) + (row.lists === null ? 0 : 1);

/** The engines that measure the same as the best, besides it. */
function tied(best: Accepted, sound: readonly Accepted[]): string[] {
  const measured = ({ figures }: Accepted): string =>
    JSON.stringify([
      figures.bisection.value.toFixed(1),
      figures.unreachable.all,
      figures.loopChannels.all,
      figures.lanes,
    ]);
  return [
    ...new Set(
      sound
        .filter((one) => measured(one) === measured(best))
        .map(({ row }) => row.engine),
    ),
  ].filter((engine) => engine !== best.row.engine);
}

/** That others are as good, and by which rule one was taken. */
function tieSays(best: Accepted, sound: readonly Accepted[]): string[] {
  const others = tied(best, sound);
  return others.length === 0
    ? []
    : [
        `${others.join(", ")} ${others.length === 1 ? "measures" : "measure"} the same here (bandwidth, pairs, loops, VLs). Of equal ones ${OF_EQUALS}.`,
      ];
}

/** What OpenSM does unless it is told otherwise. */
const isUsual = ({ row }: Accepted): boolean =>
  row.engine === "minhop" && row.lists === null;

function bestOf(some: readonly Accepted[]): Accepted | undefined {
  const [top] = some.toSorted((a, b) => value(b) - value(a));
  if (top === undefined) return undefined;
  return some
    .filter((one) => value(one) >= value(top) - Math.max(ci(top), ci(one)))
    .toSorted(
      (a, b) =>
        Number(a.figures.unreachable.all > 0) -
          Number(b.figures.unreachable.all > 0) ||
        Number(a.figures.loopChannels.all > 0) -
          Number(b.figures.loopChannels.all > 0) ||
        a.figures.lanes - b.figures.lanes ||
        value(b) - value(a) ||
        Number(b.row.deadlockFree) - Number(a.row.deadlockFree) ||
        needs(a) - needs(b) ||
        Number(isUsual(b)) - Number(isUsual(a)) ||
        a.index - b.index,
    )[0];
}

function reservations({ figures: { unreachable, loopChannels } }: Accepted) {
  return [
    ...(unreachable.all > 0
      ? [
          `With it ${many(unreachable.all, "ordered pair")} of other adapters (Aggregation Nodes, gateways) cannot reach each other.`,
        ]
      : []),
    ...(loopChannels.all > 0
      ? [
          `With it the traffic of other adapters (Aggregation Nodes, gateways) could close credit loops of ${many(loopChannels.all, "channel")}; that of the endpoints compared closes none.`,
        ]
      : []),
  ];
}

/** What the lists are worth to the engine that is advised. */
function lossWithoutLists(
  best: Accepted,
  accepted: readonly Accepted[],
): string[] {
  if (best.row.lists === null) return [];
  const { engine } = best.row;
  const bare = accepted.find(
    ({ row }) => row.engine === engine && row.lists === null,
  );
  return [
    bare === undefined
      ? `Without the lists ${engine} refuses this fabric.`
      : `Without the lists ${engine} gives ${percent(bare)}.`,
  ];
}

const nothing = (accepted: number): string =>
  accepted === 0
    ? "No routing was accepted; the table says why."
    : `None of ${many(accepted, "accepted routing")} serves: each leaves pairs of endpoints unreachable, or credit loops.`;

/** `0.31 s` */
export const seconds = (value: number | null): string =>
  value === null ? "" : `${figures(Number(value.toPrecision(2)))} s`;

/** The lists that a row was given, by name. */
export const listsName = ({ lists }: Pick<Candidate, "lists">): string =>
  lists ?? "none";
