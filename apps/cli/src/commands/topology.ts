import { statSync } from "node:fs";
import { findPlugin, type AnyPlugin } from "@fabriclab/formats-scenario";
import {
  FabricError,
  parseOptions,
  type ErrorPlace,
  type TopologyPlugin,
} from "@fabriclab/spec";
import { Command } from "commander";
import { type Context, note } from "../context.ts";
import { exitCodesHelp } from "../exit.ts";
import { readFabricFile } from "../fabric-file.ts";
import {
  addOutputFlags,
  fabricOutput,
  quirksHelp,
  type OutputFlags,
} from "../fabric-output.ts";
import {
  addParameterFlags,
  blamingFlags,
  kebab,
  parametersOf,
} from "../flags.ts";
import { shellWord } from "../shell-word.ts";
import { printSizes, proposesSizes } from "../topology/sizes.ts";

type KindFlags = OutputFlags & Readonly<Record<string, unknown>>;

interface ConvertFlags extends OutputFlags {
  readonly fabric?: string;
  readonly nodeNameMap?: string;
}

/** `topology KIND`, with a sub-command for each topology that has its parameters as flags; `topology --fabric FILE` writes a fabric in another format. */
export function topologyCommand(context: Context): Command {
  const command = new Command("topology")
    .summary("make a fabric: fat tree, mesh, …; or write one in another format")
    .description(
      "Makes a fabric, or reads one from a file, and writes it: as ibnetdiscover prints it, as subnet.lst, IBADM .topo, db_csv, Slurm's topology.conf, JSON, or a Graphviz graph.",
    )
    .usage(
      "[options] KIND [parameters]\n       fabriclab topology --fabric FILE [options]",
    )
    .argument("[kind]")
    .option(
      "--fabric <file>",
      "read this fabric, in any format that is read, instead of making one",
    )
    .option(
      "--node-name-map <file>",
      "with --fabric: names by NodeGUID, for nodes that call themselves alike",
    );
  addOutputFlags(command)
    .addHelpText(
      "after",
      `
${quirksHelp}
Examples:
  $ fabriclab topology fat-tree --ports 8 --levels 3 -o net.topo
  $ fabriclab topology mesh --help
  $ fabriclab topology dragonfly -o dragonfly.svg
  $ fabriclab topology fat-tree --ports 4 --levels 2 --format dot | dot -Tpdf > tree.pdf
  $ fabriclab topology fat-tree --ports 8 --levels 2 --quirks all -o odd.topo
  $ fabriclab topology --fabric real.ibnetdiscover --node-name-map names -o topology.conf
  $ fabriclab topology --fabric ibdiagnet2.lst -o net.topo --format ibadm
${exitCodesHelp}`,
    )
    .allowUnknownOption()
    .allowExcessArguments()
    .action((kind: string | undefined, flags: ConvertFlags, self: Command) => {
      const where = { path: "topology" };
      if (flags.fabric !== undefined) {
        refuseRest(self.args);
        convert(context, flags.fabric, flags);
        return;
      }
      if (kind !== undefined && !kind.startsWith("-")) {
        findTopology(context, kind, where);
      }
      throw new FabricError({
        code: "E_CLI_USAGE",
        message: "Which topology?",
        where,
        got: kind ?? "nothing",
        expected: `${(context.registry.topology ?? [])
          .map((plugin) => plugin.name)
          .join(", ")}, or --fabric FILE`,
      });
    });
  for (const plugin of context.registry.topology ?? []) {
    command.addCommand(kindCommand(context, plugin));
  }
  return command;
}

/** What people call topologies that are made by another name: word, small and without marks -> how. */
const OTHERWISE: Readonly<Record<string, string>> = {
  torus:
    "tori of three dimensions, or of two with --z 1: fabriclab topology torus",
  ring: "a ring is a torus of one dimension: fabriclab topology torus --y 1 --z 1",
  dragonfly:
    "dragonflies whose groups are leaves and spines: fabriclab topology dragonfly-plus",
  hypercube:
    "a hypercube is a HyperX of dimensions of 2: fabriclab topology hyperx --sizes 2,2,2",
  hamming: "Hamming graphs are HyperX networks: fabriclab topology hyperx",
  flattenedbutterfly:
    "a flattened butterfly is a HyperX: fabriclab topology hyperx",
  tree: "fabriclab topology fat-tree",
  clos: "a folded Clos network is a fat tree: fabriclab topology fat-tree",
  leafspine:
    "leaves and spines are a fat tree of two levels: fabriclab topology fat-tree --levels 2",
  spineleaf:
    "leaves and spines are a fat tree of two levels: fabriclab topology fat-tree --levels 2",
  tapered: "fabriclab topology xgft",
  oversubscribed: "fabriclab topology xgft",
  random: "fabriclab topology irregular --seed 1",
  ibnetdiscover:
    "a fabric of a file is written by: fabriclab topology --fabric FILE",
};

