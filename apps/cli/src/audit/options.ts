import { FabricError } from "@fabriclab/spec";

/** What the user gave on the command line. */
export interface AuditFlags {
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
  readonly roots?: string;
  readonly allLids?: boolean;
  readonly slIgnored?: true;
  readonly synchronous?: true;
  readonly remedies: boolean;
  readonly samples?: string;
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
} as const;

/**
 * Refuses flags that contradict each other: tables come from files or are computed.
 *
 * @throws FabricError `E_CLI_OPTION_CONFLICT`, `E_CLI_USAGE`
 */
export function checkFlags(flags: AuditFlags): void {
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
    tables === undefined ? fileFlags : routingFlags;
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
