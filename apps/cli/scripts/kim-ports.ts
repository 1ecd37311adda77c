/**
 * What the ports decide that a switch may choose for unreliable datagrams (`adaptiveDetour` of `path-bit-table`): those runs of `reproduce kim2007` alone that
 * compare both readings, on 30 nodes at 20 and 28 % and on 15 nodes at 60 % load. A line for each scheme and reading: runs that deadlocked, mean channels of a
 * packet's way, and reductions of latencies from the scheme that it is measured by, with 95 % intervals. Argument: JSON of `seeds` and `frames` (2 and 2, as
 * the quick study has them).
 */
import { withInterval } from "@fabriclab/experiment-report";
import {
  caseOf,
  percentText,
  type Case,
} from "../src/reproduce/kim2007/case.ts";
import { compare } from "../src/reproduce/kim2007/claims/rules.ts";
import {
  LATENCIES,
  METRIC_NAMES,
  valueOf,
  type KimRecord,
} from "../src/reproduce/kim2007/record.ts";
import { run } from "../src/reproduce/kim2007/run/task.ts";
import { SCHEMES, type SchemeName } from "../src/reproduce/kim2007/schemes.ts";

const { seeds = 2, frames = 2 } = JSON.parse(process.argv[2] ?? "{}") as {
  readonly seeds?: number;
  readonly frames?: number;
};

interface Comparison {
  readonly at: Partial<Case>;
  readonly from: SchemeName;
  readonly to: readonly SchemeName[];
}
const COMPARISONS: readonly Comparison[] = [
  { at: { topology: "random-30", load: 0.2 }, from: "spf", to: ["lfu"] },
  {
    at: { topology: "random-30", load: 0.28 },
    from: "spf",
    to: ["lfu", "lfu-drop"],
  },
  { at: {}, from: "spf", to: ["lfu", "credit"] },
  { at: {}, from: "spf-drop", to: ["lfu-drop", "credit-drop"] },
];

async function runs(point: Case): Promise<KimRecord[]> {
  const records: KimRecord[] = [];
  for (let seed = 1; seed <= seeds; seed++)
    records.push(await run({ point, seed, frames }));
  return records;
}

function tell(point: Case, found: readonly KimRecord[], measured: string[]) {
  const going = found.filter(({ status }) => status === "finished");
  const sum = (of: (record: KimRecord) => number): number =>
    going.reduce((total, record) => total + of(record), 0);
  const channels =
    sum(({ packetHops }) => packetHops) /
    sum((record) =>
      LATENCIES.reduce((all, name) => all + record[name].delivered, 0),
    );
  process.stdout.write(
    `${[
      `${point.topology} ${percentText(point.load)} ${SCHEMES[point.scheme].label}${SCHEMES[point.scheme].routing === "multipath" ? (point.detours === 0 ? ", ports of shortest paths" : ", ports of all simple paths") : ""}`,
      `${found.length - going.length} of ${found.length} deadlocked`,
      ...(going.length === 0 ? [] : [`${channels.toFixed(1)} channels`]),
      ...measured,
    ].join("; ")}\n`,
  );
}

for (const { at, from, to } of COMPARISONS) {
  const base = caseOf({ ...at, scheme: from });
  const before = await runs(base);
  tell(base, before, []);
  for (const scheme of to)
    for (const detours of [0, 1]) {
      const point = caseOf({ ...at, scheme, detours });
      const after = await runs(point);
      const measured = LATENCIES.map((metric) => {
        const of = (records: readonly KimRecord[]) =>
          records.map((record) => valueOf(record, metric));
        const { estimate } = compare("", of(before), of(after));
        return `${METRIC_NAMES[metric]} ${estimate === undefined ? "fewer than two pairs" : withInterval(estimate.value, [estimate.low, estimate.high])}`;
      });
      tell(point, after, measured);
    }
}
