import {
  describeParams,
  familyTitle,
  type AnyPlugin,
  type ParameterDescription,
} from "@fabriclab/formats-scenario";
import type { PluginKind, RoutingPlugin } from "@fabriclab/spec";
import { type Io, paint } from "./io.ts";
import { mayBeOffered, requiredText } from "./required-text.ts";
import { columnsOf } from "./table.ts";

/** A plugin as people read it: what it is, parameters, claims, sources. */
export function pluginText(io: Io, plugin: AnyPlugin): string {
  const parts = [
    `${paint(io, "bold", plugin.name)} (${familyTitle[plugin.kind]})`,
    `  ${plugin.summary}`,
  ];
  const params = describeParams(plugin.params);
  parts.push("", params.length === 0 ? "No parameters." : "Parameters:");
  if (params.length > 0) {
    parts.push(
      indent(
        columnsOf(
          params.flatMap((row) => rowsOf(plugin.kind, row)),
          {
            head: ["name", "type", "default", "meaning"],
            columns: io.columns - 2,
          },
        ),
      ),
    );
  }
  const claims = claimsOf(plugin);
  if (claims.length > 0) {
    parts.push(
      "",
      "Claims:",
      indent(columnsOf(claims, { columns: io.columns - 2 })),
    );
  }
  const { opensm } = plugin as Partial<RoutingPlugin>;
  if (opensm !== undefined)
    parts.push(
      "",
      "OpenSM makes the same tables itself, entry by entry, by these lines of its options:",
      ...[`routing_engine ${opensm.engine}`, ...(opensm.needs ?? [])].map(
        (line) => `  ${line}`,
      ),
    );
  if (plugin.cites.length > 0) {
    parts.push("", "Sources:");
    for (const cite of plugin.cites) {
      parts.push(
        `  [${cite.key}] ${cite.authors}: ${cite.title}. ${cite.venue}, ${cite.year}.${cite.doi === undefined ? "" : ` doi:${cite.doi}`}`,
      );
    }
  }
  return `${parts.join("\n")}\n`;
}

/** A parameter's row, and below it those of what stands in it: `connection.probeSize`. */
function rowsOf(
  kind: PluginKind,
  row: ParameterDescription,
  before = "",
): string[][] {
  const name = `${before}${row.name}`;
  const { fields = [] } = row;
  return [
    [
      name,
      fields.length === 0
        ? row.type
        : row.type.replace(
            /\{.*\}/s,
            row.type.startsWith("list") ? "mappings" : "mapping",
          ),
      row.required
        ? requiredText(mayBeOffered(kind, name) ? "offered" : undefined)
        : // Room to wrap.
          (row.byDefault ?? "").replace(/,(?=\S)/g, ", "),
      row.doc,
    ],
    ...fields.flatMap((one) => rowsOf(kind, one, `${name}.`)),
  ];
}

/** The same for programs. */
export const pluginJson = (plugin: AnyPlugin): unknown => ({
  family: plugin.kind,
  name: plugin.name,
  summary: plugin.summary,
  parameters: describeParams(plugin.params),
  claims: Object.fromEntries(
    Object.entries(plugin.claims as Record<string, unknown>).filter(
      ([, claim]) => typeof claim !== "function",
    ),
  ),
  cites: plugin.cites,
});

function claimsOf(plugin: AnyPlugin): string[][] {
  const claims = Object.entries(plugin.claims as Record<string, unknown>);
  const formulas = claims.flatMap(([name, claim]) =>
    typeof claim === "function" && name !== "sizes" ? [name] : [],
  );
  return claims.flatMap(([name, claim]) => {
    if (formulas.includes(name))
      // All of them in one row, where the first stands.
      return name === formulas[0] ? [[formulas.join(", "), FORMULA]] : [];
    if (typeof claim === "function")
      return [
        [
          name,
          `the parameters that give a number of hosts: fabriclab topology ${plugin.name} --hosts N`,
        ],
      ];
    return [
      [
        name,
        typeof claim === "string"
          ? claim
          : claimText(claim) + reservation(plugin, name),
      ],
    ];
  });
}

/** What is said of claims that are functions of the parameters. */
const FORMULA =
  "by formulas of the parameters, which the conformance kit compares with what is built";

/** What a claim in one word does not say. */
const reservation = ({ kind }: AnyPlugin, claim: string): string =>
  kind === "replication" && claim === "deadlockFree"
    ? " (of copying alone: paths and lanes may close a cycle whatever the copies do; see fabriclab audit)"
    : "";

/** `{ lanes: 1 }` is read as `lanes: 1`. */
const claimText = (claim: unknown): string =>
  typeof claim === "object" && claim !== null && !Array.isArray(claim)
    ? Object.entries(claim)
        .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
        .join(", ")
    : JSON.stringify(claim);

const indent = (text: string): string => text.replace(/^/gm, "  ");
