import { FabricError } from "@fabriclab/spec";
import { type Command, Option } from "commander";
import { collect } from "../collect.ts";
import type { ListFiles } from "../compare/candidates.ts";
import { computeOption, ioOption, rootsOption } from "../list-options.ts";

/** What the user gave on the command line. */
export interface AuditFlags extends ListFiles {
  readonly fabric: string;
  readonly nodeNameMap?: string;
  readonly tables?: string;
  readonly sl2vl?: string;
  readonly pathSl?: string;
  readonly guid2lid?: string;
  /** With `--tables` a file of multicast tables, with `--routing` a builder of them. */
  readonly multicast?: string;
  readonly routing?: string;
  readonly addressing?: string;
  /** Builder of SL2VL tables. */
  readonly lanes?: string;
  readonly lids?: "keep" | "assign";
  readonly set?: readonly string[];
  readonly group?: readonly string[];
  readonly groups?: string;
  readonly endpoints: string;
  readonly allLids?: boolean;
  readonly slIgnored?: true;
  readonly synchronous?: true;
  readonly remedies: boolean;
  readonly samples?: string;
  readonly byRate?: true;
  readonly seed?: string;
  readonly output?: string;
  readonly force?: true;
  readonly svg?: string;
  readonly replay?: string;
}

/** Flags that go with one way of getting tables only, as they are written. */
const fileFlags = {
  sl2vl: "--sl2vl",
  pathSl: "--path-sl",
  guid2lid: "--guid2lid",
} as const;
const routingFlags = {
  addressing: "--addressing",
  lanes: "--lanes",
  lids: "--lids",
  set: "--set",
  group: "--group",
  groups: "--groups",
  compute: "--compute",
  io: "--io",
} as const;

/** What `--roots` is for: the routing alone, or the report of `audit`, too, which tells turns in any tables by it. */
export type RootsAre = "for the routing" | "for the report, too";

/**
 * The flags of tables that are computed instead of read.
 *
 * @param lanes what is said of `--lanes`; absent = the command has none
 */
export function withRouting(
  command: Command,
  roots: RootsAre,
  lanes?: string,
): Command {
  command
    .option(
      "--routing <name>",
      "instead of --tables: compute them, as `fabriclab route` does",
    )
    .option("--addressing <name>", "with --routing: who gets which LIDs");
  if (lanes !== undefined) command.option("--lanes <name>", lanes);
  command
    .addOption(
      new Option(
        "--lids <which>",
        "with --routing: keep the LIDs of the fabric's file, or assign new ones",
      ).choices(["keep", "assign"]),
    )
    .addOption(
      new Option(
        "--set <key=value>",
        "with --routing: a parameter of it, such as roots=S1 (repeatable); `fabriclab list routing NAME` has them",
      ).argParser(collect),
    )
    .addOption(
      roots === "for the routing"
        ? rootsOption("with --routing: ")
        : new Option(
            "--roots <file>",
            "root switches (GUIDs or names): the report then says which channels of a cycle lead up and which down; with --routing also for the routing, if it takes them",
          ),
    );
  return command
    .addOption(computeOption("with --routing: "))
    .addOption(ioOption("with --routing: "));
}

/**
 * Refuses flags that contradict each other: tables come from files or are computed.
 *
 * @throws FabricError `E_CLI_OPTION_CONFLICT`, `E_CLI_USAGE`
 */
export function checkFlags(flags: AuditFlags, roots: RootsAre): void {
  const { tables, routing } = flags;
  if (tables === undefined && routing === undefined) {
    throw new FabricError({
      code: "E_CLI_USAGE",
      message: "No tables are named, and no routing that makes them.",
      where: { path: "--tables" },
      got: "neither --tables nor --routing",
      expected:
        "--tables with a folder of dumps, or --routing with the name of a routing that makes them",
    });
  }
  if (tables !== undefined && routing !== undefined)
    throw conflict("--tables", "--routing", "one of them");
  const strangers: Readonly<Record<string, string>> =
    tables === undefined
      ? fileFlags
      : roots === "for the routing"
        ? { ...routingFlags, roots: "--roots" }
        : routingFlags;
  const [way, other] =
    tables === undefined
      ? ["--routing", "--tables"]
      : ["--tables", "--routing"];
  for (const [key, flag] of Object.entries(strangers))
    if (key in flags)
      throw conflict(way, flag, `${flag} together with ${other}`);
}

const conflict = (one: string, other: string, expected: string): FabricError =>
  new FabricError({
    code: "E_CLI_OPTION_CONFLICT",
    message: `${one} and ${other} do not go together.`,
    where: { path: other },
    got: "both",
    expected,
  });
