import { refuseUtf16 } from "@fabriclab/reading";
import { FabricError, quoted } from "@fabriclab/spec";

/** Formats that fabrics are written in. */
export const fabricFormats = [
  "ibnetdiscover",
  "ibnetdiscover-p",
  "subnet-lst",
  "ibadm",
  "db-csv",
  "slurm",
  "slurm-links",
  "json",
  "dot",
  "svg",
] as const;
export type FabricFormat = (typeof fabricFormats)[number];

/** Formats that fabrics are read in. */
export const readableFormats = [
  "ibnetdiscover",
  "subnet-lst",
  "ibadm",
  "db-csv",
  "iblinkinfo",
  "ndt",
  "slurm",
  "json",
] as const;
export type ReadableFormat = (typeof readableFormats)[number];

const byExtension: Readonly<Record<string, FabricFormat | "ndt">> = {
  topo: "ibnetdiscover",
  ibnetdiscover: "ibnetdiscover",
  net: "ibnetdiscover",
  "ibnetdiscover-p": "ibnetdiscover-p",
  lst: "subnet-lst",
  db_csv: "db-csv",
  conf: "slurm",
  ndt: "ndt",
  json: "json",
  dot: "dot",
  gv: "dot",
  svg: "svg",
};

/** What only a file of the format has near its start, the surest first. Why not `\s`: where it takes line ends, too, a run of them is gone through anew from each. */
const signs: readonly (readonly [FabricFormat | ReadableFormat, RegExp])[] = [
  ["subnet-lst", /^[^\S\n]*\{[^\S\n]*(?:CA|HCA|SW|RT)(?:-SM)?[^\S\n]+Ports:/im],
  ["iblinkinfo", /^.*==\(.*\)[^\S\n]*==>/m],
  ["ndt", /^[^\S\n]*#?[^\S\n]*(?:Fields:)?[^\S\n]*StartDevice[^\S\n]*,/im],
  ["db-csv", /^START_\w+[^\S\n]*$/m],
  ["slurm", /^[^\S\n]*SwitchName[^\S\n]*=/im],
  [
    "ibnetdiscover",
    /^[^\S\n]*(?:Switch|Ca|Hca|CA|HCA|Rt)[^\S\n]*\d+[^\S\n]*"/m,
  ],
  [
    "ibnetdiscover",
    /^[^\S\n]*(?:CA|SW|RT)[^\S\n]+\d+[^\S\n]+\d+[^\S\n]+0x[0-9a-f]{1,16}\s/im,
  ],
  [
    "ibadm",
    /^[^\S\n]*\S+[^\S\n]*-(?:\d{1,2}x-)?(?:[\d.]+G-|FDR10-)?>[ \t]*\S+[ \t]+\S+[ \t]+\S+/im,
  ],
  ["dot", /^\s*(?:strict\s+)?(?:di)?graph\b/i],
  ["svg", /^\s*(?:<\?xml\b[^<]*)?<svg\b/i],
  ["json", /^\s*\{/],
];

/** Why: what a file or a line may hold, a pattern must not be tried on for hours. */
const LONGEST_HEAD = 2 ** 16;
const LONGEST_LINE = 512;

/**
 * The format that a file's name says.
 *
 * @throws FabricError `E_CLI_UNKNOWN_FORMAT`
 */
export function formatOf(file: string, flag: string): FabricFormat {
  const extension = extensionOf(file);
  const format = byExtension[extension];
  if (format !== undefined && format !== "ndt") return format;
  throw new FabricError({
    code: "E_CLI_UNKNOWN_FORMAT",
    message: `The name of ${file} does not say its format.`,
    where: { file, path: flag },
    got: extension === "" ? "no extension" : `.${extension}`,
    expected: `one of ${Object.keys(byExtension)
      .filter((one) => byExtension[one] !== "ndt")
      .map((one) => `.${one}`)
      .join(", ")}`,
    ...(flag === "-o" ? { hint: "or give --format" } : {}),
  });
}

/**
 * The format of a file by its first lines; where they are none of a known format, by its name, whose reader then says what is wrong.
 *
 * @param head the start of the file
 * @throws FabricError `E_CLI_UNREADABLE_FORMAT`, E_READING_ENCODING
 */
export function formatOfContent(
  head: string,
  file: string,
  flag: string,
): ReadableFormat {
  refuseUtf16(head, file);
  // As `sourceLines` takes them: CR ends a line, and colours are none of the text.
  const start = head
    .slice(0, LONGEST_HEAD)
    // oxlint-disable-next-line no-control-regex
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "")
    .replace(/\r(?!\n)/g, "\n")
    .split("\n")
    .map((line) => line.slice(0, LONGEST_LINE))
    .join("\n");
  const found = signs.find(([, sign]) => sign.test(start))?.[0];
  const format = found ?? byExtension[extensionOf(file)];
  if (format === "dot")
    throw unreadable(
      "A Graphviz graph is written, not read.",
      file,
      flag,
      "a graph",
    );
  if (format === "svg")
    throw unreadable(
      "A drawing is written, not read.",
      file,
      flag,
      "a drawing",
    );
  // One reader takes both; the first record tells.
  if (format === "ibnetdiscover-p") return "ibnetdiscover";
  if (format === undefined || format === "slurm-links")
    throw unreadable(
      `The file ${file} is in none of the formats of fabrics.`,
      file,
      flag,
      start.trim() === ""
        ? "nothing"
        : quoted(start.trim().split("\n")[0] ?? ""),
    );
  return format;
}

/** Whether a text begins as a fabric in one of the formats that are read; not of JSON, as which other things are written, too. */
export function isFabric(text: string, file: string): boolean {
  try {
    return formatOfContent(text.slice(0, LONGEST_HEAD), file, "") !== "json";
  } catch {
    return false;
  }
}

function extensionOf(file: string): string {
  return /\.([a-z_-]+)(?:\.gz)?$/i.exec(file)?.[1]?.toLowerCase() ?? "";
}

const unreadable = (
  message: string,
  file: string,
  flag: string,
  got: string,
): FabricError =>
  new FabricError({
    code: "E_CLI_UNREADABLE_FORMAT",
    message,
    where: { file, path: flag },
    got,
    expected:
      "a fabric as ibnetdiscover (with -p or without), subnet.lst, IBADM .topo, ibdiagnet2.db_csv, iblinkinfo, UFM's NDT, Slurm's topology.conf or fabriclab's JSON",
  });
