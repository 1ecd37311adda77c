import { resolveConfig, format } from "prettier";
import { installCommand } from "./example-packages.ts";
import { z } from "zod";

const begin = "<!-- generated:begin -->";
const end = "<!-- generated:end -->";

interface Citation {
  readonly key: string;
  readonly authors: string;
  readonly title: string;
  readonly venue: string;
  readonly year: number;
  readonly doi?: string;
}

/** As much of a plugin as is printed. */
interface PluginLike {
  readonly spec: "1";
  readonly kind: string;
  readonly name: string;
  readonly summary: string;
  readonly cites: readonly Citation[];
  readonly params: z.ZodType;
  readonly claims: Readonly<Record<string, unknown>>;
}

interface ParameterSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ParameterSchema[];
  readonly items?: ParameterSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly unit?: string;
}

function isPlugin(value: unknown): value is PluginLike {
  return (
    typeof value === "object" &&
    value !== null &&
    "spec" in value &&
    value.spec === "1" &&
    "params" in value
  );
}

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string =>
  text.replaceAll("|", "\\|").replaceAll("\n", " ");

function typeName(schema: ParameterSchema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined)
    return schema.enum.map((v) => code(JSON.stringify(v))).join(" or ");
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map(typeName))].join(" or ");
  if (schema.type === "array")
    return `list of ${schema.items === undefined ? "anything" : typeName(schema.items)}`;
  const { minimum, maximum } = schema;
  // zod states the range of safe integers too
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER;
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  const range =
    low && high
      ? ` ${minimum}…${maximum}`
      : low
        ? ` ≥ ${minimum}`
        : high
          ? ` ≤ ${maximum}`
          : "";
  return `${schema.type ?? "anything"}${range}`;
}

function parameters(plugin: PluginLike): string[] {
  const schema = z.toJSONSchema(plugin.params, {
    io: "input",
    unrepresentable: "any",
  }) as {
    properties?: Record<string, ParameterSchema>;
    required?: readonly string[];
  };
  const byDefault = (name: string, p: ParameterSchema): string => {
    if (p.default !== undefined) return code(JSON.stringify(p.default));
    return schema.required?.includes(name) === true ? "required" : "absent";
  };
  const rows = Object.entries(schema.properties ?? {});
  if (rows.length === 0) return ["No parameters."];
  return [
    "| parameter | type | unit | default | meaning |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map(([name, p]) =>
      [
        "",
        code(name),
        typeName(p),
        p.unit ?? "",
        byDefault(name, p),
        p.description ?? "",
        "",
      ]
        .map((text) => (text === "" ? "" : ` ${cell(text)} `))
        .join("|"),
    ),
  ].map((line) => line.replaceAll("||", "| |"));
}

/** A claim as a person reads it; of one that is computed, what it is computed from. */
function claim(plugin: PluginLike, name: string, value: unknown): string {
  if (typeof value === "function")
    return name === "sizes"
      ? `the parameters that give a number of hosts; ${code(`fabriclab topology ${plugin.name} --hosts N`)} prints them`
      : "a formula of the parameters; a test compares it with what is built";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value;
  return code(JSON.stringify(value));
}

function claims(plugin: PluginLike): string[] {
  const rows = Object.entries(plugin.claims);
  if (rows.length === 0) return [];
  return [
    "",
    "| claim | value |",
    "| --- | --- |",
    ...rows.map(
      ([name, v]) => `| ${code(name)} | ${cell(claim(plugin, name, v))} |`,
    ),
  ];
}

function references(plugins: readonly PluginLike[]): string[] {
  const cites = new Map<string, Citation>();
  for (const plugin of plugins)
    for (const cite of plugin.cites) cites.set(cite.key, cite);
  if (cites.size === 0) return [];
  return [
    "",
    "## References",
    "",
    ...[...cites.values()].map((c) => {
      const doi = c.doi === undefined ? "" : ` <https://doi.org/${c.doi}>`;
      return `- ${code(c.key)}: ${c.authors}. “${c.title}”. ${c.venue}, ${c.year}.${doi}`;
    }),
  ];
}

/** What has to be installed to run a package's examples. */
export interface ExamplesOf {
  /** Of the package. */
  readonly name: string;
  /** All that they import; none where nothing more is needed. */
  readonly packages: readonly string[];
}

/** How to run the examples where the package was installed alone. */
const toRunExamples = ({ name, packages }: ExamplesOf): string[] =>
  packages.length === 0
    ? []
    : [
        "",
        "## To run the examples",
        "",
        'They import packages that do not come along with this one, and Node.js runs no TypeScript inside `node_modules`. Install these and copy the folder; where `package.json` says `"type": "module"`, Node.js 22.18 or later runs the examples as they are.',
        "",
        "```sh",
        installCommand(packages),
        `cp -r node_modules/${name}/examples .`,
        "```",
      ];

/** The generated part of a README, from what the package exports. */
function generatedPart(
  exports: Readonly<Record<string, unknown>>,
  examples: ExamplesOf | undefined,
): string {
  const plugins = Object.entries(exports).filter(
    (entry): entry is [string, PluginLike] => isPlugin(entry[1]),
  );
  const lines = plugins.flatMap(([exported, plugin]) => [
    "",
    `## Parameters and claims of ${code(plugin.name)}`,
    "",
    `${plugin.summary} (${plugin.kind}, exported as ${code(exported)})`,
    "",
    ...parameters(plugin),
    ...claims(plugin),
  ]);
  const others = Object.keys(exports)
    .filter((name) => !plugins.some(([exported]) => exported === name))
    .sort();
  if (others.length > 0)
    lines.push("", "## Exports", "", others.map(code).join(", "));
  lines.push(...references(plugins.map(([, plugin]) => plugin)));
  const run = examples === undefined ? [] : toRunExamples(examples);
  return [begin, ...run, ...lines, "", end].join("\n");
}

/**
 * The README with its generated part written anew, formatted. The part is added at the end when the README has none.
 *
 * @param exports the module of the package
 * @param examples absent = none
 */
export async function withGeneratedPart(
  readme: string,
  exports: Readonly<Record<string, unknown>>,
  file: string,
  examples?: ExamplesOf,
): Promise<string> {
  const part = generatedPart(exports, examples);
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  const text =
    from === -1 || to < from
      ? `${readme.trimEnd()}\n\n${part}\n`
      : `${readme.slice(0, from)}${part}${readme.slice(to + end.length)}`;
  const config = (await resolveConfig(file)) ?? {};
  return format(text, { ...config, parser: "markdown" });
}

/** The plugins among what a package exports. */
export function pluginsOf(
  exports: Readonly<Record<string, unknown>>,
): { readonly exported: string; readonly kind: string }[] {
  return Object.entries(exports).flatMap(([exported, value]) =>
    isPlugin(value) ? [{ exported, kind: value.kind }] : [],
  );
}

/** Whether a README has the markers of the generated part. */
export function hasGeneratedPart(readme: string): boolean {
  const from = readme.indexOf(begin);
  return from !== -1 && readme.indexOf(end) > from;
}
