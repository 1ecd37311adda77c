import {
  drawBisections,
  type BisectionDraws,
} from "@fabriclab/analysis-balance";
import { loopChannels } from "@fabriclab/analysis-deadlock";
import { diffTables } from "@fabriclab/analysis-diff";
import { auditUnicast } from "@fabriclab/analysis-reachability";
import { withoutLinks } from "@fabriclab/fabric";
import { switchPlanes } from "@fabriclab/paths";
import type { Registry } from "@fabriclab/formats-scenario";
import type { Fabric, ForwardingTables, TablesProgress } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { bisectionSeries } from "../compare/bisections.ts";
import {
  meanOf,
  pairedDifference,
  type Estimate,
  type Series,
} from "../compare/differences.ts";
import type { TableFlags } from "../table-flags.ts";
import { readFabricFile } from "../fabric-file.ts";
import { unreached } from "../measure-tables.ts";
import { chooseEndpoints } from "../naming/endpoints.ts";
import { blamingPlugins } from "../plugin-calls.ts";
import { loadRegistry } from "../plugins.ts";
import { routedTables } from "../routed-tables.ts";
import { cutFinder } from "./cut.ts";
import type { Outcome, State } from "./failure.ts";
import { basesKept } from "./task-order.ts";
import { telling } from "./telling.ts";

/** What a thread is given. */
export interface FailTask {
  readonly flags: TableFlags;
  readonly nodeNameMap: string | undefined;
  /** Options of the routing besides those of `--set`. */
  readonly options: Readonly<Record<string, string | readonly string[]>>;
  readonly endpoints: string;
  readonly samples: number;
  readonly seed: number;
  /** Bandwidth by the links' rates. */
  readonly byRate: boolean;
  /** Links that are taken away; none = the fabric as it is. */
  readonly links: readonly number[];
  /** Modules named with `--plugin`. */
  readonly modules: readonly string[];
  /** What is tried, in words. */
  readonly label: string;
  /** Name of the broadcast channel for how far it is; undefined where nobody listens. */
  readonly channel?: string;
}

interface Base {
  readonly fabric: Fabric;
  readonly tables: ForwardingTables;
  readonly endports: readonly EndportIx[];
  readonly state: State;
  readonly series: Series | undefined;
  /** The same for every failure that leaves all endpoints a cable. */
  readonly draws: Draws | undefined;
}

/** Bisections, and the endpoints that are split. */
interface Draws {
  readonly endports: readonly EndportIx[];
  readonly bisections: BisectionDraws;
}

/** What a thread answers. */
export interface FailAnswer {
  readonly before: State;
  /** Null without links. */
  readonly outcome: Outcome | null;
  /** Bandwidth, bisection by bisection: after the failure, or before where there is none. Null where it is in `State`. */
  readonly series: Series | null;
}

/** The fabric as it is by several routings, each made once; or the refusal, which would be the same again. The oldest first. */
type Bases = Map<string, () => Base>;

/**
 * Work on the failures of one command: what they have in common is made once. A command that works in its own process makes one for itself, as the
 * fabric's name may mean another file to the next one.
 */
export function startWork(): (task: FailTask) => Promise<FailAnswer> {
  const bases: Bases = new Map();
  return (task) =>
    blamingPlugins(task.modules, () =>
      telling(task.channel, task.label, (tell) => answerTo(task, bases, tell)),
    );
}

/** Called in a thread, once for each failure; without links it answers with the state before. */
export const run = startWork();

async function answerTo(
  task: FailTask,
  bases: Bases,
  tell: TablesProgress,
): Promise<FailAnswer> {
  const registry = await loadRegistry({ modules: task.modules });
  const { links, label: _, ...common } = task;
  const key = JSON.stringify(common);
  const base = bases.get(key) ?? kept(() => baseOf(registry, task, tell));
  bases.set(key, base);
  const made = base();
  for (const old of bases.keys())
    if (bases.size > basesKept(made.fabric) && old !== key) bases.delete(old);
  const { fabric, tables, endports, state, series } = made;
  if (links.length === 0)
    return { before: state, outcome: null, series: series ?? null };
  const less = withoutLinks(fabric, links);
  // A subnet manager keeps the LIDs of those it knows.
  const again = routedTables(
    registry,
    less,
    { ...task.flags, lids: "keep" },
    task.options,
    tables.lids,
    tell,
  );
  const diff = diffTables(fabric, tables, again);
  const whole = { ...task, whole: fabric, draws: made.draws, tell };
  const after = measure(less, again, endports, whole);
  const cut = cutFinder(fabric, endports)(links);
  const within =
    cut === undefined || cut.parts.length <= cut.partsBefore
      ? undefined
      : seriesOf(less, again, cabled(less, endports), {
          ...task,
          whole: less,
          draws: undefined,
          tell,
        });
  const lost = lossOf(made, after);
  return {
    before: state,
    series: after.series ?? null,
    outcome: {
      entries: {
        moved: diff.moved,
        lost: diff.lost,
        gained: diff.gained,
        of: diff.entries,
        switches: diff.switches.length,
      },
      after: after.state,
      pairsLost:
        after.state.unreachable +
        after.state.cutOff -
        state.unreachable -
        state.cutOff,
      pairsCutOff: after.state.cutOff - state.cutOff,
      bandwidthLost: lost?.value ?? null,
      bandwidthLostCi95: lost?.ci ?? null,
      withinParts: within === undefined ? null : percentOf(meanOf(within)),
    },
  };
}

