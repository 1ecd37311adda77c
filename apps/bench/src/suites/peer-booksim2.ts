import { configurations } from "../booksim2/configurations.ts";
import {
  costBetween,
  costTargets,
  PER_HOP,
  runStart,
  type SteadyCost,
  type SteadyRun,
} from "../booksim2/cost.ts";
import { booksim2 } from "../booksim2/golden.ts";
import type { BookSimFigures, BookSimRun } from "../booksim2/model.ts";
import { runBookSim, type BookSimOutcome } from "../booksim2/process.ts";
import type { BookSimConfiguration } from "../booksim2/configurations.ts";
import { measuredScript } from "../child.ts";
import { refused } from "../refusal.ts";
import {
  geometricMean,
  median,
  type BenchOptions,
  type Row,
  type Suite,
  type Target,
} from "../suite.ts";

interface Measured extends BookSimFigures {
  /** CPU seconds of building and running the network. */
  readonly cpuSeconds: number;
  /** Of its whole process, start and compiling included. */
  readonly processSeconds: number;
}

const script = new URL("../points/booksim2.ts", import.meta.url);
const steady = new URL("../points/booksim2-steady.ts", import.meta.url);

/** A look: each network and packet size once, and a load near saturation. */
const few = new Set([
  "a_mesh16_p1_v4_b8_r0.05",
  "b_mesh16_p16_v4_b32_wtc0_hold_r0.2",
  "b_mesh16_p64_v4_b128_wtc0_r0.05",
  "c_ft4_3_p16_v4_b32_wtc0_r0.1",
  "c_ft4_3_p1_v4_b8_r0.1",
  "e_fly16_p16_v4_b32_wtc0_hold_r1.0_sat",
]);

/**
 * The configurations to be run.
 *
 * @param options.short samples of a fifth of their cycles, as many of the published runs had; those of the 64x64 mesh are hardly longer than a packet's way as they are
 * @throws FabricError `E_BENCH_OPTION` where no name contains one of `only`
 */
export function chosenConfigurations(options: {
  readonly quick: boolean;
  readonly only?: readonly string[];
  readonly short?: boolean;
}): BookSimConfiguration[] {
  const { quick, only, short = false } = options;
  const chosen = configurations.filter(
    ({ name }) =>
      (!quick || few.has(name)) &&
      (only === undefined || only.some((text) => name.includes(text))),
  );
  if (chosen.length === 0)
    throw refused("OPTION", "--only", "no configuration's name contains that", {
      got: (only ?? []).join(" or "),
      expected: configurations
        .filter(({ name }) => !quick || few.has(name))
        .map(({ name }) => name)
        .slice(0, 6)
        .join(", ")
        .concat(", …"),
    });
  return chosen.map((one) =>
    short && one.k < 64 ? { ...one, samplePeriod: one.samplePeriod / 5 } : one,
  );
}

interface Pair {
  readonly theirs: BookSimOutcome[];
  readonly ours: Measured[];
  /** What a packet-hop costs each, start left out. */
  readonly theirCost: SteadyCost[];
  readonly ourCost: SteadyCost[];
}

/**
 * BookSim2's binary and ours in turn on one configuration: as many cycles, the same warm-up; then a longer run of ours, since what BookSim2 simulates in
 * seconds is over here before the loop is compiled.
 */
async function pair(
  binary: string,
  configuration: BookSimConfiguration,
  rounds: number,
  hops: number,
): Promise<Pair> {
  const theirs: BookSimOutcome[] = [];
  const ours: Measured[] = [];
  const theirCost: SteadyCost[] = [];
  const ourCost: SteadyCost[] = [];
  for (let round = 0; round < rounds; round++) {
    const outcome = await runBookSim(binary, configuration);
    theirs.push(outcome);
    const { topology, k, n, virtualChannels, vcBuffer, flits, rate } =
      configuration;
    const run = { topology, k, n, virtualChannels, vcBuffer, flits, rate };
    ourCost.push(
      await measuredScript<SteadyCost>(steady, {
        ...run,
        hops,
        seed: 1,
      } satisfies SteadyRun),
    );
    theirCost.push(
      costBetween(
        configuration,
        outcome,
        await runStart(binary, configuration),
      ),
    );
    ours.push(
      await measuredScript<Measured>(script, {
        ...run,
        warmup: configuration.samplePeriod,
        measured: outcome.cycles - configuration.samplePeriod,
        seed: 1,
      } satisfies BookSimRun),
    );
  }
  return { theirs, ours, theirCost, ourCost };
}

