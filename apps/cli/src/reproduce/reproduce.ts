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
import type { Reproduction, StudyOptions } from "./reproduction.ts";
import { writeReport } from "./write-report.ts";

export interface ReproduceOptions extends StudyOptions {
  /** Folder of the report; finished runs are kept in its `.runs` unless `store` says otherwise. Made when it does not exist. */
  readonly out: string;
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
 * Runs what is missing of a study on all cores, then writes its report: figures, claims, data, one page.
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
  const planned = reproduction.tasks(study);
  const outcomes = await runTasks({
    module: reproduction.module,
    tasks: planned.map(({ label, experiment, seed, input, cost }) => ({
      key: experimentKey(experiment, seed, code),
      label,
      input,
      ...(cost === undefined ? {} : { cost }),
    })),
    store: fileStore(options.store ?? join(options.out, ".runs"), {
      onDamaged: (file, why) =>
        options.onNote?.(`${file}: ${why}; it is computed again`),
    }),
    ...(options.workers === undefined ? {} : { workers: options.workers }),
    ...(options.onProgress === undefined
      ? {}
      : { onProgress: options.onProgress }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    execArgv: threadFlags(),
  });

  const results: Json[] = [];
  let cached = 0;
  const failures: { label: string; error: TaskFailure }[] = [];
  for (const outcome of outcomes) {
    if (outcome.status === "failed") failures.push(outcome);
    if (outcome.status !== "done") continue;
    // A result from the store has its keys in canonical order: a fresh one must look the same, or the report's bytes would tell.
    results.push(JSON.parse(canonicalJson(outcome.value)) as Json);
    if (outcome.cached) cached += 1;
  }
  if (failures.length > 0) throw failed(reproduction, failures, planned.length);
  if (results.length < planned.length) {
    return {
      status: "interrupted",
      finished: results.length,
      runs: planned.length,
    };
  }
  const { claims, report } = await writeReport(reproduction, options.out, {
    options: study,
    tasks: planned,
    results,
  });
  return {
    status: "finished",
    claims,
    report: resolve(report),
    runs: planned.length,
    cached,
  };
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
