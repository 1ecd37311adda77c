import {
  describeParams,
  aFamily,
  entryKeys,
  fitsKey,
  familyTitle,
  linkKeys,
  measureKeys,
  offeredKeys,
  pluginKeys,
  scenarioSchema,
  topKeys,
  type PluginKey,
  type Registry,
} from "@fabriclab/formats-scenario";
import type { Params, PluginKind } from "@fabriclab/spec";
import { type Io, paint } from "./io.ts";
import { columnsOf } from "./table.ts";

/** A key of a scenario, or a family of plugins, as `explain` tells of it. */
interface ExplainedWord {
  readonly name: string;
  readonly is: string;
  readonly means: string;
  readonly byDefault?: string;
  /** Plugins that it takes. */
  readonly takes: readonly string[];
  /** Rows `name, type, default, meaning` of the keys inside it. */
  readonly fields: readonly (readonly string[])[];
  readonly more: string;
}

interface Property {
  readonly description?: string;
  readonly default?: unknown;
  readonly items?: { readonly properties?: Readonly<Record<string, Property>> };
}

/** The keys of a scenario that are called so, or the family where no key is. Empty: neither. */
export function explainedWords(
  registry: Registry,
  topic: string,
): ExplainedWord[] {
  if (topKeys.includes(topic)) return [keyOf(registry, topic)];
  const kind = familyNamed(topic);
  return kind === undefined ? [] : [familyOf(registry, kind)];
}

/**
 * A family by its own name (`lane-scheduler`), by its title (`table builder`, `table-builder`), or by the key of a scenario that names its plugins (`metrics`); or
 * by the plural of one of these (`arbiters`, `drop policies`).
 */
export function familyNamed(name: string): PluginKind | undefined {
  const word = name.toLowerCase();
  const named = (one: string): PluginKind | undefined =>
    (Object.keys(familyTitle) as PluginKind[]).find(
      (kind) => kind === one || familyTitle[kind] === one.replaceAll("-", " "),
    );
  return (
    named(word) ??
    pluginKeys.find(({ key }) => key === name)?.kind ??
    named(singular(word))
  );
}

/** `policies`: `policy`, `switches`: `switch`, `arbiters`: `arbiter`; other words as they are. */
const singular = (word: string): string =>
  word
    .replace(/ies$/, "y")
    .replace(/(?<=ch)es$/, "")
    .replace(/s$/, "");

function keyOf(registry: Registry, key: string): ExplainedWord {
  const { [key]: property } = scenarioSchema(registry)[
    "properties"
  ] as Readonly<Record<string, Property>>;
  const plugin = (pluginKeys as readonly PluginKey[]).find(
    (one) => one.key === key,
  );
  const byDefault =
    plugin?.byDefault ??
    (property?.default === undefined
      ? undefined
      : JSON.stringify(property.default));
  return {
    name: key,
    is: "key of a scenario",
    means: property?.description ?? meansOf[key] ?? "",
    ...(byDefault === undefined ? {} : { byDefault }),
    takes:
      plugin === undefined
        ? []
        : (registry[plugin.kind] ?? [])
            .filter((one) => fitsKey(one, plugin))
            .map(({ name }) => name),
    fields: fieldsOf(key, property),
    more:
      plugin === undefined
        ? "every key: apps/docs/guides/command-line.md, or `fabriclab schema`"
        : `\`fabriclab list ${plugin.kind}\`; one of them: \`fabriclab explain NAME\``,
  };
}

const meansOf: Readonly<Record<string, string>> = {
  link: "What every link is like, in place of what the fabric says.",
  measure:
    "What to leave out and when to stop. Traffic that ends by itself is measured whole.",
};

/** Keys that hold others, by their tables. */
const sections: ReadonlyMap<string, Params> = new Map<string, Params>([
  ["offered", offeredKeys],
  ["link", linkKeys],
  ["measure", measureKeys],
  ["traffic", entryKeys],
]);

function fieldsOf(key: string, property: Property | undefined): string[][] {
  const params = sections.get(key);
  if (params !== undefined)
    return describeParams(params).map(({ name, type, byDefault, doc }) => [
      name,
      type,
      byDefault ?? "",
      doc,
    ]);
  return Object.entries(property?.items?.properties ?? {}).map(
    ([name, { description = "" }]) => [name, "", "", description],
  );
}

function familyOf(registry: Registry, kind: PluginKind): ExplainedWord {
  const sentence = aFamily(kind).replace("a", "A");
  const keys = (pluginKeys as readonly PluginKey[])
    .filter((key) => key.kind === kind)
    .map(({ key }) => key);
  return {
    name: kind,
    is: "family of plugins",
    means:
      keys.length === 0
        ? `${sentence}.`
        : `${sentence}, which a scenario names under ${keys.join(" or ")}.`,
    takes: (registry[kind] ?? []).map(({ name }) => name),
    fields: [],
    more: `\`fabriclab list ${kind}\``,
  };
}

/** The same as text. */
export function explainedText(io: Io, word: ExplainedWord): string {
  const { name, is, means, byDefault, takes, fields, more } = word;
  return [
    `${paint(io, "bold", name)} (${is})`,
    `  ${means}`,
    ...(byDefault === undefined ? [] : [`  Default: ${byDefault}`]),
    ...(takes.length === 0
      ? []
      : [
          "",
          columnsOf([["Takes:", takes.join(", ")]], { columns: io.columns }),
        ]),
    ...(fields.length === 0
      ? []
      : [
          "",
          columnsOf(fields, {
            head: ["key", "type", "default", "meaning"],
            columns: io.columns,
          }),
        ]),
    "",
    `More: ${more}`,
    "",
  ].join("\n");
}
