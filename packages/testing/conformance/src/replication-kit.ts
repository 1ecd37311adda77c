import { parseOptions, type ReplicationPlugin } from "@fabriclab/spec";
import {
  check,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFindingOfOptions, type PartCase } from "./each-case.ts";
import { documentChecks } from "./documented.ts";
import { plainSwitch } from "./plain-switch.ts";
import { benchOf, type Bench } from "./switch-bench.ts";
import {
  copiesMissed,
  copiesOfOne,
  mixedCrowd,
  notTogether,
} from "./switch-features.ts";

/** How a replication is to be run. */
export type ReplicationCase = PartCase;

/** Registers the conformance tests of a replication: copies, gangs, no deadlock where that is claimed, determinism. */
export function replicationKit(
  plugin: ReplicationPlugin,
  cases: readonly ReplicationCase[],
  runner: Runner,
): void {
  register(
    runner,
    `replication ${plugin.name} conforms`,
    replicationChecks(plugin, cases),
  );
}

/** The checks of `replicationKit`, for callers without a test runner. */
export function replicationChecks(
  plugin: ReplicationPlugin,
  cases: readonly ReplicationCase[],
): Check[] {
  const each = (
    search: (bench: Bench) => Omit<Finding, "where"> | undefined,
  ): Finding | undefined =>
    firstFindingOfOptions(
      plugin.name,
      cases,
      "options, {} for the defaults",
      ({ options = {}, engine }) => {
        const replication = plugin.build(parseOptions(plugin, options));
        return search(benchOf({ ...plainSwitch, replication }, engine));
      },
    );
  return [
    check(
      "a multicast packet is copied to every port of the mask but its own",
      () => each(copiesOfOne),
    ),
    check(
      "multicast among unicast: every copy arrives once, or the deadlock is named",
      () => each(copiesMissed),
    ),
    check("the copies of a gang start together", () => each(notTogether)),
    // Where it is not claimed, a deadlock may be or not be: it depends on the fabric and the load.
    ...(plugin.claims.deadlockFree
      ? [
          check("no packets wait for each other on a tree, as claimed", () =>
            each((bench) => {
              const { fabric, tables, shots } = mixedCrowd();
              const cycle = bench.run(fabric, shots, tables).network.diagnose();
              return cycle === undefined
                ? undefined
                : {
                    what: `${cycle.length} packets wait for each other`,
                    todo: "claim deadlockFree: false, or let no packet keep an output for which another has to wait",
                  };
            }),
          ),
        ]
      : []),
    check("the same run gives the same deliveries", () =>
      each((bench) => {
        const { fabric, tables, shots } = mixedCrowd();
        const [a, b] = [
          bench.run(fabric, shots, tables).seen,
          bench.run(fabric, shots, tables).seen,
        ];
        return JSON.stringify(a) === JSON.stringify(b)
          ? undefined
          : {
              what: "two runs differ",
              todo: "keep no state between calls of create()",
            };
      }),
    ),
    ...documentChecks(plugin),
  ];
}