/** What an act makes or throws, and makes or throws again without doing it again. */
function kept<T>(act: () => T): () => T {
  try {
    const made = act();
    return () => made;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** The fabric as it is, routed and measured. */
function baseOf(
  registry: Registry,
  task: FailTask,
  tell: TablesProgress,
): Base {
  tell("reading", 0, 1);
  const { fabric, lids } = readFabricFile(
    task.flags.fabric,
    "--fabric",
    task.nodeNameMap,
  );
  const { flags, options } = task;
  const tables = routedTables(registry, fabric, flags, options, lids, tell);
  const { endports } = chooseEndpoints(fabric, tables.lids, task.endpoints);
  const draws = drawsOf(fabric, cabled(fabric, endports), task);
  const measured = measure(fabric, tables, endports, {
    ...task,
    ...{ whole: fabric, draws, tell },
  });
  return { fabric, tables, endports, draws, ...measured };
}

/** Tells of one part of the work. */
const part =
  (tell: TablesProgress, what: string) =>
  (done: number, total: number): void =>
    tell(what, done, total);

type Measured = Pick<Base, "state" | "series">;

const percentOf = ({ value, ci }: Estimate) => ({ bandwidth: value, ci95: ci });

/** Of the same endpoints from the same bisections; of others, which draw bisections of their own, from two means. */
function lossOf(before: Measured, after: Measured): Estimate | undefined {
  if (before.series === undefined || after.series === undefined)
    return undefined;
  if (before.state.endpoints === after.state.endpoints)
    return pairedDifference(before.series, after.series);
  const [one, other] = [meanOf(before.series), meanOf(after.series)];
  return { value: one.value - other.value, ci: Math.hypot(one.ci, other.ci) };
}

type Sampling = Pick<FailTask, "samples" | "seed" | "byRate"> & {
  readonly whole: Fabric;
  /** Undefined: drawn when wanted. */
  readonly draws: Draws | undefined;
  readonly tell: TablesProgress;
};

/** Endports of all draws together up to which they are kept: 64 MB. */
const KEPT_DRAWS = 2 ** 23;

/** Undefined where there is nothing to be drawn, or too much to be kept. */
function drawsOf(
  fabric: Fabric,
  endports: readonly EndportIx[],
  { samples, seed }: FailTask,
): Draws | undefined {
  return endports.length < 2 || samples * endports.length > KEPT_DRAWS
    ? undefined
    : {
        endports,
        bisections: drawBisections(fabric, endports, { samples, seed }),
      };
}

const cabled = (
  fabric: Fabric,
  endports: readonly EndportIx[],
): readonly EndportIx[] =>
  endports.filter((one) => fabric.attachment(one) !== undefined);

/** Undefined where no part of the whole has two of the endports, between which a flow could run. */
function seriesOf(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[],
  { samples, seed, byRate, whole, draws, tell }: Sampling,
): Series | undefined {
  const { of } = switchPlanes(whole);
  const planes = endports.map((one) => of[whole.attachment(one)?.sw ?? -1]);
  if (new Set(planes).size === planes.length) return undefined;
  // Endpoints that were cabled before and are not any more are all that the list can lack.
  const isSame = draws?.endports.length === endports.length;
  return bisectionSeries(fabric, tables, {
    ...{ endports, samples, seed, byRate, whole },
    onProgress: part(tell, "bisections"),
    ...(isSame ? { draws: draws.bisections } : {}),
  });
}

function measure(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[],
  sampling: Sampling,
): Measured {
  const { tell } = sampling;
  const audit = auditUnicast(fabric, tables, {
    ...{ endports, examples: 0 },
    onProgress: part(tell, "reachability"),
  });
  const left = cabled(fabric, endports);
  const series = seriesOf(fabric, tables, left, sampling);
  const { bandwidth, ci95 } =
    series === undefined
      ? { bandwidth: null, ci95: null }
      : percentOf(meanOf(series));
  return {
    series,
    state: {
      unreachable: unreached(audit),
      cutOff: audit.disconnected,
      loopChannels: loopChannels(fabric, tables, {
        endports: left,
        onProgress: part(tell, "credit loops"),
      }),
      endpoints: left.length,
      bandwidth,
      ci95,
    },
  };
}
