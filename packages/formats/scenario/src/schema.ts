import { entryKeys, namesEntry } from "./entry-keys.ts";
import { fitsKey, isFinished } from "./fits-key.ts";
import {
  designKeys,
  linkKeys,
  measureKeys,
  offeredKeys,
  plainKeys,
  pluginKeys,
  type PluginKey,
} from "./keys.ts";
import { editorSchema } from "./parameters.ts";
import type { AnyPlugin, Registry } from "./registry.ts";
import { sweepKeys } from "./sweep-keys.ts";

type Json = Record<string, unknown>;

/**
 * JSON Schema (2020-12) of a scenario for the plugins of a registry: completion, documentation and checks while typing, in any editor.
 */
export function scenarioSchema(registry: Registry): Json {
  const properties: Json = {};
  const definitions: Json = {};
  const plain = fields(editorSchema(plainKeys));
  properties["name"] = plain["name"];
  for (const key of pluginKeys as readonly PluginKey[]) {
    const family = (registry[key.kind] ?? []).filter((plugin) =>
      fitsKey(plugin, key),
    );
    definitions[key.key] =
      family.length === 0
        ? { not: {} }
        : useSchema(family, {
            ...(key.makes === undefined ? {} : { prefix: key.makes }),
            // A load may be left out, for `offered` may say it.
            optional: key.kind === "traffic" ? ["load"] : [],
            named: key.kind === "traffic",
          });
    const one = { $ref: `#/$defs/${key.key}` };
    properties[key.key] = {
      description: key.doc,
      ...(key.many
        ? { anyOf: [one, { type: "array", items: one, minItems: 1 }] }
        : { allOf: [one] }),
      ...(key.byDefault === undefined || key.many
        ? {}
        : { default: key.byDefault }),
    };
  }
  definitions["pattern"] = useSchema(registry.pattern ?? []);
  properties["offered"] = {
    ...closed(editorSchema(offeredKeys)),
    description:
      "What the entries of traffic offer together and how they share it, in place of a `load` in each: all of a kind that has a load, but for those that write one of their own and offer it besides.",
  };
  properties["link"] = closed(editorSchema(linkKeys));
  properties["changes"] = {
    description:
      "What happens while packets flow: links (named by a port at either end, such as S3:2) and whole switches or hosts (named S3: all their links at once) fail and are restored, and the subnet is swept again, with new tables on what is left.",
    type: "array",
    items: changeSchema,
  };
  properties["measure"] = closed(editorSchema(measureKeys));
  properties["sweep"] = {
    ...closed(editorSchema(sweepKeys)),
    description: "What `fabriclab sweep` varies, and when it has enough.",
  };
  for (const key of ["seed", "seeds", "threads", "checked", "output"]) {
    properties[key] = plain[key];
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "fabriclab scenario",
    type: "object",
    properties,
    ...requiredKeys(registry),
    ...requiredLoads(registry),
    additionalProperties: false,
    $defs: definitions,
  };
}

const changeSchema: Json = {
  type: "object",
  properties: {
    at: { description: "When, such as 10us.", type: "string" },
    fail: {
      description:
        "The link that dies, or the switch or host all of whose links do.",
      type: "string",
    },
    restore: {
      description: "The link, switch or host that works again.",
      type: "string",
    },
    resweep: {
      description: "The tables are computed anew and used at once.",
      const: true,
    },
  },
  required: ["at"],
  oneOf: ["fail", "restore", "resweep"].map((key) => ({ required: [key] })),
  additionalProperties: false,
};

/** What must be there: `routing` too, but with finished tables neither it nor the other keys of design. */
function requiredKeys(registry: Registry): Json {
  const required = (pluginKeys as readonly PluginKey[])
    .filter((key) => key.required)
    .map(({ key }) => key);
  const names = (registry.tables ?? [])
    .filter(isFinished)
    .map(({ name }) => name);
  if (names.length === 0) return { required };
  return {
    required: required.filter((key) => key !== "routing"),
    if: {
      required: ["tables"],
      properties: {
        tables: {
          anyOf: [
            { enum: names },
            {
              type: "object",
              properties: { kind: { enum: names } },
              required: ["kind"],
            },
          ],
        },
      },
    },
    then: {
      properties: Object.fromEntries(designKeys.map((key) => [key, false])),
    },
    else: { required: ["routing"] },
  };
}

const needsLoad = ({ params }: AnyPlugin): boolean =>
  requiredOf(params).includes("load");

/** Where nothing is offered together, every entry says its own load. */
function requiredLoads(registry: Registry): Json {
  const names = (registry.traffic ?? [])
    .filter(needsLoad)
    .map(({ name }) => name);
  if (names.length === 0) return {};
  const entry = {
    not: { enum: names },
    if: { properties: { kind: { enum: names } } },
    then: { required: ["load"] },
  };
  return {
    anyOf: [
      { required: ["offered"] },
      {
        properties: {
          traffic: {
            if: { type: "array" },
            then: { items: entry },
            else: entry,
          },
        },
      },
    ],
  };
}

/** A name, or `{ kind: name, … }` with the plugin's parameters. */
function useSchema(
  family: readonly AnyPlugin[],
  {
    prefix,
    optional = [],
    named = false,
  }: {
    readonly prefix?: string;
    readonly optional?: readonly string[];
    /** Whether an entry may have a name. */
    readonly named?: boolean;
  } = {},
): Json {
  const names = (plugin: AnyPlugin): string[] => {
    const short =
      prefix !== undefined && plugin.name.startsWith(`${prefix}-`)
        ? plugin.name.slice(prefix.length + 1)
        : undefined;
    return short === undefined ? [plugin.name] : [plugin.name, short];
  };
  const mustHave = ({ params }: AnyPlugin): string[] =>
    requiredOf(params).filter((name) => !optional.includes(name));
  const bare = family
    .filter((plugin) => mustHave(plugin).length === 0)
    .flatMap(names);
  return {
    anyOf: [
      // A name alone will do where no parameter must be written. An enum must not be empty.
      ...(bare.length === 0 ? [] : [{ enum: bare }]),
      ...family.map((plugin) => {
        const schema = closed(editorSchema(plugin.params));
        const properties = fields(schema);
        if ("pattern" in properties) {
          const { default: byDefault, description } = properties[
            "pattern"
          ] as Json;
          properties["pattern"] = {
            ...(description === undefined ? {} : { description }),
            ...(byDefault === undefined ? {} : { default: byDefault }),
            allOf: [{ $ref: "#/$defs/pattern" }],
          };
        }
        return {
          ...schema,
          description: plugin.summary,
          properties: {
            kind: { enum: names(plugin) },
            ...(named && namesEntry(plugin)
              ? fields(editorSchema(entryKeys))
              : {}),
            ...properties,
          },
          required: ["kind", ...mustHave(plugin)],
        };
      }),
    ],
  };
}

const requiredOf = (params: AnyPlugin["params"]): readonly string[] =>
  (editorSchema(params)["required"] as string[] | undefined) ?? [];

const fields = (schema: Json): Json => ({ ...(schema["properties"] as Json) });

const closed = (schema: Json): Json => {
  const { $schema: _version, ...rest } = schema;
  return { ...rest, additionalProperties: false };
};
