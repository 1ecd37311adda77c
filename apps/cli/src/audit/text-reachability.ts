import type { Io } from "../io.ts";
import { many, moreLine } from "../naming/words.ts";
import { columnsOf } from "../table.ts";
import { mendText, oneMend } from "./causes.ts";
import { joinedUnreachable } from "./problems.ts";
import type { AuditReport } from "./report.ts";
import { duplicateWords } from "./report-lids.ts";
import { title } from "./title.ts";

/** Which pairs arrive and which do not, and what keeps these apart. */
export function reachabilityText(report: AuditReport, io: Io): string {
  const unreachable = joinedUnreachable(report);
  const apart = report.parted?.apart ?? 0;
  const bad = [
    ...(unreachable > 0 ? [many(unreachable, "unreachable pair")] : []),
    ...(apart > 0
      ? [
          many(
            apart,
            "pair of hosts that no cables join",
            "pairs of hosts that no cables join",
          ),
        ]
      : []),
    ...(report.forwardingLoops > 0
      ? [many(report.forwardingLoops, "forwarding loop")]
      : []),
    ...(report.duplicateLids.length > 0
      ? [many(report.duplicateLids.length, "duplicate LID")]
      : []),
    ...(report.impossiblePorts.length > 0 ? [impossibleTitle(report)] : []),
  ];
  const ofParts = report.parted === null ? "" : " that cables join";
  const hops = Object.entries(report.hops);
  const lines = [title(io, "reachability", bad)];
  if (bad.length === 0)
    lines.push(
      report.nonMinimalPairs === 0
        ? `  every pair${ofParts} arrives, and none crosses more switches than it has to`
        : `  every pair${ofParts} arrives; ${report.nonMinimalPairs === 1 ? "1 crosses more switches than it has to" : `${report.nonMinimalPairs} cross more switches than they have to`}`,
    );
  lines.push(...hopsLines(hops, io.columns));
  if (report.parted !== null) lines.push(`  ${report.parted.what}`);
  lines.push(...duplicateLines(report, io), ...impossibleLines(report, io));
  if (unreachable > 0 && report.unreachable.disconnected > 0)
    lines.push("  with the pairs across the parts:");
  if (unreachable > 0)
    lines.push(
      columnsOf(
        Object.entries(report.unreachable.byEnd).map(([end, n]) => [
          `  ${endWords[end] ?? end}`,
          String(n),
        ]),
        { align: ["left", "right"] },
      ),
      ...causesLines(report, io),
      "  such as",
      columnsOf(
        report.unreachable.examples.map(({ source, destination, end, at }) => [
          `    ${source} -> ${destination}`,
          `${endWords[end] ?? end}: ${at}`,
        ]),
        { columns: io.columns },
      ),
      ...moreLine(report.unreachablePairs, report.unreachable.examples.length),
    );
  lines.push(
    ...loopLines(report, io),
    ...moreLine(report.forwardingLoops, report.forwardingLoopExamples.length),
  );
  if (report.nonMinimalPairs > 0)
    lines.push(
      columnsOf(
        report.nonMinimalExamples.map((one) => [
          `  ${one.source} -> ${one.destination}`,
          `${one.hops} switches, ${one.least} would do`,
        ]),
        { columns: io.columns },
      ),
      ...moreLine(report.nonMinimalPairs, report.nonMinimalExamples.length),
    );
  if (report.illegalTurns !== null) {
    const { pairs, examples } = report.illegalTurns;
    lines.push(
      `  ${pairs === 0 ? "no pair turns" : pairs === 1 ? "1 pair turns" : `${pairs} pairs turn`} up after down, seen from the roots`,
      ...examples.map(
        ({ source, destination, path }) =>
          `    ${source} -> ${destination}: ${path.join(", ")}`,
      ),
      ...moreLine(pairs, examples.length),
    );
  }
  return lines.join("\n");
}