/** Nanoseconds per packet-hop of both, and how many times ours BookSim2's are. */
function costFigures({ theirCost, ourCost }: Pair): Row["figures"] {
  return {
    "BookSim2 ns/hop": median(theirCost.map(({ nsPerHop }) => nsPerHop)),
    "ns/hop": median(ourCost.map(({ nsPerHop }) => nsPerHop)),
    [PER_HOP]: median(
      theirCost.map(
        ({ nsPerHop }, i) => nsPerHop / (ourCost[i]?.nsPerHop ?? NaN),
      ),
    ),
    "BookSim2 M hops": median(theirCost.map(({ hops }) => hops)) / 1e6,
    "M hops": median(ourCost.map(({ hops }) => hops)) / 1e6,
  };
}

/** The bound that the comparison of values of suite `booksim2` holds this point to; others are printed only. */
function targetsOf(configuration: BookSimConfiguration): Target[] {
  const { topology, flits, rate, saturated, hold, k } = configuration;
  const point = booksim2.find(
    (one) =>
      one.flits === flits &&
      one.rate === rate &&
      (flits === 1 || hold === (one.allocation === "hold")),
  );
  if (topology !== "mesh" || k !== 16 || saturated || point === undefined)
    return [];
  return [
    { figure: "latency / BookSim2", atLeast: 1 - point.tolerance },
    { figure: "latency / BookSim2", atMost: 1 + point.tolerance },
  ];
}

/** The packet engine beside BookSim2's own binary: time and results, in one run. */
export const peerBooksim: Suite = {
  name: "peer-booksim2",
  summary:
    "BookSim2's binary and the packet engine in turn, the same configuration and cycles: CPU time, its nanoseconds per packet-hop, latency, accepted load",
  async *run({ quick, rounds, programs, log }: BenchOptions) {
    const binary = programs.booksim;
    if (binary === undefined) {
      log("peer-booksim2: left out, no --booksim PATH");
      return;
    }
    const ratios: number[] = [];
    const perHop: number[] = [];
    for (const configuration of chosenConfigurations({ ...programs, quick })) {
      const both = await pair(
        binary,
        configuration,
        quick ? 1 : rounds,
        quick ? 4e6 : 16e6,
      );
      const { theirs, ours } = both;
      const [first] = theirs;
      const [mine] = ours;
      if (first === undefined || mine === undefined) continue;
      const ratio = median(
        theirs.map((t, i) => t.cpuSeconds / (ours[i]?.processSeconds ?? NaN)),
      );
      const cost = costFigures(both);
      ratios.push(ratio);
      perHop.push(cost[PER_HOP] ?? NaN);
      yield {
        suite: "peer-booksim2",
        name: configuration.name,
        figures: {
          cycles: first.cycles,
          "BookSim2 cpu s": median(theirs.map((t) => t.cpuSeconds)),
          "cpu s": median(ours.map((o) => o.processSeconds)),
          "BookSim2 / ours": ratio,
          "BookSim2 / ours, started": median(
            theirs.map((t, i) => t.cpuSeconds / (ours[i]?.cpuSeconds ?? NaN)),
          ),
          ...cost,
          // Beyond saturation a mean latency says how long the run was.
          ...(configuration.saturated
            ? {}
            : {
                latency: mine.latency,
                "BookSim2 latency": first.latency,
                "latency / BookSim2": mine.latency / first.latency,
              }),
          accepted: mine.accepted,
          "BookSim2 accepted": first.accepted,
          "accepted / BookSim2": mine.accepted / first.accepted,
        },
        targets: [
          ...costTargets(configuration),
          // These bounds are of runs of the published length.
          ...(programs.short === true ? [] : targetsOf(configuration)),
        ],
      } satisfies Row;
    }
    yield {
      suite: "peer-booksim2",
      name: `geometric mean of ${String(ratios.length)} configurations`,
      figures: {
        "BookSim2 / ours": geometricMean(ratios),
        [PER_HOP]: geometricMean(perHop),
      },
    };
  },
};
