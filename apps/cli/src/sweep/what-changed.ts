import { canonicalJson, type Json } from "@fabriclab/experiment-store";
import type { Asked, Manifest } from "./manifest.ts";

/** Names listed of what differs; the rest is counted. */
const MOST = 4;
/** Characters of a line or a value that are shown. */
const LONGEST = 60;

const FIELDS: Readonly<Record<Exclude<keyof Asked, "factors">, string>> = {
  design: "design",
  points: "points",
  seed: "seed",
  seeds: "seeds",
  precision: "precision",
  metric: "metric",
  saturation: "saturation",
  shardSize: "--shard-size",
};

/** In what the sweep of a folder and the one that was asked for now differ, in words, the gravest first. */
export function whatChanged(before: Manifest, now: Manifest): string {
  const code = codeChange(before.code, now.code);
  if (code !== undefined) return code;
  if (before.scenario !== now.scenario && before.identity !== now.identity)
    return scenarioChange(before.scenario, now.scenario);
  return (
    askedChange(before.asked, now.asked) ??
    "a flag, or a file that the scenario names"
  );
}

function codeChange(
  before: Manifest["code"],
  now: Manifest["code"],
): string | undefined {
  const names = namesOf(before, now).filter(
    (name) => before[name] !== now[name],
  );
  if (names.length === 0) return undefined;
  const command = "fabriclab";
  return before[command] === now[command]
    ? `the version or the sources of ${listed(names)}`
    : `fabriclab's version, ${arrow(before[command], now[command])}`;
}

/** The first line that differs, be it a comment. */
function scenarioChange(before: string, now: string): string {
  const old = before.split("\n");
  const fresh = now.split("\n");
  const at = fresh.findIndex((line, index) => line !== old[index]);
  const line = at < 0 ? fresh.length : at;
  return `the scenario, first in line ${line + 1}: ${arrow(old[line], fresh[line])}`;
}

function askedChange(before: Asked, now: Asked): string | undefined {
  const factors = (asked: Asked): Record<string, Json> =>
    Object.fromEntries(
      asked.factors.map(({ column, kind, unit, levels, between, parts }) => [
        column,
        [kind, unit, levels, between ?? null, parts ?? null] as unknown as Json,
      ]),
    );
  const [old, fresh] = [factors(before), factors(now)];
  const gone = Object.keys(old).filter((name) => !(name in fresh));
  const added = Object.keys(fresh).filter((name) => !(name in old));
  if (gone.length + added.length > 0)
    return [
      ...(gone.length === 0 ? [] : [`${listed(gone)}, no longer varied`]),
      ...(added.length === 0 ? [] : [`${listed(added)}, not varied before`]),
    ].join("; ");
  // Before the values: the number of points follows from them.
  const field = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).find(
    (one) =>
      one !== "points" &&
      canonicalJson(before[one]) !== canonicalJson(now[one]),
  );
  if (field !== undefined)
    return `${FIELDS[field]}, ${arrow(before[field], now[field])}`;
  const values = Object.keys(old).filter(
    (name) => canonicalJson(old[name]!) !== canonicalJson(fresh[name]!),
  );
  if (values.length > 0) return `the values of ${listed(values)}`;
  return before.points === now.points
    ? undefined
    : `points, ${arrow(before.points, now.points)}`;
}

const namesOf = (one: object, other: object): string[] => [
  ...new Set([...Object.keys(one), ...Object.keys(other)]),
];

const listed = (names: readonly string[]): string =>
  `${names.slice(0, MOST).join(", ")}${names.length > MOST ? ` and ${names.length - MOST} more` : ""}`;

const arrow = (before: Json | undefined, now: Json | undefined): string =>
  `${shown(before)} -> ${shown(now)}`;

function shown(value: Json | undefined): string {
  if (value === undefined || value === null) return "nothing";
  const text = typeof value === "string" ? value.trim() : JSON.stringify(value);
  if (text === "") return "an empty line";
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
