import { findPlugin, type AnyPlugin } from "@fabriclab/formats-scenario";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type TopologyPlugin,
} from "@fabriclab/spec";
import { Command, Option } from "commander";
import { type Context, note } from "../context.ts";
import { exitCodesHelp } from "../exit.ts";
import {
  fabricFormats,
  fabricText,
  formatOf,
  type FabricFormat,
} from "../fabric-file.ts";
import { checkWritableFile, writeText } from "../files.ts";
import { addParameterFlags, blamingFlags, parametersOf } from "../flags.ts";

interface Flags extends Readonly<Record<string, unknown>> {
  readonly output?: string;
  readonly format?: FabricFormat;
}

/** `topology KIND`, with a sub-command for each topology that has its parameters as flags. */
export function topologyCommand(context: Context): Command {
  const command = new Command("topology")
    .summary("make a fabric: fat tree, mesh, …")
    .description(
      "Makes a fabric and writes it in ibnetdiscover's format, as JSON, or as a Graphviz graph.",
    )
    .usage("[options] KIND [parameters]")
    .argument("[kind]")
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab topology fat-tree --ports 8 --levels 3 -o net.topo
  $ fabriclab topology mesh --help
  $ fabriclab topology fat-tree --ports 4 --levels 2 --format dot | dot -Tsvg > tree.svg
${exitCodesHelp}`,
    )
    .allowUnknownOption()
    .allowExcessArguments()
    .action((kind: string | undefined) => {
      const where = { path: "topology" };
      if (kind !== undefined && !kind.startsWith("-")) {
        findPlugin(
          context.registry,
          "topology",
          kind,
          where,
          "E_CLI_UNKNOWN_PLUGIN",
        );
      }
      throw new FabricError({
        code: "E_CLI_USAGE",
        message: "Which topology?",
        where,
        got: kind ?? "nothing",
        expected: (context.registry.topology ?? [])
          .map((plugin) => plugin.name)
          .join(", "),
      });
    });
  for (const plugin of context.registry.topology ?? []) {
    command.addCommand(kindCommand(context, plugin));
  }
  return command;
}

function kindCommand(context: Context, plugin: AnyPlugin): Command {
  const command = new Command(plugin.name).description(plugin.summary);
  addParameterFlags(command, plugin);
  command
    .option("-o, --output <file>", "write to a file instead of stdout")
    .addOption(
      new Option(
        "--format <format>",
        "default: what the file's name says, else ibnetdiscover",
      ).choices(fabricFormats),
    )
    .addHelpText("after", exitCodesHelp)
    .action((flags: Flags) => {
      const { output } = flags;
      const format =
        flags.format ??
        (output === undefined
          ? context.json
            ? "json"
            : "ibnetdiscover"
          : formatOf(output, "-o"));
      if (output !== undefined) checkWritableFile(output);
      const topology = plugin as unknown as TopologyPlugin;
      const fabric = blamingFlags(plugin, () =>
        topology.build(parseOptions(topology, parametersOf(plugin, flags))),
      );
      const text = fabricText(fabric, format);
      if (output === undefined) context.io.out(text);
      else {
        writeText(output, text);
        if (context.json) {
          context.io.out(
            `${JSON.stringify({ file: output, format, ...countsOf(fabric) })}\n`,
          );
        }
      }
      note(
        context,
        `${summaryOf(fabric)}${output === undefined ? "" : ` -> ${output}`}`,
      );
    });
  return command;
}

const countsOf = (fabric: Fabric) => ({
  name: fabric.name,
  switches: fabric.switchCount,
  hosts: fabric.hostCount,
  links: fabric.linkCount,
});

/** `fat-tree 8 ports 3 levels: 80 switches, 128 hosts, 384 links` */
export const summaryOf = (fabric: Fabric): string =>
  `${fabric.name}: ${fabric.switchCount} switches, ${fabric.hostCount} hosts, ${fabric.linkCount} links`;
