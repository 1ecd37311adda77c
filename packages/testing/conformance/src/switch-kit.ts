import {
  parseOptions,
  type Options,
  type Params,
  type SwitchParts,
  type SwitchPlugin,
} from "@fabriclab/spec";
import { hostEndports, row } from "./bench-fabrics.ts";
import {
  check,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFindingOfOptions } from "./each-case.ts";
import { nameOf } from "./compile.ts";
import { documentChecks } from "./documented.ts";
import {
  benchOf,
  BYTE_TIME_PS,
  crowd,
  LONGEST,
  FLIGHT_PS,
  shot,
  type Bench,
  type Engine,
} from "./switch-bench.ts";
import { flowChecks, overfull } from "./switch-flows.ts";
import { copiesOfOne, switchFeatureChecks } from "./switch-features.ts";

/** A switch model with its parts. */
export interface SwitchCase {
  readonly parts: SwitchParts;
  /** As a user would write them. */
  readonly options?: object;
  /** What runs it; absent = `createNetwork`. An engine that is wrong must fail here, too. */
  readonly engine?: Engine;
}

/** Registers the conformance tests of a switch: zero-load latency, conservation, order, rate of one flow, starvation, multicast copies. */
export function switchKit(
  plugin: SwitchPlugin,
  cases: readonly SwitchCase[],
  runner: Runner,
): void {
  register(
    runner,
    `switch ${plugin.name} conforms`,
    switchChecks(plugin, cases),
  );
}

/** The checks of `switchKit`, for callers without a test runner. */
export function switchChecks(
  plugin: SwitchPlugin,
  cases: readonly SwitchCase[],
): Check[] {
  const { claims } = plugin;
  const each = (
    search: (
      bench: Bench,
      options: Options<Params>,
    ) => Omit<Finding, "where"> | undefined,
  ): Finding | undefined =>
    firstFindingOfOptions(
      plugin.name,
      cases,
      "at least one set of parts",
      (given) => {
        const options = parseOptions(plugin, given.options ?? {});
        return search(
          benchOf(plugin.build(options, given.parts), given.engine),
          options,
        );
      },
    );
  return [
    check("a packet alone takes as long as claimed", () =>
      each((bench, options) => {
        for (const switches of [1, 2, 4])
          for (const bytes of [
            64,
            256,
            Math.min(LONGEST, bench.model.mtu ?? LONGEST),
          ]) {
            const fabric = row(switches, 2);
            const [from, to] = [
              hostEndports(fabric)[0],
              hostEndports(fabric).at(-1),
            ];
            if (from === undefined || to === undefined) continue;
            const [packet] = bench.run(fabric, [
              shot(from, to, 0, bytes, 0),
            ]).seen;
            const measured =
              packet === undefined
                ? NaN
                : (packet.time - packet.birth) * bench.tickPs;
            const claimed = claims.zeroLoad({
              bytes,
              bytePs: BYTE_TIME_PS,
              flightPs: FLIGHT_PS,
              switches,
              options,
            });
            if (measured !== claimed)
              return {
                what: `${bytes} bytes through ${switches} switches take ${measured} ps, ${claimed} ps claimed`,
                todo: "correct claims.zeroLoad, or the model's delays",
              };
          }
        return undefined;
      }),
    ),
    check("every packet is delivered, dropped or on its way", () =>
      each((bench) => {
        const { fabric, shots } = crowd(bench.model.mtu);
        const { network, seen } = bench.run(fabric, shots);
        const { injected, delivered, dropped, inFlight } = network.counts;
        const lost =
          injected !== shots.length ||
          delivered + dropped + inFlight !== injected ||
          seen.length !== delivered ||
          inFlight !== 0;
        return lost
          ? {
              what: `of ${shots.length} packets ${injected} were injected, ${delivered} delivered (${seen.length} seen), ${dropped} dropped, ${inFlight} never arrived`,
              todo: "a packet may leave a buffer only by being sent on or dropped, and every wait must end",
            }
          : undefined;
      }),
    ),
    // A model that may drop promises nothing here; what it drops is counted by the check before.
    ...(claims.lossless
      ? [
          check("nothing is dropped, as claimed", () =>
            each((bench) => {
              const { fabric, shots } = crowd(bench.model.mtu);
              const { dropped } = bench.run(fabric, shots).network.counts;
              return dropped > 0
                ? {
                    what: `${dropped} of ${shots.length} packets were dropped`,
                    todo: "claim lossless: false, or let packets wait",
                  }
                : undefined;
            }),
          ),
        ]
      : []),
    ...flowChecks(each, claims),
    check("no buffer holds more than the model gives it", () => each(overfull)),
    check(
      "one flow gets a packet through per zero-load time at least, and the link's rate at most",
      () =>
        each((bench, options) => {
          const [bytes, count] = [256, 200];
          const fabric = row(1, 2);
          const [from, to] = hostEndports(fabric);
          if (from === undefined || to === undefined) return undefined;
          const shots = Array.from({ length: count }, (_, tag) =>
            shot(from, to, 0, bytes, tag),
          );
          const { seen } = bench.run(fabric, shots);
          const span =
            ((seen.at(-1)?.time ?? Infinity) - (seen[0]?.time ?? 0)) *
            bench.tickPs;
          const gap = span / (seen.length - 1);
          const slowest = claims.zeroLoad({
            bytes,
            bytePs: BYTE_TIME_PS,
            flightPs: FLIGHT_PS,
            switches: 1,
            options,
          });
          if (gap >= bytes * BYTE_TIME_PS && gap <= slowest) return undefined;
          return {
            what: `a packet every ${gap} ps; the link carries one every ${bytes * BYTE_TIME_PS} ps, and stop-and-wait one every ${slowest} ps`,
            todo: "buffers must be freed as packets leave them, and a link may carry one packet at a time",
          };
        }),
    ),
    check("no input starves", () =>
      each((bench) => {
        const fabric = row(1, 5);
        const [to, ...from] = hostEndports(fabric);
        if (to === undefined) return undefined;
        const shots = from.flatMap((source) =>
          Array.from({ length: 100 }, (_, tag) =>
            shot(source, to, 0, 128, tag),
          ),
        );
        const half = bench.run(fabric, shots).seen.slice(0, shots.length / 2);
        for (const source of from) {
          const share = half.filter(
            (packet) => packet.source === source,
          ).length;
          // Fair would be a quarter of the half; an input that gets less than a quarter of that starves.
          if (share < shots.length / 2 / from.length / 4)
            return {
              what: `${nameOf(fabric, source)} got ${share} of the first ${half.length} packets through, ${from.length} inputs wanting the same output`,
              todo: "let the arbiter move on from the input that it served last",
            };
        }
        return undefined;
      }),
    ),
    check(
      "a multicast packet is copied to every port of the mask but its own",
      () => each(copiesOfOne),
    ),
    check("the same run gives the same deliveries", () =>
      each((bench) => {
        const { fabric, shots } = crowd(bench.model.mtu);
        const [a, b] = [
          bench.run(fabric, shots).seen,
          bench.run(fabric, shots).seen,
        ];
        const differs = a.findIndex(
          (packet, i) => JSON.stringify(packet) !== JSON.stringify(b[i]),
        );
        return differs < 0 && a.length === b.length
          ? undefined
          : {
              what: `the two differ at delivery ${differs}`,
              todo: "keep no state between builds, and take chance from a seeded stream only",
            };
      }),
    ),
    ...switchFeatureChecks(each, (packet) => claims.zeroLoad(packet)),
    ...documentChecks(plugin),
  ];
}
