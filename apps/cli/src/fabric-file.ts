import {
  readFabricJson,
  writeFabricJson,
} from "@fabriclab/formats-fabric-json";
import { writeDot } from "@fabriclab/formats-dot";
import {
  readIbnetdiscover,
  writeIbnetdiscover,
} from "@fabriclab/formats-ibnetdiscover";
import { FabricError, type Fabric, type LidTable } from "@fabriclab/spec";
import { readText } from "./files.ts";

export const fabricFormats = ["ibnetdiscover", "json", "dot"] as const;
export type FabricFormat = (typeof fabricFormats)[number];

const byExtension: Readonly<Record<string, FabricFormat>> = {
  topo: "ibnetdiscover",
  ibnetdiscover: "ibnetdiscover",
  net: "ibnetdiscover",
  json: "json",
  dot: "dot",
  gv: "dot",
};

/**
 * The format that a file's name says.
 *
 * @throws FabricError `E_CLI_UNKNOWN_FORMAT`
 */
export function formatOf(file: string, flag: string): FabricFormat {
  const extension = /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? "";
  const format = byExtension[extension];
  if (format !== undefined) return format;
  throw new FabricError({
    code: "E_CLI_UNKNOWN_FORMAT",
    message: `The name of ${file} does not say its format.`,
    where: { file, path: flag },
    got: extension === "" ? "no extension" : `.${extension}`,
    expected: `one of ${Object.keys(byExtension)
      .map((one) => `.${one}`)
      .join(", ")}`,
    ...(flag === "-o" ? { hint: "Or give --format." } : {}),
  });
}

/** A fabric in a format's words. */
export function fabricText(fabric: Fabric, format: FabricFormat): string {
  switch (format) {
    case "ibnetdiscover":
      return writeIbnetdiscover(fabric);
    case "json":
      return writeFabricJson(fabric);
    case "dot":
      return writeDot(fabric);
  }
}

export interface FabricOfFile {
  readonly fabric: Fabric;
  /** Where the file has them. */
  readonly lids: LidTable | undefined;
  /** Oddities that were passed over, one a line. */
  readonly notes: readonly string[];
}

/**
 * Reads a fabric: ibnetdiscover's output or fabriclab's JSON, told apart by the name; a file of another name is looked into.
 *
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_UNREADABLE_FORMAT`, `E_IBNETDISCOVER_…`, `E_FABRIC_JSON_…`
 */
export function readFabricFile(file: string, flag = "--fabric"): FabricOfFile {
  const text = readText(file, flag);
  const extension =
    /\.([a-z]+)(?:\.gz)?$/i.exec(file)?.[1]?.toLowerCase() ?? "";
  const format =
    byExtension[extension] ??
    (text.trimStart().startsWith("{") ? "json" : "ibnetdiscover");
  switch (format) {
    case "json":
      return {
        fabric: readFabricJson(text, { file }),
        lids: undefined,
        notes: [],
      };
    case "dot":
      throw new FabricError({
        code: "E_CLI_UNREADABLE_FORMAT",
        message: "A Graphviz graph is written, not read.",
        where: { file, path: flag },
        got: `.${extension}`,
        expected: "a fabric as .topo, .ibnetdiscover or .json",
      });
    case "ibnetdiscover": {
      const { fabric, lids, notes } = readIbnetdiscover(text, { file });
      return {
        fabric,
        lids,
        notes: notes.map(
          (one) =>
            `${file}:${one.line}: ${one.message}${one.count > 1 ? ` (${one.count} times)` : ""}`,
        ),
      };
    }
  }
}
