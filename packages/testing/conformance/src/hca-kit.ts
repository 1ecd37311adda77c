import { parseOptions, type HcaPlugin } from "@fabriclab/spec";
import { hostEndports, row } from "./bench-fabrics.ts";
import {
  check,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFindingOfOptions, type PartCase } from "./each-case.ts";
import { nameOf } from "./compile.ts";
import { documentChecks } from "./documented.ts";
import { plainSwitch } from "./plain-switch.ts";
import {
  benchOf,
  BYTE_TIME_PS,
  crowd,
  FLIGHT_PS,
  shot,
  type Bench,
} from "./switch-bench.ts";
import { flowChecks } from "./switch-flows.ts";

/** How a host adapter is to be run. */
export type HcaCase = PartCase;

/** Registers the conformance tests of a host adapter: its delays, every packet sent once, order, determinism. */
export function hcaKit(
  plugin: HcaPlugin,
  cases: readonly HcaCase[],
  runner: Runner,
): void {
  register(runner, `hca ${plugin.name} conforms`, hcaChecks(plugin, cases));
}

/** The checks of `hcaKit`, for callers without a test runner. */
export function hcaChecks(
  plugin: HcaPlugin,
  cases: readonly HcaCase[],
): Check[] {
  const each = (
    search: (bench: Bench) => Omit<Finding, "where"> | undefined,
  ): Finding | undefined =>
    firstFindingOfOptions(
      plugin.name,
      cases,
      "options, {} for the defaults",
      ({ options = {}, engine }) => {
        const hca = plugin.build(parseOptions(plugin, options));
        return search(benchOf(plainSwitch, engine, hca));
      },
    );
  return [
    check("a packet alone takes the delays of both ends longer", () =>
      each((bench) => {
        const fabric = row(1, 2);
        const [from, to] = hostEndports(fabric);
        if (from === undefined || to === undefined) return undefined;
        const [birth, bytes] = [7, 256];
        const [packet] = bench.run(fabric, [
          shot(from, to, birth, bytes, 0),
        ]).seen;
        const { sendDelay, receiveDelay, adapt } = bench.hca;
        const due =
          sendDelay +
          bytes * BYTE_TIME_PS +
          2 * FLIGHT_PS +
          plainSwitch.routingDelay +
          receiveDelay;
        const measured = ((packet?.time ?? NaN) - birth) * bench.tickPs;
        // Queues of its own may keep a packet for longer, and never send it sooner.
        return measured === due || (adapt !== undefined && measured > due)
          ? undefined
          : {
              what: `${bytes} bytes take ${measured} ps, ${due} ps with sendDelay ${sendDelay} and receiveDelay ${receiveDelay}`,
              todo: "say the delays in sendDelay and receiveDelay, and keep births as they are",
            };
      }),
    ),
    check("every packet is sent, and to its destination", () =>
      each((bench) => {
        const { fabric, shots } = crowd();
        const { seen } = bench.run(fabric, shots);
        const due = new Map(
          shots.map(({ source, dlid, tag }) => [
            `${tag} of ${nameOf(fabric, source)}`,
            dlid - 1,
          ]),
        );
        for (const { source, place, tag } of seen) {
          const packet = `${tag} of ${nameOf(fabric, source)}`;
          if (due.get(packet) !== place)
            return {
              what: `packet ${packet} is delivered to ${nameOf(fabric, place)}`,
              todo: "draft what the given streams draft, with another readyAt or SL at most",
            };
        }
        return seen.length === shots.length
          ? undefined
          : {
              what: `${seen.length} of ${shots.length} packets arrive`,
              todo: "draft every packet of the given streams, at last",
            };
      }),
    ),
    ...flowChecks(each, plugin.claims),
    check("the same run gives the same deliveries", () =>
      each((bench) => {
        const { fabric, shots } = crowd();
        const [a, b] = [
          bench.run(fabric, shots).seen,
          bench.run(fabric, shots).seen,
        ];
        return JSON.stringify(a) === JSON.stringify(b)
          ? undefined
          : {
              what: "two runs differ",
              todo: "keep no state between runs, and take no chance without a seed",
            };
      }),
    ),
    ...documentChecks(plugin),
  ];
}
