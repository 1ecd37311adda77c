import {
  describeParams,
  familyTitle,
  type AnyPlugin,
} from "@fabriclab/formats-scenario";
import { FabricError, nearest, type PluginKind } from "@fabriclab/spec";
import { Command } from "commander";
import type { Context } from "../context.ts";
import { exitCodesHelp } from "../exit.ts";
import { familyNamed } from "../key-text.ts";
import { pluginJson, pluginText } from "../plugin-text.ts";
import { findNamed } from "../registry-search.ts";
import { columnsOf } from "../table.ts";

/** `list [family] [name]` */
export function listCommand(context: Context): Command {
  return new Command("list")
    .summary("the plugins: topologies, routings, switch models, metrics …")
    .description(
      "Lists the plugins, or those of one family; with a name, a plugin's parameters, claims and sources.",
    )
    .argument("[family]", "topology, addressing, routing, tables, switch, …")
    .argument("[name]", "a plugin of the family")
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab list
  $ fabriclab list routing
  $ fabriclab list routing cyclic
  $ fabriclab list --json
${exitCodesHelp}`,
    )
    .action((family: string | undefined, name: string | undefined) => {
      const { io, registry, json } = context;
      if (family !== undefined && name !== undefined) {
        const plugin = findNamed(registry, name, familyOf(context, family))[0];
        if (plugin === undefined) return;
        io.out(
          json
            ? `${JSON.stringify(pluginJson(plugin), null, 2)}\n`
            : pluginText(io, plugin),
        );
        return;
      }
      const families =
        family === undefined
          ? (Object.keys(registry) as PluginKind[])
          : [familyOf(context, family)];
      const plugins = families.flatMap((one) => registry[one] ?? []);
      io.out(json ? jsonOf(plugins) : textOf(context, plugins));
    });
}

function familyOf(context: Context, family: string): PluginKind {
  const families = Object.keys(context.registry);
  const found = familyNamed(family);
  if (found !== undefined && families.includes(found)) return found;
  const close = nearest(family, families);
  throw new FabricError({
    code: "E_CLI_UNKNOWN_TOPIC",
    message: `There is no family called ${family}.`,
    where: { path: "list" },
    got: family,
    expected: families.join(", "),
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  });
}

const jsonOf = (plugins: readonly AnyPlugin[]): string =>
  `${JSON.stringify(
    plugins.map((plugin) => ({
      family: plugin.kind,
      name: plugin.name,
      summary: plugin.summary,
      parameters: describeParams(plugin.params).map(({ name }) => name),
      cites: plugin.cites.map(({ key }) => key),
    })),
    null,
    2,
  )}\n`;

const textOf = (context: Context, plugins: readonly AnyPlugin[]): string =>
  `${columnsOf(
    plugins.map((plugin, i) => [
      plugins[i - 1]?.kind === plugin.kind ? "" : familyTitle[plugin.kind],
      plugin.name,
      plugin.summary,
    ]),
    { columns: context.io.columns },
  )}\n`;
