import type { OpensmRow } from "./opensm-comparison.ts";

/** The file of the rows, a line each, so that a difference shows which one it is. */
export const opensmText = (rows: readonly OpensmRow[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** The rows of such a file. */
export const opensmRows = (text: string): OpensmRow[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as OpensmRow);

const count = (value: number): string => value.toLocaleString("en-US");
const sum = (
  rows: readonly OpensmRow[],
  of: (row: OpensmRow) => number | undefined,
): number => rows.reduce((total, row) => total + (of(row) ?? 0), 0);

/** OpenSM's engine, without how it was run: `updn` of `updn_roots_lmc1`. */
const engineOf = ({ variant }: OpensmRow): string =>
  variant.replace(/_(roots|cn|lmc\d|vl\d).*$/, "");

const beside = (pair: readonly [number, number] | undefined): string =>
  pair === undefined ? "" : `${count(pair[0])} / ${count(pair[1])}`;

const word = (loop: boolean): string => (loop ? "loop" : "none");

const loops = ({ loop }: OpensmRow): string => {
  if (loop === undefined) return "";
  const [ours, theirs] = loop;
  return ours === theirs ? word(ours) : `${word(ours)} / ${word(theirs)}`;
};

/** A line per engine over all dumps. */
function byEngine(rows: readonly OpensmRow[]): string[] {
  const engines = [...new Set(rows.map(engineOf))];
  const line = (name: string, own: readonly OpensmRow[]): string => {
    const made = own.filter(({ refused }) => refused !== true);
    const trees = made.filter((row) => row.trees !== undefined);
    return `| ${[
      name,
      count(made.length),
      count(own.length - made.length),
      count(sum(made, (row) => row.entries)),
      count(sum(made, (row) => row.different)),
      count(sum(trees, (row) => row.trees?.groups)),
      count(sum(trees, (row) => row.trees?.entries)),
      count(sum(trees, (row) => row.trees?.different)),
    ].join(" | ")} |`;
  };
  return [
    "| engine | tables compared | refused by both | entries | different | multicast trees | their entries | different |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...engines.map((name) =>
      line(
        name,
        rows.filter((row) => engineOf(row) === name),
      ),
    ),
    line("all", rows),
    "",
  ];
}

/** A table per fabric, a line per engine and how it was run. */
function byFabric(rows: readonly OpensmRow[]): string[] {
  return [...new Set(rows.map(({ fabric }) => fabric))].flatMap((fabric) => {
    const own = rows.filter((row) => row.fabric === fabric);
    const [first] = own;
    return [
      `### ${fabric}: ${count(first?.switches ?? 0)} switches, ${count(first?.hosts ?? 0)} hosts`,
      "",
      "| OpenSM's engine | entries | different | service levels, ours / OpenSM's | busiest channel, ours / OpenSM's | credit loop | tree entries | different |",
      "| --- | --- | --- | --- | --- | --- | --- | --- |",
      ...own.map((row) =>
        row.refused === true
          ? `| ${row.variant} | refused by both | | | | | | |`
          : `| ${[
              row.variant,
              count(row.entries ?? 0),
              count(row.different ?? 0),
              beside(row.levels),
              beside(row.busiest),
              loops(row),
              row.trees === undefined ? "" : count(row.trees.entries),
              row.trees === undefined ? "" : count(row.trees.different),
            ].join(" | ")} |`,
      ),
      "",
    ];
  });
}

/** What the validation page says of OpenSM, in Markdown. */
export const opensmTable = (rows: readonly OpensmRow[]): string[] => [
  "Tables that OpenSM 3.3.23 wrote into switches of ibsim, six made fabrics and two real ones, entry by entry beside ours of the same fabric, LIDs and roots. `_roots` ran with named roots, `_cn` with compute nodes, `_lmc1` with two LIDs a host, `_vl4` with four lanes. `pnpm exec node --conditions=fabriclab-source apps/docs/scripts/opensm.ts` writes the file of these numbers; a test does the comparison again and holds it to the file.",
  "",
  ...byEngine(rows),
  "nue weighs channels in an order of its own, so that its tables and trees are others: its busiest channel is no busier than OpenSM's. Its trees take no more cables. dfsssp, lash and nue need the service levels that stand first; OpenSM then spreads paths over all eight of its VLs. A fabric that OpenSM refuses is refused by ours.",
  "",
  ...byFabric(rows),
];
