import { parseOptions, type Metric, type MetricPlugin } from "@fabriclab/spec";
import { row } from "./bench-fabrics.ts";
import {
  check,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFinding } from "./each-case.ts";
import { documentChecks } from "./documented.ts";
import {
  contextOn,
  difference,
  sample,
  slices,
  withLateBirths,
  type Sample,
} from "./metric-samples.ts";

/** Options as a user would write them. */
export type MetricCase = object;

const TICKS = 10_000;

/** Registers the conformance tests of a metric: merge laws, slices, reset, emptiness, units, values alone. */
export function metricKit(
  plugin: MetricPlugin,
  cases: readonly MetricCase[],
  runner: Runner,
): void {
  register(
    runner,
    `metric ${plugin.name} conforms`,
    metricChecks(plugin, cases),
  );
}

/** The checks of `metricKit`, for callers without a test runner. */
export function metricChecks(
  plugin: MetricPlugin,
  cases: readonly MetricCase[],
): Check[] {
  const fabric = row(2, 3);
  const context = contextOn(fabric);
  // Where what counts depends on what came before, runs are told apart by their flows: each sample has senders of its own.
  const parts = ["a", "b", "c"].map((name, i) =>
    plugin.sequential === true
      ? sample(fabric, name, [2 * i, 2 * i + 1])
      : sample(fabric, name),
  );
  const [a, b, c] = parts as [Sample, Sample, Sample];
  const each = (
    search: (
      seen: (...of: Sample[]) => Metric,
    ) => Omit<Finding, "where"> | undefined,
  ): Finding | undefined =>
    firstFinding(
      plugin.name,
      cases,
      "options, {} for the defaults",
      (given) => {
        const options = parseOptions(plugin, given);
        return search((...of) => {
          const metric = plugin.create(context, options);
          metric.reset(0);
          for (const { journal } of of) metric.observe(journal);
          for (const { counters } of of) metric.channels?.(counters, TICKS);
          return metric;
        });
      },
      (given) => `${plugin.name} ${JSON.stringify(given)}`,
    );
  const law = (
    what: string,
    todo: string,
    left: (seen: (...of: Sample[]) => Metric) => Metric,
    right: (seen: (...of: Sample[]) => Metric) => Metric,
  ): Finding | undefined =>
    each((seen) => {
      const differs = difference(
        left(seen).result(TICKS),
        right(seen).result(TICKS),
      );
      return differs === undefined
        ? undefined
        : { what: `${what}: ${differs}`, todo };
    });
  const merged = (...metrics: Metric[]): Metric => {
    const [first, ...others] = metrics as [Metric, ...Metric[]];
    for (const other of others) first.merge(other);
    return first;
  };
  const keepAll = "let merge add up all that result() reads, and nothing else";
  return [
    check("merging is associative", () =>
      law(
        "(a + b) + c is not a + (b + c)",
        keepAll,
        (seen) => merged(seen(a), seen(b), seen(c)),
        (seen) => merged(seen(a), merged(seen(b), seen(c))),
      ),
    ),
    check("merging is commutative", () =>
      law(
        "a + b is not b + a",
        keepAll,
        (seen) => merged(seen(a), seen(b)),
        (seen) => merged(seen(b), seen(a)),
      ),
    ),
    check("merging is observing both", () =>
      law(
        "a + b is not what one observer of both has",
        keepAll,
        (seen) => merged(seen(a), seen(b)),
        (seen) => seen(a, b),
      ),
    ),
    check("an observer of nothing adds nothing", () =>
      law(
        "a + nothing is not a",
        "start sums at 0, minima at Infinity and maxima at -Infinity",
        (seen) => merged(seen(a), seen()),
        (seen) => seen(a),
      ),
    ),
    check("slices of a journal are as good as the whole", () =>
      each((seen) => {
        const whole = seen(a).result(TICKS);
        const sliced = seen();
        for (const slice of slices(a.journal)) sliced.observe(slice);
        sliced.channels?.(a.counters, TICKS);
        const differs = difference(sliced.result(TICKS), whole);
        return differs === undefined
          ? undefined
          : {
              what: differs,
              todo: "add baseTick to times, and keep nothing from one slice that the next does not need",
            };
      }),
    ),
    check("births are read with journalBirth()", () =>
      each((seen) => {
        const late = seen({ ...a, journal: withLateBirths(a.journal) });
        const differs = difference(late.result(TICKS), seen(a).result(TICKS));
        return differs === undefined
          ? undefined
          : {
              what: `births that stand in lateBirths: ${differs}`,
              todo: "read a record's JOURNAL_BIRTH with journalBirth(journal, word) alone",
            };
      }),
    ),
    check("a reset forgets what was seen before", () =>
      each((seen) => {
        const metric = seen(b);
        metric.reset(0);
        metric.observe(a.journal);
        metric.channels?.(a.counters, TICKS);
        const differs = difference(metric.result(TICKS), seen(a).result(TICKS));
        return differs === undefined
          ? undefined
          : {
              what: differs,
              todo: "let reset() undo everything that observe() and channels() did",
            };
      }),
    ),
    check("results have units, and no number without saying why", () =>
      each((seen) => {
        for (const result of [
          seen(a).result(TICKS),
          seen().result(TICKS),
          seen(a).result(0),
        ]) {
          const names = Object.keys(result);
          if (!names.includes(plugin.name))
            return {
              what: `the results are ${names.join(", ") || "none"}`,
              todo: `name the chief one ${plugin.name}`,
            };
          for (const [name, { value, unit, absent }] of Object.entries(
            result,
          )) {
            if (unit === "")
              return {
                what: `${name} has no unit`,
                todo: 'give one; "1" for a ratio',
              };
            if (Number.isNaN(value) !== (absent !== undefined))
              return {
                what: `${name} is ${value}, absent: ${absent ?? "nothing"}`,
                todo: "NaN needs the reason in absent, and only NaN",
              };
            if (!Number.isNaN(value) && !Number.isFinite(value))
              return {
                what: `${name} is ${value}`,
                todo: "give NaN and the reason in absent",
              };
          }
        }
        return undefined;
      }),
    ),
    check("values alone are those of the results", () =>
      each((seen) => {
        for (const [of, ticks] of [
          [[a], TICKS],
          [[a, b], TICKS],
          [[], TICKS],
          [[a], 0],
        ] as const) {
          const metric = seen(...of);
          const single: Record<string, number> = {};
          metric.eachValue?.(ticks, (name, value) => {
            single[name] = value;
          });
          if (metric.eachValue === undefined) continue;
          const results = metric.result(ticks);
          for (const name of new Set([
            ...Object.keys(results),
            ...Object.keys(single),
          ]))
            if (!Object.is(single[name], results[name]?.value))
              return {
                what: `${name} is ${single[name] ?? "left out"} of eachValue, ${results[name]?.value ?? "left out"} of result`,
                todo: "let both compute it alike, NaN included",
              };
        }
        return undefined;
      }),
    ),
    check("a batch's observer has the values of the whole one", () =>
      each((seen) => {
        const whole = seen();
        if (whole.forBatch === undefined) return undefined;
        const light = (...of: Sample[]): Metric => {
          const metric = seen().forBatch?.() ?? seen();
          metric.reset(0);
          for (const { journal } of of) metric.observe(journal);
          return metric;
        };
        const used = light(b);
        used.reset(0);
        used.observe(a.journal);
        for (const [what, of, expected] of [
          ["one that saw nothing", light(), seen()],
          ["one", light(a), seen(a)],
          ["one that was reset", used, seen(a)],
          ["two merged", merged(light(a), light(b)), seen(a, b)],
        ] as const) {
          const values = valuesOf(of);
          const results = valuesOf(expected);
          for (const name of new Set([...values.keys(), ...results.keys()]))
            if (!Object.is(values.get(name), results.get(name)))
              return {
                what: `${what}: ${name} is ${values.get(name) ?? "left out"}, of the whole one ${results.get(name) ?? "left out"}`,
                todo: "let forBatch() make an observer of the same values, NaN included",
              };
        }
        return undefined;
      }),
    ),
    check("the chief result has the unit claimed", () =>
      each((seen) => {
        const unit = seen(a).result(TICKS)[plugin.name]?.unit;
        return unit === plugin.claims.unit
          ? undefined
          : {
              what: `${unit ?? "no result"}, ${plugin.claims.unit} claimed`,
              todo: "correct claims.unit",
            };
      }),
    ),
    ...documentChecks(plugin),
  ];
}

/** A metric's results without anything but their values. */
function valuesOf(metric: Metric): Map<string, number> {
  const values = new Map<string, number>();
  if (metric.eachValue === undefined)
    for (const [name, { value }] of Object.entries(metric.result(TICKS)))
      values.set(name, value);
  else
    metric.eachValue(TICKS, (name, value) => {
      values.set(name, value);
    });
  return values;
}
