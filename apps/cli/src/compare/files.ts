import { join, resolve } from "node:path";
import type { CompareReport } from "./report.ts";
import type { ListsOf, Row } from "./row.ts";
import { setsLmc } from "./settings.ts";

/** OpenSM's options that name a list, the file that `compare` writes it to, and what is in it. */
const LISTS = [
  ["roots", "root_guid_file", "root_guids.txt", "NodeGUIDs of the roots"],
  [
    "compute",
    "cn_guid_file",
    "compute_guids.txt",
    "PortGUIDs of the compute nodes",
  ],
  ["io", "io_guid_file", "io_guids.txt", "PortGUIDs of the I/O nodes"],
] as const;

/** A file of the advice. */
export interface AdviceFile {
  readonly name: string;
  readonly what: string;
  readonly text: string;
}

/**
 * The lists that the advised routing was given (else the likeliest ones), one GUID a line, and the lines of OpenSM's options that use them. An empty list
 * makes no file.
 *
 * @param folder where the files will lie: OpenSM wants whole paths
 */
export function adviceFiles(
  { advice, rows, lists }: CompareReport,
  folder: string,
): AdviceFile[] {
  const taken = advice.take === null ? undefined : rows[advice.take];
  const used =
    lists.find(({ name }) => name === taken?.lists) ??
    lists.find(({ name }) => name !== "given");
  const files = LISTS.flatMap(([list, , name, what]): AdviceFile[] =>
    used === undefined || used[list].length === 0
      ? []
      : [{ name, what, text: `${used[list].join("\n")}\n` }],
  );
  const conf = optionLines(taken, used, folder);
  return conf === undefined
    ? files
    : [
        ...files,
        {
          name: "opensm.conf",
          what: "the lines of OpenSM's options file that use the advice (opensm -F)",
          text: conf,
        },
      ];
}

/** Undefined where OpenSM does not have the engine. */
function optionLines(
  taken: Row | undefined,
  used: ListsOf | undefined,
  folder: string,
): string | undefined {
  if (taken === undefined) return undefined;
  const { engine, lists, opensm, reverseHops, takes } = taken;
  if (opensm === null) return undefined;
  const lmc = taken.figures?.lmc ?? 0;
  const taking =
    lists === null || used === undefined
      ? []
      : LISTS.filter(([list]) =>
          takes.split(", ").includes(list === "io" ? "I/O" : list),
        );
  return [
    `# ${engine}, as fabriclab compare advises${used === undefined || lists === null ? "" : `; lists ${used.what}`}`,
    `routing_engine ${opensm.engine}`,
    ...taking.map(
      ([, option, name]) => `${option} ${join(resolve(folder), name)}`,
    ),
    ...(reverseHops > 0 ? [`max_reverse_hops ${reverseHops}`] : []),
    ...(opensm.needs ?? []),
    // Why: further LIDs of a port weigh in the balance of the tables, so that OpenSM has to give as many.
    ...(lmc > 0 ? [`lmc ${lmc}`] : []),
    ...taken.set
      .filter((one) => !setsLmc(one))
      .map(
        (one) => `# measured with --set ${one}, which these lines do not say`,
      ),
    "",
  ].join("\n");
}
