import type { Study } from "../reproduction.ts";
import { LATENCIES, type KimRecord } from "./record.ts";
import type { TaskInput } from "./run/task.ts";

/** Columns of data.csv: the case, then what became of it. What a run does not have (a deadlock, an overload, no missed frame) is empty. */
export const COLUMNS = [
  "topology",
  "scheme",
  "root",
  "realTimeShare",
  "load",
  "multicast",
  "policy",
  "buffer",
  "outputBuffer",
  "adapter",
  "detours",
  "hv",
  "payload",
  "seed",
  "status",
  "dmp",
  "dmtMs",
  "frames",
  ...LATENCIES.flatMap((name) => [
    `${name}Us`,
    `${name}Delivered`,
    `${name}Dropped`,
    `${name}Settled`,
  ]),
  "unicastUs",
  "multicastUs",
  "simulatedMs",
  "packetHops",
  "events",
  "cycle",
];

export const rowsOf = ({
  tasks,
  results,
}: Study): Record<string, string | number>[] =>
  tasks.map((task, index) => {
    const { point, seed } = task.input as unknown as TaskInput;
    const { realTime: realTimeShare, ...where } = point;
    const { control, realTime, bestEffort, ...record } = results[
      index
    ] as unknown as KimRecord;
    const classes = { control, realTime, bestEffort };
    const row = {
      ...where,
      realTimeShare,
      seed,
      ...record,
      ...Object.fromEntries(
        LATENCIES.flatMap((name) => [
          [`${name}Us`, classes[name].latencyUs],
          [`${name}Delivered`, classes[name].delivered],
          [`${name}Dropped`, classes[name].dropped],
          [`${name}Settled`, classes[name].settled],
        ]),
      ),
    };
    return Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, value ?? ""]),
    );
  });
