import { dirname, join } from "node:path";
import {
  QUIRKS,
  quirksNamed,
  quirkyFabric,
  quirkyText,
} from "@fabriclab/formats-quirks";
import { withoutLinks } from "@fabriclab/fabric";
import { FabricError, type Fabric, type LidTable } from "@fabriclab/spec";
import { type Command, Option } from "commander";
import { collect, collectNames } from "./collect.ts";
import { type Context, note } from "./context.ts";
import {
  fabricFormats,
  formatOf,
  type FabricFormat,
} from "./fabric-formats.ts";
import { fabricText } from "./fabric-text.ts";
import {
  checkWritableFile,
  hasPlaceBeside,
  unlessStdout,
  writeTogether,
} from "./output-file.ts";
import { wholeNumber } from "./flags.ts";
import { nodeName } from "./naming/names.ts";
import { listed, many } from "./naming/words.ts";
import { namedRemovals } from "./named-removal.ts";

/** Flags of commands that write a fabric. */
export interface OutputFlags {
  readonly output?: string;
  readonly format?: FabricFormat;
  readonly quirks?: string;
  readonly quirksSeed?: string;
  readonly remove?: readonly string[];
}

/** Gives a command the flags that say how a fabric is written. */
export function addOutputFlags(command: Command): Command {
  return command
    .option("-o, --output <file>", "write to a file instead of stdout")
    .addOption(
      new Option(
        "--format <format>",
        "default: what the file's name says, else ibnetdiscover; IBADM's .topo only with --format ibadm",
      ).choices(fabricFormats),
    )
    .option(
      "--quirks <names>",
      "oddities of real fabrics and dumps: all, or names with commas between",
      collectNames(),
    )
    .option("--quirks-seed <n>", "seed of the quirks (default: 1)")
    .addOption(
      new Option(
        "--remove <what>",
        "leave out all cables of a node (S-GUID, 0xGUID or name), or one cable of it: node:port; repeatable",
      ).argParser(collect),
    );
}

/** The quirks, a line each, for a command's help. */
export const quirksHelp = `Quirks:
${QUIRKS.map(({ name, summary }) => `  ${name.padEnd(18)} ${summary}`).join("\n")}
`;

/** A fabric that is to be written as the flags say. */
export interface FabricOutput {
  /**
   * Writes it, without what `--remove` names, and says what was written.
   *
   * @throws FabricError `E_CLI_UNWRITABLE_OUTPUT`, `E_CLI_NO_SUCH_NODE`, `E_CLI_NO_SUCH_CABLE`, and what the format refuses
   */
  write(fabric: Fabric, lids?: LidTable): void;
}

/**
 * Checks the flags before any work is done.
 *
 * @throws FabricError `E_CLI_UNKNOWN_FORMAT`, `E_CLI_UNWRITABLE_OUTPUT`, `E_CLI_OPTION_CONFLICT`, `E_CLI_BAD_NUMBER`, E_QUIRKS_UNKNOWN
 */
export function fabricOutput(
  context: Context,
  flags: OutputFlags,
): FabricOutput {
  const output = unlessStdout(flags.output);
  if (output !== undefined) checkWritableFile(output);
  const format = flags.format ?? formatByName(context, output);
  const quirks = chosenQuirks(context, flags, format);
  const seed =
    wholeNumber("--quirks-seed", flags.quirksSeed, 0, 2 ** 32 - 1) ?? 1;
  return {
    write(whole, lids) {
      const given = without(context, whole, flags.remove);
      const fabric =
        quirks.length === 0 ? given : quirkyFabric(given, quirks, seed);
      // LIDs of nodes that quirks added would be those of others.
      const kept =
        fabric.endportCount === given.endportCount ? lids : undefined;
      const { text, notes, beside } = fabricText(fabric, format, kept);
      const isBeside = output !== undefined && hasPlaceBeside(output);
      const written =
        format === "ibnetdiscover" ? quirkyText(text, quirks, seed) : text;
      for (const one of notes) note(context, one);
      if (output === undefined) context.io.out(written);
      else {
        writeTogether(
          new Map([
            ...[...(isBeside ? beside : [])].map(
              ([name, contents]) =>
                [join(dirname(output), name), contents] as const,
            ),
            [output, written],
          ]),
        );
        if (context.json) {
          context.io.out(
            `${JSON.stringify({ file: output, format, ...countsOf(fabric) })}\n`,
          );
        }
      }
      const others =
        beside.size === 0
          ? ""
          : isBeside
            ? `, with ${[...beside.keys()].join(", ")} beside it`
            : "; with -o FILE the .ibnl files that ibdm needs are written beside it";
      note(
        context,
        `${summaryOf(fabric)}${output === undefined ? "" : ` -> ${output}`}${others}`,
      );
    },
  };
}

