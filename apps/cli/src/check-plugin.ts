import {
  describeParams,
  familyTitle,
  type AnyPlugin,
} from "@fabriclab/formats-scenario";
import { FabricError, type RoutingPlugin } from "@fabriclab/spec";
import { isObject } from "./plugins-of.ts";

/**
 * What every command relies on, so that a module made by hand fails here and not in the middle of a listing.
 *
 * @throws FabricError `E_CLI_PLUGIN_FAILED`
 */
export function checkPlugin(
  plugin: AnyPlugin,
  where: { readonly path: string },
): void {
  const wrong = wrongIn(plugin);
  if (wrong === undefined) return;
  const [got, expected] = wrong;
  throw new FabricError({
    code: "E_CLI_PLUGIN_FAILED",
    message: `The plugin ${plugin.name} does not keep to the contract.`,
    where,
    got,
    expected,
    hint: "make it with defineRouting, defineTopology or another define function of @fabriclab/spec",
  });
}

/** What is there, and what should be. */
type Wrong = readonly [got: string, expected: string];

function wrongIn(plugin: AnyPlugin): Wrong | undefined {
  const { kind, params } = plugin;
  if (!Object.hasOwn(familyTitle, kind))
    return [
      `a plugin of kind ${kind}`,
      `one of ${Object.keys(familyTitle).join(", ")}`,
    ];
  if (typeof (params as { safeParse?: unknown }).safeParse !== "function")
    return ["params that are no table of zod", "params: z.object({ … })"];
  return kind === "routing"
    ? (wrongEngine(plugin as RoutingPlugin) ??
        wrongLists(plugin as RoutingPlugin))
    : undefined;
}

/** Why: `explain`, `compare` and `fail` print them as lines of OpenSM's options file, where a line too many is another option. */
function wrongEngine({
  opensm,
}: {
  readonly opensm?: unknown;
}): Wrong | undefined {
  if (opensm === undefined) return undefined;
  const { engine, needs = [] } = isObject(opensm) ? opensm : {};
  if (typeof engine !== "string" || !/^\S+$/.test(engine))
    return [
      `opensm: ${shown(opensm)}`,
      'opensm: { engine: "…" } with one word of routing_engine',
    ];
  return Array.isArray(needs) && needs.every(isLine)
    ? undefined
    : [
        `opensm.needs: ${shown(needs)}`,
        "a list of lines of OpenSM's options file, without line breaks",
      ];
}

/** Why: a list that goes to a parameter that there is not would be refused as the user's, who wrote none. */
function wrongLists({
  lists,
  params,
}: Pick<RoutingPlugin, "params"> & { readonly lists?: unknown }):
  | Wrong
  | undefined {
  if (lists === undefined) return undefined;
  const known = describeParams(params).map(({ name }) => name);
  const expected = `names of parameters: ${known.join(", ") || "there is none"}`;
  if (!isObject(lists)) return [`lists: ${shown(lists)}`, expected];
  for (const [list, name] of Object.entries(lists))
    if (name !== undefined && !known.some((one) => one === name))
      return [`lists.${list}: ${shown(name)}`, expected];
  return undefined;
}

const isLine = (line: unknown): boolean =>
  typeof line === "string" && !/[\r\n]/.test(line);

const shown = (value: unknown): string => JSON.stringify(value) ?? typeof value;
