import { performance } from "node:perf_hooks";
import type { RoutingPlugin } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { type FabricOfFile, readFabricFile } from "../fabric-file.ts";
import { measureTables } from "../measure-tables.ts";
import { chooseEndpoints } from "../naming/endpoints.ts";
import { blamingPlugins } from "../plugin-calls.ts";
import { loadRegistry } from "../plugins.ts";
import { routedTables } from "../routed-tables.ts";
import { promisesNoLoops } from "./promise.ts";
import type { Answer, Candidate } from "./row.ts";

/** What a thread is given. */
export interface CompareTask {
  readonly file: string;
  readonly nodeNameMap: string | undefined;
  readonly candidate: Candidate;
  readonly endpoints: string;
  readonly lids: "keep" | "assign";
  readonly samples: number;
  readonly seed: number;
  /** Bandwidth by the links' rates. */
  readonly byRate: boolean;
  /** Modules named with `--plugin`. */
  readonly modules: readonly string[];
}

type Reads = (file: string, nodeNameMap: string | undefined) => FabricOfFile;

/**
 * Work on the candidates of one command: the file is read once. A command that works in its own process makes one for itself, as the file's name may mean
 * another file to the next one.
 */
export function startWork(): (task: CompareTask) => Promise<Answer> {
  let last: { readonly file: string; readonly read: FabricOfFile } | undefined;
  const reads: Reads = (file, nodeNameMap) => {
    if (last?.file !== file)
      last = { file, read: readFabricFile(file, "--fabric", nodeNameMap) };
    return last.read;
  };
  return (task) => blamingPlugins(task.modules, () => answerTo(task, reads));
}

/** Called in a thread, once for each candidate: routes, and measures. */
export const run = startWork();

async function answerTo(task: CompareTask, reads: Reads): Promise<Answer> {
  const { file, candidate, samples, seed, byRate } = task;
  const { fabric, lids } = reads(file, task.nodeNameMap);
  const registry = await loadRegistry({ modules: task.modules });
  const flags = {
    fabric: file,
    routing: candidate.engine,
    multicast: "union",
    lids: task.lids,
    set: candidate.set,
  };
  const plugin = ((registry.routing ?? []) as unknown as RoutingPlugin[]).find(
    ({ name }) => name === candidate.engine,
  );
  // Why here, too: what a claim throws is told in the row of its routing, and the others go on.
  if (plugin !== undefined) promisesNoLoops(plugin);
  const begun = performance.now();
  const tables = routedTables(registry, fabric, flags, candidate.options, lids);
  const seconds = (performance.now() - begun) / 1000;
  const chosen = (choice: string): readonly EndportIx[] =>
    chooseEndpoints(fabric, tables.lids, choice, "switch").endports;
  const { figures, routes, series } = measureTables(fabric, tables, {
    endports: chosen(task.endpoints),
    everybody: chosen("all"),
    samples,
    seed,
    byRate,
  });
  return { figures, routes: [...routes], series, seconds };
}