/** Nodes that lose their last cable stay, so that LIDs and numbers do. */
function without(
  context: Context,
  fabric: Fabric,
  names: readonly string[] | undefined,
): Fabric {
  if (names === undefined) return fabric;
  const links = namedRemovals(fabric, names).flatMap((one) => one.links);
  const less = withoutLinks(fabric, new Set(links));
  const alone = fabric.nodeName.flatMap((_, node) =>
    cablesAt(less, node) === 0 && cablesAt(fabric, node) > 0
      ? [nodeName(less, node)]
      : [],
  );
  if (alone.length > 0)
    note(
      context,
      `${many(alone.length, "node")} without a cable ${alone.length === 1 ? "stays" : "stay"} in it: ${listed(alone.slice(0, 8), alone.length)}`,
    );
  return less;
}

const cablesAt = ({ portStart, portLink }: Fabric, node: number): number =>
  portLink
    .subarray(portStart[node], portStart[node + 1])
    .filter((link) => link >= 0).length;

function formatByName(
  context: Context,
  output: string | undefined,
): FabricFormat {
  if (output !== undefined) return formatOf(output, "-o");
  return context.json ? "json" : "ibnetdiscover";
}

function chosenQuirks(
  context: Context,
  { quirks, quirksSeed }: OutputFlags,
  format: FabricFormat,
): string[] {
  if (quirks === undefined) {
    if (quirksSeed !== undefined)
      throw new FabricError({
        code: "E_CLI_OPTION_CONFLICT",
        message: "--quirks-seed goes with --quirks.",
        where: { path: "--quirks-seed" },
        got: "no --quirks",
        expected: "--quirks all, or names of quirks",
      });
    return [];
  }
  const names = quirksNamed(quirks);
  if (format === "ibnetdiscover") return names;
  const ofText = QUIRKS.flatMap(({ name, changes }) =>
    changes === "text" && names.includes(name) ? [name] : [],
  );
  const words = quirks.split(",").map((word) => word.trim());
  const asked = ofText.filter((name) => words.includes(name));
  if (asked.length > 0)
    throw new FabricError({
      code: "E_CLI_OPTION_CONFLICT",
      message: `These quirks are ibnetdiscover's, and the format is ${format}.`,
      where: { path: "--quirks" },
      got: asked.join(", "),
      expected: "--format ibnetdiscover, or quirks of the fabric only",
    });
  if (ofText.length > 0)
    note(
      context,
      `quirks of ibnetdiscover's text were left out: ${ofText.join(", ")}`,
    );
  return names.filter((name) => !ofText.includes(name));
}

const countsOf = (fabric: Fabric) => ({
  name: fabric.name,
  switches: fabric.switchCount,
  hosts: fabric.hostCount,
  links: fabric.linkCount,
});

/** `fat-tree 8 ports 3 levels: 80 switches, 128 hosts, 384 cables`, the words of every other command. */
export const summaryOf = (fabric: Fabric): string =>
  `${fabric.name}: ${many(fabric.switchCount, "switch", "switches")}, ${many(fabric.hostCount, "host")}, ${many(fabric.linkCount, "cable")}`;
