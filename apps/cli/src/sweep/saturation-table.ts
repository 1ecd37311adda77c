import type { Saturation } from "@fabriclab/experiment-sweep";
import { oneLine, withUnit } from "@fabriclab/units";
import type { Io } from "../io.ts";
import { columnsOf } from "../table.ts";

/** What a search found, and what it looked for. */
export interface Searched {
  /** Factor -> unit of its numbers, where they have one. */
  readonly units?: Readonly<Record<string, string>>;
  readonly saturation: readonly Saturation[];
  /** The factor that was searched, where one was. */
  readonly searched?: string;
  /** What the values that are not saturated keep, too. */
  readonly required?: string;
  /** How many times as long the runs of a value were made at each step of `longer` in `saturation`. */
  readonly longer?: readonly number[];
}

/** Between which values saturation begins, or what is required of the runs ends, for each combination of the other factors; and what to know of it. */
export function saturationTable(report: Searched, io: Io): string {
  const { saturation, longer, searched = "", units = {}, required } = report;
  const words = required === undefined ? WORDS : REQUIRED_WORDS;
  const value = (level: number | undefined): string =>
    level === undefined ? "" : withUnit(level, units[searched] ?? "");
  const names = Object.keys(saturation[0]?.factors ?? {});
  const table = columnsOf(
    saturation.map(
      ({ factors, low, high, status, undecided = [], longer: again = [] }) => [
        ...names.map((name) =>
          oneLine(withUnit(factors[name] ?? "", units[name] ?? "")),
        ),
        value(low),
        value(high),
        [
          status === "found"
            ? ""
            : status === "undecided"
              ? `not clear at ${undecided.map(value).join(", ")}`
              : words[status],
          low !== undefined && high !== undefined && low > high
            ? words.falls
            : "",
          again.length === 0
            ? ""
            : `runs up to ${longer?.[Math.max(...again.map(({ step }) => step)) - 1] ?? ""} times as long`,
        ]
          .filter((word) => word !== "")
          .join("; "),
      ],
    ),
    {
      head: [
        ...names.map(oneLine),
        ...(required === undefined
          ? ["not saturated at", "saturated at"]
          : [required, "no longer at"]),
        "remark",
      ],
      columns: io.columns,
    },
  );
  return [
    table,
    ...(longer === undefined ? [] : [LONGER]),
    ...(saturation.some(({ finite }) => finite === true) &&
    required === undefined
      ? [FINITE]
      : []),
    ...(required === undefined ? [] : [REQUIRED]),
    ...(saturation.some(({ status }) => status === "undecided")
      ? [NOT_CLEAR]
      : []),
  ].join("\n");
}

const FINITE =
  "Runs that end with their finite traffic: what is endless beside it is asked for in the time in which finite traffic is born, and near saturation a longer time shows smaller values to saturate. Where all traffic is finite nothing saturates, but what overloads a link for longer than can be counted.";

const REQUIRED =
  "A value keeps it where at least half of its runs do; no longer where more than half of them do not, or are saturated. What is compared is what each run came to, with its chance: more seeds and longer runs make the ends as sure as they look.";

const LONGER =
  "Longer runs: of values whose runs came to a cap of `measure` before it was clear whether they saturate, and of those tried after them; each is a point of its own.";

const NOT_CLEAR =
  "Not clear: the runs showed neither that what is offered is accepted nor that it is not; so the saturation lies anywhere between the two ends. Sweep again with a higher measure.maxTime and measure.maxPackets, more seeds, or a wider --resolution (and another -o).";

const WORDS = {
  above: "not saturated by the largest value",
  below: "saturated by all values",
  failed: "a run failed",
  open: "not finished",
  falls: "the smaller values saturate",
} as const;

/** Of a search that requires something. */
const REQUIRED_WORDS = {
  ...WORDS,
  above: "kept by the largest value",
  below: "kept by no value that was tried",
  falls: "not kept by the smaller values",
} as const;
