import {
  describeParams,
  entryKeys,
  familyTitle,
  linkKeys,
  measureKeys,
  offeredKeys,
  sweepKeys,
  type ParameterDescription,
  type Registry,
} from "@fabriclab/formats-scenario";
import type { Params, PluginKind } from "@fabriclab/spec";
import { type Io, paint } from "./io.ts";
import { mayBeOffered, requiredText } from "./required-text.ts";
import { columnsOf } from "./table.ts";

/** Parameters of one name that read alike, and whose they are. */
interface ParameterOf extends Omit<ParameterDescription, "name"> {
  /** `poisson (traffic)`, or the key of a scenario that it stands under. */
  readonly of: readonly string[];
  /** Key of the scenario that may give it instead. */
  readonly instead?: "offered";
}

/** A parameter of plugins, or a key inside `offered`, `link`, `measure`, `sweep` or an entry of `traffic`, as `explain` tells of it. */
export interface ExplainedParameter {
  readonly name: string;
  readonly is: "parameter";
  readonly meanings: readonly ParameterOf[];
}

/**
 * The parameter of that name, of all plugins that have it.
 *
 * @param topic its name, or a path that ends in it: `traffic[0].load`
 * @returns undefined where no plugin has it
 */
export function explainedParameter(
  registry: Registry,
  topic: string,
): ExplainedParameter | undefined {
  const name = topic.split(".").at(-1) ?? "";
  const meanings = new Map<string, ParameterOf & { of: string[] }>();
  for (const [owner, params, kind] of owners(registry)) {
    const found = describeParams(params).find((one) => one.name === name);
    if (found === undefined) continue;
    const { name: _, ...own } = found;
    const rest = {
      ...own,
      ...(mayBeOffered(kind, name) ? { instead: "offered" as const } : {}),
    };
    const alike = JSON.stringify(rest);
    const known = meanings.get(alike);
    if (known === undefined) meanings.set(alike, { of: [owner], ...rest });
    else known.of.push(owner);
  }
  return meanings.size === 0
    ? undefined
    : { name, is: "parameter", meanings: [...meanings.values()] };
}

/** The names of all parameters, for the nearest one to a misspelt word. */
export const parameterNames = (registry: Registry): string[] => [
  ...new Set(
    owners(registry).flatMap(([, params]) =>
      describeParams(params).map(({ name }) => name),
    ),
  ),
];

const owners = (
  registry: Registry,
): (readonly [string, Params, PluginKind?])[] => [
  ["offered", offeredKeys],
  ["link", linkKeys],
  ["measure", measureKeys],
  ["sweep", sweepKeys],
  ["an entry of traffic", entryKeys],
  ...Object.values(registry)
    .flat()
    .map(
      ({ name, kind, params }) =>
        [`${name} (${familyTitle[kind]})`, params, kind] as const,
    ),
];

/** The same as text. */
export const parameterText = (
  io: Io,
  { name, meanings }: ExplainedParameter,
): string =>
  [
    `${paint(io, "bold", name)} (parameter)`,
    "",
    columnsOf(
      meanings.map(({ of, type, byDefault, required, instead, doc }) => [
        of.join(", "),
        type,
        required ? requiredText(instead) : (byDefault ?? ""),
        doc,
      ]),
      { head: ["of", "type", "default", "meaning"], columns: io.columns },
    ),
    "",
    meanings.every(({ of }) => of.every((owner) => owner === "sweep"))
      ? "More: `fabriclab sweep --help`"
      : "More: `fabriclab explain NAME`, with the name of one of these",
    "",
  ].join("\n");
