import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import {
  runTasks,
  type Progress,
  type TaskFailure,
} from "@fabriclab/experiment-executor-local";
import { experimentKey, fileStore } from "@fabriclab/experiment-store";
import type { Claim } from "@fabriclab/experiment-report";
import { canonicalJson, FabricError, type Json } from "@fabriclab/spec";
import { threadFlags } from "../thread-flags.ts";
import { codeIdentity } from "./code-identity.ts";
import { chosenParts } from "./part-of-study.ts";
import type { Reproduction, StudyOptions } from "./reproduction.ts";
import { writeReport } from "./write-report.ts";

export interface ReproduceOptions extends StudyOptions {
  /** Folder of the study; finished runs are kept in its `.runs` unless `store` says otherwise. Made when it does not exist. */
  readonly out: string;
  /** Figures and claims that alone are to be made, as {@link checkOnly} names them: no other runs, and a report in a folder of its own below `out`. Absent = all. */
  readonly only?: readonly string[];
  readonly store?: string;
  /** Worker threads; default: one per core. */
  readonly workers?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** A word to the user, such as a damaged file that is computed again. */
  readonly onNote?: (text: string) => void;
  /** Seconds, rising, for rate and time left. */
  readonly clock?: () => number;
  readonly signal?: AbortSignal;
}

export type Reproduced =
  | {
      readonly status: "finished";
      readonly claims: readonly Claim[];
      /** The report's absolute path. */
      readonly report: string;
      readonly runs: number;
      readonly cached: number;
    }
  /** The signal came; what is finished is kept, and the same call goes on. */
  | {
      readonly status: "interrupted";
      readonly finished: number;
      readonly runs: number;
    };

/**
 * What a study can be asked for; called before anything is made or forgotten for it.
 *
 * @throws FabricError `E_REPRODUCE_SEEDS`, `E_REPRODUCE_NO_VIDEO`
 */
export function checkStudyOptions(
  reproduction: Reproduction,
  options: Pick<ReproduceOptions, "seeds" | "frames">,
): void {
  if (options.seeds !== undefined && !(options.seeds >= 2)) {
    throw new FabricError({
      code: "E_REPRODUCE_SEEDS",
      message: "too few seeds",
      where: { path: "--seeds" },
      got: String(options.seeds),
      expected: "at least 2: one run has no confidence interval",
    });
  }
  if (options.frames !== undefined && reproduction.video !== true) {
    throw new FabricError({
      code: "E_REPRODUCE_NO_VIDEO",
      message: `${reproduction.name} has no video, so there are no frames to count`,
      where: { path: "--frames" },
      got: String(options.frames),
      expected: "a study with video, such as kim2007",
    });
  }
}

/**
 * Runs what is missing of a study, or of what `only` needs of it, on all cores, then writes its report: figures, claims, data, one page.
 *
 * @throws FabricError `E_REPRODUCE_FAILED` when a run fails (a bound that was beaten is such a failure): no report is written from an
 * incomplete study, finished runs are kept; `E_REPRODUCE_SEEDS`, `E_REPRODUCE_NO_VIDEO`; `E_STORE_UNWRITABLE`, `E_REPRODUCE_UNWRITABLE`
 */
export async function reproduce(
  reproduction: Reproduction,
  options: ReproduceOptions,
): Promise<Reproduced> {
  checkStudyOptions(reproduction, options);
  const study: StudyOptions = {
    quick: options.quick,
    ...(options.frames === undefined ? {} : { frames: options.frames }),
    ...(options.seeds === undefined ? {} : { seeds: options.seeds }),
  };
  const code = codeIdentity(reproduction.packages, reproduction.module);
  const tasks = reproduction.tasks(study);
  const results: (Json | undefined)[] = tasks.map(() => undefined);
  const store = fileStore(options.store ?? join(options.out, ".runs"), {
    onDamaged: (file, why) =>
      options.onNote?.(`${file}: ${why}; it is computed again`),
  });
  const { only } = options;
  const missing = (): number[] =>
    (only === undefined
      ? tasks.map((_, index) => index)
      : chosenParts(reproduction, { options: study, tasks }, results, only).runs
    ).filter((index) => results[index] === undefined);
  let cached = 0;
  // Why again and again: what a part reads may depend on what came out of other runs. Most need one round.
  for (let next = missing(); next.length > 0; next = missing()) {
    const planned = next.map((index) => tasks[index]!);
    const outcomes = await runTasks({
      module: reproduction.module,
      tasks: planned.map(({ label, experiment, seed, input, cost }) => ({
        key: experimentKey(experiment, seed, code),
        label,
        input,
        ...(cost === undefined ? {} : { cost }),
      })),
      store,
      ...(options.workers === undefined ? {} : { workers: options.workers }),
      ...(options.onProgress === undefined
        ? {}
        : { onProgress: options.onProgress }),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      execArgv: threadFlags(),
    });
    const failures: { label: string; error: TaskFailure }[] = [];
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.status === "failed") failures.push(outcome);
      if (outcome.status !== "done") continue;
      // A result from the store has its keys in canonical order: a fresh one must look the same, or the report's bytes would tell.
      results[next[at]!] = JSON.parse(canonicalJson(outcome.value)) as Json;
      if (outcome.cached) cached += 1;
    }
    if (failures.length > 0)
      throw failed(reproduction, failures, planned.length);
    const unfinished = next.filter((index) => results[index] === undefined);
    if (unfinished.length > 0) {
      const finished = results.filter((one) => one !== undefined).length;
      return {
        status: "interrupted",
        finished,
        runs: finished + unfinished.length,
      };
    }
  }
  const written = await writeReport(
    reproduction,
    only === undefined ? options.out : partFolder(options.out, only),
    { options: study, tasks },
    results,
    only,
  );
  return {
    status: "finished",
    claims: written.claims,
    report: resolve(written.report),
    runs: results.filter((one) => one !== undefined).length,
    cached,
  };
}

/** Longest name of a part's folder: file systems allow 255 bytes. */
const LONGEST = 120;

/** Where the report of some figures and claims lies, so that it takes no other report's place: `only-fig-9,C-004-8`. */
export function partFolder(out: string, only: readonly string[]): string {
  const name = `only-${only.join(",")}`;
  const short = `${name.slice(0, LONGEST)}-${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;
  return join(out, name.length <= LONGEST ? name : short);
}

function failed(
  reproduction: Reproduction,
  failures: readonly { label: string; error: TaskFailure }[],
  runs: number,
): FabricError {
  const first = failures[0]!;
  const { code, message, got, expected } = first.error;
  return new FabricError({
    code: "E_REPRODUCE_FAILED",
    message: `${failures.length} of ${runs} runs of ${reproduction.name} failed; the first: ${message}`,
    where: { path: first.label },
    got: [code, got].filter((part) => part !== undefined).join(": "),
    ...(expected === undefined ? {} : { expected }),
    hint: "no report is written from an incomplete study; the runs that finished are kept",
    cause: first.error,
  });
}
