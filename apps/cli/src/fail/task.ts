import { effectiveBisection } from "@fabriclab/analysis-balance";
import { creditLoops } from "@fabriclab/analysis-deadlock";
import { diffTables } from "@fabriclab/analysis-diff";
import { auditUnicast } from "@fabriclab/analysis-reachability";
import { withoutLinks } from "@fabriclab/fabric";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { TableFlags } from "../table-flags.ts";
import { readFabricFile } from "../fabric-file.ts";
import { unreached } from "../measure-tables.ts";
import { chooseEndpoints } from "../naming/endpoints.ts";
import { loadRegistry } from "../plugins.ts";
import { routedTables } from "../routed-tables.ts";
import type { Outcome, State } from "./failure.ts";

/** What a thread is given. */
export interface FailTask {
  readonly flags: TableFlags;
  readonly nodeNameMap: string | undefined;
  /** Options of the routing besides those of `--set`. */
  readonly options: Readonly<Record<string, string | readonly string[]>>;
  readonly endpoints: string;
  readonly samples: number;
  readonly seed: number;
  /** Links that are taken away; none = the fabric as it is. */
  readonly links: readonly number[];
  /** Modules named with `--plugin`. */
  readonly modules: readonly string[];
}

interface Base {
  readonly fabric: Fabric;
  readonly tables: ForwardingTables;
  readonly endports: readonly EndportIx[];
  readonly state: State;
}

/** The fabric as it is, routed once in each thread. */
let base: { readonly key: string; readonly made: Base } | undefined;

/** Called in a thread, once for each failure; without links it answers with the state before. */
export async function run(
  task: FailTask,
): Promise<{ readonly before: State; readonly outcome: Outcome | null }> {
  const registry = await loadRegistry({ modules: task.modules });
  const { links, ...common } = task;
  const key = JSON.stringify(common);
  if (base?.key !== key) {
    const { fabric, lids } = readFabricFile(
      task.flags.fabric,
      "--fabric",
      task.nodeNameMap,
    );
    const tables = routedTables(
      registry,
      fabric,
      task.flags,
      task.options,
      lids,
    );
    const { endports } = chooseEndpoints(fabric, tables.lids, task.endpoints);
    const state = stateOf(fabric, tables, endports, { ...task, whole: fabric });
    base = { key, made: { fabric, tables, endports, state } };
  }
  const { fabric, tables, endports, state } = base.made;
  if (links.length === 0) return { before: state, outcome: null };
  const less = withoutLinks(fabric, links);
  // A subnet manager keeps the LIDs of those it knows.
  const again = routedTables(
    registry,
    less,
    { ...task.flags, lids: "keep" },
    task.options,
    tables.lids,
  );
  const diff = diffTables(fabric, tables, again);
  const after = stateOf(less, again, endports, { ...task, whole: fabric });
  return {
    before: state,
    outcome: {
      entries: {
        moved: diff.moved,
        lost: diff.lost,
        gained: diff.gained,
        of: diff.entries,
        switches: diff.switches.length,
      },
      after,
      pairsLost:
        after.unreachable + after.cutOff - state.unreachable - state.cutOff,
      pairsCutOff: after.cutOff - state.cutOff,
      bandwidthLost:
        after.bandwidth === null || state.bandwidth === null
          ? null
          : state.bandwidth - after.bandwidth,
    },
  };
}

function stateOf(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[],
  {
    samples,
    seed,
    whole,
  }: Pick<FailTask, "samples" | "seed"> & { readonly whole: Fabric },
): State {
  const audit = auditUnicast(fabric, tables, { endports, examples: 0 });
  const left = endports.filter((one) => fabric.attachment(one) !== undefined);
  const loopChannels = creditLoops(fabric, tables, {
    endports: left,
    examples: 0,
    remedies: false,
  }).loops.reduce((sum, { channels }) => sum + channels, 0);
  const bisection =
    left.length < 2
      ? undefined
      : effectiveBisection(fabric, tables, {
          endports: left,
          samples,
          seed,
          whole,
        });
  return {
    unreachable: unreached(audit),
    cutOff: audit.disconnected,
    loopChannels,
    bandwidth: bisection === undefined ? null : bisection.value * 100,
    ci95: bisection === undefined ? null : bisection.ci95 * 100,
  };
}