/** Switches crossed over pairs, in as many tables one below the other as the width asks for: of a large ring or mesh there are hundreds. */
function hopsLines(
  hops: readonly (readonly [switches: string, pairs: number])[],
  columns: number,
): string[] {
  const [crossed, pairs] = ["  switches crossed", "  pairs"];
  const tables: [string[], string[]][] = [];
  let width = Infinity;
  for (const [switches, count] of hops) {
    const number = String(count);
    const more = 2 + Math.max(switches.length, number.length);
    if (width + more > columns) {
      tables.push([[crossed], [pairs]]);
      width = crossed.length;
    }
    width += more;
    tables.at(-1)?.[0].push(switches);
    tables.at(-1)?.[1].push(number);
  }
  return tables.map((table) =>
    columnsOf(table, {
      align: table[0].map((_, i) => (i === 0 ? "left" : "right")),
    }),
  );
}

const endWords: Readonly<Record<string, string>> = {
  loop: "goes round for ever",
  "no-path": "no entry for the LID",
  "dead-port": "sent to a port without a cable",
  "wrong-endport": "arrives at somebody else",
  "no-lane": "discarded by SL2VL (VL 15)",
  unattached: "the LID belongs to nobody",
};

/** Who goes round where, whether or not a pair does. */
function loopLines({ forwardingLoopExamples }: AuditReport, io: Io): string[] {
  return forwardingLoopExamples.length === 0
    ? []
    : [
        columnsOf(
          forwardingLoopExamples.map(
            ({ lid, owner, switches, blamed, mend }) => [
              `  LID ${lid} (${owner})`,
              `goes round ${[...switches, ...switches.slice(0, 1)].join(" -> ")}; ${blamed} leads away${mend === null ? "" : `: would arrive ${oneMend(mend)}`}`,
            ],
          ),
          { columns: io.columns },
        ),
      ];
}

/** Causes, and switches with impossible entries, that the text names; the JSON has more of them. */
const SHOWN = 10;

/** What keeps pairs apart: of each cause how many pairs it explains, the entry, and by which ports packets would arrive. */
function causesLines(
  { unreachable: { causeCount, causes } }: AuditReport,
  io: Io,
): string[] {
  const shown = causes.slice(0, SHOWN);
  return [
    `  what keeps them apart: ${many(causeCount, "cause")}`,
    columnsOf(
      shown.flatMap((cause) => {
        const mend = mendText(cause);
        return [
          [`    ${many(cause.pairs, "pair")}`, cause.what],
          ...(mend === undefined ? [] : [["", `would arrive ${mend}`]]),
        ];
      }),
      { columns: io.columns },
    ),
    ...moreLine(causeCount, shown.length),
  ];
}

const impossibleTitle = ({ impossiblePorts }: AuditReport): string =>
  many(
    impossiblePorts.reduce((sum, { lids }) => sum + lids, 0),
    "entry with an impossible port",
    "entries with impossible ports",
  );

/** Whose they are. */
function duplicateLines({ duplicateLids }: AuditReport, io: Io): string[] {
  const shown = duplicateLids.slice(0, SHOWN);
  if (shown.length === 0) return [];
  return [
    columnsOf(
      shown.map((one) => {
        const [lid, owners] = duplicateWords(one);
        return [`  ${lid}`, owners];
      }),
      { columns: io.columns },
    ),
    ...moreLine(duplicateLids.length, shown.length),
  ];
}

/** Where in the dump they stand. */
function impossibleLines({ impossiblePorts }: AuditReport, io: Io): string[] {
  const shown = impossiblePorts.slice(0, SHOWN);
  if (shown.length === 0) return [];
  return [
    columnsOf(
      shown.map(({ at, ports, lids, lid, owner, file, line }) => [
        `  ${at}`,
        `of ${many(ports, "port")}; LID ${lid}${owner === null ? "" : ` (${owner})`}${lids === 1 ? "" : ` and ${lids - 1} more`}, ${file}:${line}`,
      ]),
      { columns: io.columns },
    ),
    ...moreLine(impossiblePorts.length, shown.length),
  ];
}
