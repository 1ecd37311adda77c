import {
  fdbsChunks,
  leastHopMatrix,
  writeCaOrder,
  writeLidMatrix,
  writeMcfdbs,
} from "@fabriclab/formats-opensm";
import { writeSubnetLst } from "@fabriclab/formats-ibdm";
import {
  FabricError,
  nearest,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";

/** A file that `route` writes when it is asked for. */
interface AlsoFile {
  readonly file: string;
  readonly summary: string;
  /** What stands in it; undefined where these tables have nothing of the kind. */
  readonly text: (
    fabric: Fabric,
    tables: ForwardingTables,
  ) => Iterable<string> | undefined;
  /** What such tables would need. */
  readonly needs?: string;
}

const FILES: Readonly<Record<string, AlsoFile>> = {
  fdbs: {
    file: "opensm.fdbs",
    summary: "LFTs with hops, as OpenSM's dump_ucast_routes",
    text: (fabric, tables) => fdbsChunks(fabric, tables),
  },
  "ibdm-fdbs": {
    file: "osm.fdbs",
    summary: "the same under the heading that ibdmchk looks for",
    text: (fabric, tables) => fdbsChunks(fabric, tables, "older"),
  },
  "ibdm-mcfdbs": {
    file: "osm.mcfdbs",
    summary: "multicast tables as ibdm's own files have them",
    text: (fabric, { multicast }) =>
      multicast === undefined
        ? undefined
        : [writeMcfdbs(fabric, multicast, "ibdm")],
    needs: "multicast tables (--group)",
  },
  "subnet-lst": {
    file: "opensm-subnet.lst",
    summary: "the fabric with these LIDs, which ibdmchk reads",
    text: (fabric, { lids }) => [writeSubnetLst(fabric, { lids })],
  },
  "lid-matrix": {
    file: "opensm-lid-matrix.dump",
    summary: "hops through every port, least ones as under minhop (opensm -M)",
    text: (fabric, { lids }) => [
      writeLidMatrix(fabric, lids, leastHopMatrix(fabric, lids)),
    ],
  },
  "ca-order": {
    file: "opensm-ftree-ca-order.dump",
    summary: "ftree's order of hosts for ranks of a job",
    text: (fabric, { hostOrder, lids }) =>
      hostOrder === undefined
        ? undefined
        : [writeCaOrder(fabric, lids, hostOrder)],
    needs: "an engine that orders hosts (--routing ftree)",
  },
};

/** The files, a line each, for the command's help. */
export const alsoHelp = `Files for --also:
${Object.entries(FILES)
  .map(
    ([name, { file, summary }]) => `  ${name.padEnd(12)} ${file}: ${summary}`,
  )
  .join("\n")}
`;

/**
 * The names of a list with commas; `all` among them is those that the tables have, too.
 *
 * @throws FabricError `E_CLI_USAGE`
 */
export function alsoNamed(list: string | undefined): {
  readonly names: readonly string[];
  /** Those of them that may be left out: only `all` asks for them. */
  readonly optional: ReadonlySet<string>;
} {
  const known = Object.keys(FILES);
  if (list === undefined) return { names: [], optional: new Set() };
  const named = new Set(list.split(",").map((name) => name.trim()));
  const isAll = named.delete("all");
  for (const name of named) {
    if (known.includes(name)) continue;
    const right = nearest(name, known);
    throw new FabricError({
      code: "E_CLI_USAGE",
      message: "There is no such file to write.",
      where: { path: "--also" },
      got: name === "" ? "nothing" : name,
      expected: `all, or of ${known.join(", ")}`,
      ...(right === undefined ? {} : { hint: `did you mean ${right}?` }),
    });
  }
  return isAll
    ? {
        names: known,
        optional: new Set(known.filter((name) => !named.has(name))),
      }
    : { names: [...named], optional: new Set() };
}

/**
 * The files that `--also` names: name -> contents, piece by piece.
 *
 * @throws FabricError `E_CLI_USAGE` for one that is asked for by name and that these tables cannot fill
 */
export function alsoFiles(
  fabric: Fabric,
  tables: ForwardingTables,
  { names, optional }: ReturnType<typeof alsoNamed>,
): Map<string, Iterable<string>> {
  const files = new Map<string, Iterable<string>>();
  for (const name of names) {
    const also = FILES[name];
    const text = also?.text(fabric, tables);
    if (also === undefined) continue;
    if (text !== undefined) files.set(also.file, text);
    else if (!optional.has(name))
      throw new FabricError({
        code: "E_CLI_USAGE",
        message: `These tables have nothing for ${also.file}.`,
        where: { path: "--also" },
        got: `${name} of tables by ${tables.engine}`,
        expected: also.needs ?? "other tables",
      });
  }
  return files;
}
