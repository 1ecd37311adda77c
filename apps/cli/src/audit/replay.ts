import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import {
  experimentOf,
  extendRegistry,
  readScenario,
  type AnyPlugin,
  type Registry,
} from "@fabriclab/formats-scenario";
import { runExperiment, type Experiment, type WaitFor } from "@fabriclab/sim";
import {
  defineFinishedTables,
  defineTopology,
  FabricError,
  nameParam,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { z } from "zod";
import { outputDirectory } from "../files.ts";
import { experimentFor, scenarioOf } from "../recipe.ts";
import { tableFiles } from "../table-files.ts";
import { flowsOfLoop, type LoopBuffer, type LoopFlow } from "./replay-flows.ts";
import { multicastFlowsOfLoop } from "./replay-multicast.ts";
import { replayPlans, type ReplayPlan } from "./replay-plan.ts";
import { REPLAY_FILES, replayScenario } from "./replay-scenario.ts";

/** A credit loop as the audit found it: its channels in order, the last waits for the first. */
export interface ReplayLoop {
  readonly cycle: readonly (LoopBuffer & {
    /** `switch:port VL`. */
    readonly name: string;
  })[];
}

export interface ReplayRequest {
  readonly registry: Registry;
  readonly fabric: Fabric;
  readonly tables: ForwardingTables;
  /** Loops, tried one after the other until one hangs. */
  readonly loops: readonly ReplayLoop[];
  /** What the loops are of: packets of that alone are tried before both together. Absent = both. */
  readonly of?: "unicast" | "multicast" | "combined";
  /** Who may send and receive. */
  readonly endports: readonly EndportIx[];
  /** Told before each run. */
  readonly onTry?: (how: string) => void;
}

/** How it went. */
export type ReplayOutcome =
  | {
      readonly status: "replayed";
      /** Which of the loops, from 0. */
      readonly loop: number;
      /** Whether the packets hang on the very channels of the loop's cycle; otherwise on `channels`. */
      readonly sameChannels: boolean;
      /** Channels that the simulation's wait-for cycle holds, in order. */
      readonly channels: readonly string[];
      readonly how: string;
      /** What the scenario sends. */
      readonly traffic: ReplayTraffic;
      /** Runs it took. */
      readonly tries: number;
      readonly scenario: string;
    }
  | {
      readonly status: "not replayed";
      readonly tries: number;
      /** Why, one sentence a loop. */
      readonly reasons: readonly string[];
    };

/** What a replay's packets are. */
export type ReplayTraffic = "unicast" | "multicast" | "unicast and multicast";

type Replayed = Extract<ReplayOutcome, { status: "replayed" }>;

/**
 * Looks for a simulation that hangs on a credit loop: plans are run one by one until the engine's watchdog finds packets that wait for each other on the
 * loop's own channels. Where no run hangs there but one hangs elsewhere, that one is taken, and said so.
 *
 * Complexity: that of at most 32 short runs a loop and kind of traffic.
 */
export async function findReplay(
  request: ReplayRequest,
): Promise<ReplayOutcome> {
  let tries = 0;
  let elsewhere: Replayed | undefined;
  const reasons: string[] = [];
  for (const [loop, { cycle }] of request.loops.entries()) {
    const chain = cycle.map(({ name }) => name);
    const { fabric, tables, endports } = request;
    const multicast = multicastFlowsOfLoop(fabric, tables, cycle, endports);
    const unicast = flowsOfLoop(fabric, tables, cycle, endports);
    const edges = unicast.map((flows, edge) => [
      ...flows,
      ...(multicast[edge] ?? []),
    ]);
    const missing = edges.findIndex((flows) => flows.length === 0);
    if (missing >= 0) {
      reasons.push(
        `loop ${loop + 1}: no pair of hosts holds ${chain[missing] ?? ""} while it waits for ${chain[(missing + 1) % chain.length] ?? ""}, nor does a multicast packet; endports that were left out lay that dependency down`,
      );
      continue;
    }
    let ran = 0;
    let refused: string | undefined;
    for (const plan of plansOf(request.of, unicast, multicast, edges)) {
      request.onTry?.(plan.how);
      tries += 1;
      const found = await hangs(request, plan, chain);
      if (typeof found === "string") {
        refused = found;
        break;
      }
      ran += 1;
      if (found === undefined) continue;
      const outcome: Replayed = {
        status: "replayed",
        loop,
        how: plan.how,
        traffic: trafficOf(plan),
        tries,
        ...found,
      };
      if (outcome.sameChannels) return outcome;
      elsewhere ??= outcome;
    }
    reasons.push(
      refused === undefined
        ? `loop ${loop + 1}: none of ${ran} runs hung on its channels`
        : `loop ${loop + 1}: cannot be simulated: ${refused}`,
    );
  }
  return elsewhere === undefined
    ? { status: "not replayed", tries, reasons }
    : { ...elsewhere, tries };
}

/** Plans of what the loop is of alone, as far as that lays down every edge; then of both together. */
function* plansOf(
  of: ReplayRequest["of"],
  unicast: LoopFlow[][],
  multicast: LoopFlow[][],
  both: LoopFlow[][],
): Generator<ReplayPlan> {
  const alone = { unicast, multicast, combined: both }[of ?? "combined"];
  if (alone !== both && alone.every((flows) => flows.length > 0))
    yield* replayPlans(alone);
  yield* replayPlans(both);
}

function trafficOf({ flows }: ReplayPlan): ReplayTraffic {
  if (flows.every(({ group }) => group === undefined)) return "unicast";
  return flows.every(({ group }) => group !== undefined)
    ? "multicast"
    : "unicast and multicast";
}

type Hang = Pick<Replayed, "sameChannels" | "channels" | "scenario">;

/** Runs a plan: how it hangs, undefined where it does not, or why it cannot be run. */
async function hangs(
  request: ReplayRequest,
  plan: ReplayPlan,
  chain: readonly string[],
): Promise<Hang | string | undefined> {
  const { fabric, tables, registry } = request;
  const scenario = replayScenario(fabric, tables, plan, chain);
  try {
    const experiment = experimentOf(
      readScenario(scenario, {
        registry: extendRegistry(registry, inMemory(fabric, tables)),
      }),
    );
    const channels = await channelsHeld(experiment);
    if (channels === undefined) return undefined;
    return { scenario, channels, sameChannels: sameCycle(channels, chain) };
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    return error.message;
  }
}

/** Channels that a run's packets hold for ever, in order; undefined where the run does not hang. */
async function channelsHeld(
  experiment: Experiment,
): Promise<string[] | undefined> {
  const { status, deadlock } = await runExperiment(experiment);
  if (status !== "deadlocked" || deadlock === undefined) return undefined;
  return [...new Set(deadlock.map(({ channel }: WaitFor) => channel))];
}

/** Whether two cycles are one, wherever they are begun. */
function sameCycle(a: readonly string[], b: readonly string[]): boolean {
  const turn = a.indexOf(b[0] ?? "");
  return (
    a.length === b.length &&
    turn >= 0 &&
    b.every((name, k) => name === a[(turn + k) % a.length])
  );
}

/** Stand-ins for the files that the scenario will name, before they are written. */
function inMemory(fabric: Fabric, tables: ForwardingTables): AnyPlugin[] {
  const params = z.object({ path: nameParam() });
  const base = { summary: "", cites: [], params };
  return [
    defineTopology({
      ...base,
      name: "file",
      claims: {
        switches: () => fabric.switchCount,
        hosts: () => fabric.hostCount,
        links: () => fabric.linkCount,
      },
      build: () => fabric,
    }),
    defineFinishedTables({
      ...base,
      name: "dump",
      claims: {},
      read: () => tables,
    }),
  ];
}

/**
 * Finds a replay and writes it into a folder: the fabric, the tables, and `scenario.yaml`, for `fabriclab run`. What was written is read back and run once
 * more; nothing stays where no run hangs.
 *
 * @param force allow a folder that holds files
 * @throws FabricError `E_CLI_UNWRITABLE_OUTPUT`, `E_CLI_OUTPUT_NOT_EMPTY`, `E_CLI_REPLAY_DIFFERS`
 */
export async function writeReplay(
  request: ReplayRequest & {
    readonly directory: string;
    readonly force?: boolean;
  },
): Promise<ReplayOutcome> {
  const { fabric, tables, directory, registry } = request;
  const output = outputDirectory(directory, {
    force: request.force === true,
    flag: "--replay",
  });
  const found = await findReplay(request);
  if (found.status !== "replayed") return found;
  const files = new Map<string, Iterable<string>>([
    ...tableFiles(fabric, tables),
    [REPLAY_FILES.fabric, [writeIbnetdiscover(fabric)]],
    [REPLAY_FILES.scenario, [found.scenario]],
  ]);
  await output.fill(files);
  const file = join(directory, REPLAY_FILES.scenario);
  const recipe = { file, text: found.scenario, overrides: [] };
  const again = await channelsHeld(
    experimentFor(recipe, scenarioOf(recipe, registry)),
  );
  if (again !== undefined && sameCycle(again, found.channels)) return found;
  for (const name of files.keys()) rmSync(join(directory, name));
  throw new FabricError({
    code: "E_CLI_REPLAY_DIFFERS",
    message:
      "The replay does not hang any more when it is read from its files.",
    where: { file, path: "--replay" },
    got: again === undefined ? "a run that does not hang" : again.join(", "),
    expected: found.channels.join(", "),
    hint: "this is a fault of a writer or reader: please report it",
  });
}
