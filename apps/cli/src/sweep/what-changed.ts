import { canonicalJson, type Json } from "@fabriclab/spec";
import { withUnit } from "@fabriclab/units";
import { scenarioValues, type Inputs } from "./identity.ts";
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
  const isAnother = before.identity !== now.identity;
  if (isAnother && !sameValues(before.scenario, now.scenario))
    return scenarioChange(before.scenario, now.scenario);
  return (
    askedChange(before.asked, now.asked) ??
    // Why before the values: more of them are allowed, and then not what is refused.
    (isAnother ? inputsChange(before.inputs, now.inputs) : undefined) ??
    valuesChange(before.asked, now.asked) ??
    UNKNOWN
  );
}

/** Of a folder that an earlier version began, which kept no `inputs`. */
const UNKNOWN =
  "a flag (--set, --fabric) or a file that the scenario names; this folder does not say which";

/** Whether two texts set the same, whatever their comments, layout and section `sweep`. */
function sameValues(before: string, now: string): boolean {
  if (before === now) return true;
  try {
    const [old, fresh] = [before, now].map((text) =>
      canonicalJson(scenarioValues(text, "sweep.json")),
    );
    return old === fresh;
  } catch {
    return false; // a scenario that can no longer be read
  }
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

/** What is varied or asked of it otherwise than before; not by which values. */
function askedChange(before: Asked, now: Asked): string | undefined {
  const [old, fresh] = [before, now].map(factorsOf);
  const gone = Object.keys(old!).filter((name) => !(name in fresh!));
  const added = Object.keys(fresh!).filter((name) => !(name in old!));
  if (gone.length + added.length > 0)
    return [
      ...(gone.length === 0 ? [] : [`${listed(gone)}, no longer varied`]),
      ...(added.length === 0 ? [] : [`${listed(added)}, not varied before`]),
    ].join("; ");
  // The number of points follows from the values.
  const field = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).find(
    (one) =>
      one !== "points" &&
      canonicalJson(before[one]) !== canonicalJson(now[one]),
  );
  if (field === undefined) return undefined;
  if (field === "saturation")
    return partChange(field, "factor", before[field], now[field]);
  if (field === "precision")
    return partChange(field, field, before[field], now[field]);
  return `${FIELDS[field]}, ${arrow(before[field], now[field])}`;
}

/**
 * Of what was asked in several parts, which of them.
 *
 * @param main the part that stands for all where nothing was asked before, or is now
 */
function partChange(
  name: string,
  main: string,
  before: Json,
  now: Json,
): string {
  const [old, fresh] = [before, now].map((one) =>
    isMapping(one) ? one : undefined,
  );
  const part = namesOf(old ?? {}, fresh ?? {}).find(
    (one) =>
      canonicalJson(old?.[one] ?? null) !== canonicalJson(fresh?.[one] ?? null),
  );
  const told = old === undefined || fresh === undefined ? main : (part ?? main);
  return `${told === main ? name : told}, ${arrow(old?.[told], fresh?.[told])}`;
}

const isMapping = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function valuesChange(before: Asked, now: Asked): string | undefined {
  const [old, fresh] = [before, now].map(factorsOf);
  const changed = Object.keys(old!).filter(
    (name) => old![name] !== fresh![name],
  );
  if (changed.length === 0)
    return before.points === now.points
      ? undefined
      : `points, ${arrow(before.points, now.points)}`;
  const gone = before.factors.flatMap(({ column, unit, levels }) => {
    const kept = now.factors.find((factor) => factor.column === column);
    return levels
      .filter(({ level }) => kept?.levels.every((one) => one.level !== level))
      .map(({ level }) => withUnit(level, unit));
  });
  return `the values of ${listed(changed)}${gone.length === 0 ? "" : `: no longer ${listed(gone)}`}`;
}

/** Column of a factor -> all that it is. */
const factorsOf = ({ factors }: Asked): Record<string, string> =>
  Object.fromEntries(
    factors.map(({ column, kind, unit, levels, between, parts }) => [
      column,
      canonicalJson([
        kind,
        unit,
        levels,
        between ?? null,
        parts ?? null,
      ] as unknown as Json),
    ]),
  );

/** Which flags set something else, or which files have other contents. */
function inputsChange(
  before: Inputs | undefined,
  now: Inputs | undefined,
): string {
  if (before === undefined || now === undefined) return UNKNOWN;
  const set = setChange(before.overrides, now.overrides);
  const files = filesChange(before, now);
  return [...set, ...files].join("; ") || UNKNOWN;
}

function setChange(
  before: Inputs["overrides"],
  now: Inputs["overrides"],
): string[] {
  const [old, fresh] = [before, now].map((all) =>
    all.map(([path, value]) => `${path}=${shown(value)}`),
  );
  const gone = old!.filter((one) => !fresh!.includes(one));
  const added = fresh!.filter((one) => !old!.includes(one));
  if (gone.length + added.length > 0)
    return [
      ...(gone.length === 0 ? [] : [`--set ${listed(gone)}, no longer given`]),
      ...(added.length === 0
        ? []
        : [`--set ${listed(added)}, not given before`]),
    ];
  return canonicalJson(before) === canonicalJson(now)
    ? []
    : [`the order of --set ${listed(fresh!)}`];
}

function filesChange(before: Inputs, now: Inputs): string[] {
  const names = namesOf(before.files, now.files);
  const [old, fresh] = [before.files, now.files];
  const groups = {
    "the contents of": names.filter(
      (name) => name in old && name in fresh && old[name] !== fresh[name],
    ),
    "files that are no longer named or there:": names.filter(
      (name) => !(name in fresh),
    ),
    "files that were not named or there before:": names.filter(
      (name) => !(name in old),
    ),
  };
  return [
    ...Object.entries(groups).flatMap(([what, found]) =>
      found.length === 0 ? [] : [`${what} ${listed(found)}`],
    ),
    ...(before.fabric === now.fabric
      ? []
      : [
          before.fabric === undefined
            ? "--fabric, not given before"
            : now.fabric === undefined
              ? "--fabric, no longer given"
              : "the contents of the file of --fabric",
        ]),
  ];
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