/** @throws FabricError `E_CLI_UNKNOWN_PLUGIN` where there is none of that name */
function findTopology(context: Context, kind: string, where: ErrorPlace): void {
  try {
    findPlugin(
      context.registry,
      "topology",
      kind,
      where,
      "E_CLI_UNKNOWN_PLUGIN",
    );
  } catch (error) {
    const word = kind
      .toLowerCase()
      .replace(/^[23]-?d/, "")
      .replaceAll(/[^a-z]/g, "");
    const hint =
      statSync(kind, { throwIfNoEntry: false })?.isFile() === true
        ? `did you mean --fabric ${shellWord(kind)}?`
        : Object.hasOwn(OTHERWISE, word)
          ? OTHERWISE[word]
          : undefined;
    throw FabricError.is(error) && hint !== undefined
      ? error.hinting(hint)
      : error;
  }
}

/** @throws FabricError `E_CLI_USAGE` */
function refuseRest(args: readonly string[]): void {
  const [first] = args;
  if (first === undefined) return;
  throw new FabricError({
    code: "E_CLI_USAGE",
    message: "With --fabric there is nothing to make.",
    where: { path: "topology" },
    got: args.join(" "),
    expected: "flags of this command only",
  });
}

/** @throws FabricError `E_CLI_USAGE` */
function refuseWithKind(
  kind: string,
  { fabric, nodeNameMap }: ConvertFlags,
): void {
  if (fabric === undefined && nodeNameMap === undefined) return;
  throw new FabricError({
    code: "E_CLI_USAGE",
    message: "A fabric is made, or read with --fabric, but not both.",
    where: { path: fabric === undefined ? "--node-name-map" : "--fabric" },
    got: kind,
    expected: "no KIND, or neither --fabric nor --node-name-map",
  });
}

/** Sizes are printed, no fabric is written. @throws FabricError `E_CLI_OPTION_CONFLICT` */
function refuseOutput(flags: OutputFlags): void {
  const flag = (
    ["output", "format", "quirks", "quirksSeed", "remove"] as const
  ).find((name) => flags[name] !== undefined);
  if (flag === undefined) return;
  throw new FabricError({
    code: "E_CLI_OPTION_CONFLICT",
    message: "With --hosts sizes are printed, and no fabric is made.",
    where: { path: `--${kebab(flag)}` },
    got: `--${kebab(flag)} with --hosts`,
    expected: "--hosts alone first, then the size that it prints",
  });
}

/** Reads a fabric and writes it, with its LIDs where the format has a place for them. */
function convert(context: Context, file: string, flags: ConvertFlags): void {
  const output = fabricOutput(context, flags);
  const { fabric, lids, notes } = readFabricFile(
    file,
    "--fabric",
    flags.nodeNameMap,
  );
  for (const one of notes) note(context, one);
  output.write(fabric, lids);
}

function kindCommand(context: Context, plugin: AnyPlugin): Command {
  const command = new Command(plugin.name).description(plugin.summary);
  addParameterFlags(command, plugin);
  if (proposesSizes(plugin))
    command.option(
      "--hosts <integer>",
      "print the sizes that have at least so many hosts and LIDs enough, and make nothing",
    );
  addOutputFlags(command)
    .addHelpText("after", `\n${quirksHelp}${exitCodesHelp}`)
    .action((_: unknown, self: Command) => {
      // Why with those of the command above: it takes the flags that both have, wherever they stand.
      const flags = self.optsWithGlobals<KindFlags & ConvertFlags>();
      refuseWithKind(plugin.name, flags);
      const { hosts } = self.opts<{ readonly hosts?: string }>();
      if (hosts !== undefined && proposesSizes(plugin)) {
        refuseOutput(flags);
        blamingFlags(plugin, () => {
          printSizes(context, plugin, hosts, flags);
        });
        return;
      }
      const output = fabricOutput(context, flags);
      const topology = plugin as unknown as TopologyPlugin;
      output.write(
        blamingFlags(plugin, () =>
          topology.build(parseOptions(topology, parametersOf(plugin, flags))),
        ),
      );
    });
  return command;
}
