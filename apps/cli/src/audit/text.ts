import { type Io, paint } from "../io.ts";
import { columnsOf } from "../table.ts";
import { balanceText } from "./text-balance.ts";
import { loopsText } from "./text-loops.ts";
import { multicastText } from "./text-multicast.ts";
import { reachabilityText } from "./text-reachability.ts";
import { replayText } from "./replayed.ts";
import { isRole } from "../naming/endpoints.ts";
import { oddRatesRows } from "../naming/odd-rates.ts";
import { list, listed, many, moreLine } from "../naming/words.ts";
import type { AuditReport } from "./report.ts";
import { title } from "./title.ts";

/** The report as people read it: a verdict for each part, and details only where something is wrong. */
export function auditText(report: AuditReport, io: Io): string {
  return [
    headline(report, io),
    "",
    reachabilityText(report, io),
    ...(report.multicast.length === 0 ? [] : ["", multicastText(report, io)]),
    "",
    loopsText(report, io),
    ...lidsText(report, io),
    "",
    balanceText(report, io),
    ...(report.replay === null ? [] : ["", replayText(report.replay)]),
    "",
    verdictText(report, io),
    "",
  ].join("\n");
}

function headline(
  { fabric, oddRates, tables, endpoints, pairs }: AuditReport,
  io: Io,
): string {
  const roles = Object.entries(endpoints.roles);
  const between = roles.length > 1 ? ` (${list(roles)})` : "";
  return [
    `${paint(io, "bold", fabric.name)}: ${many(fabric.switches, "switch", "switches")}, ${many(fabric.hosts, "host")}, ${many(fabric.cables, "cable")}`,
    columnsOf(
      [
        [
          "tables",
          `${tables.from}: ${many(tables.lids, "LID")}${tables.lmc > 0 ? ` (LMC ${tables.lmc})` : ""}, ${many(tables.lanes, "data VL")}${tables.mlids > 0 ? `, ${many(tables.mlids, "MLID")}` : ""}`,
        ],
        [
          "endpoints",
          `${endpoints.choice}: ${endpoints.count}${between}, ${many(pairs, "ordered pair")}`,
        ],
        ...endpoints.leftOut.map(({ reason, count, examples }, i) => [
          i === 0 ? "left out" : "",
          `${count} ${reason}: ${listed(examples, count)}${endpoints.choice === "compute" && endpoints.leftOut.findIndex((one) => isRole(one.reason)) === i ? " (--endpoints all takes every adapter)" : ""}`,
        ]),
        ...oddRatesRows(oddRates),
      ],
      { columns: io.columns },
    ),
  ].join("\n");
}

/** What holds of the LIDs that no pair uses, or that it is not known. */
function lidsText({ lids, allLids, parted }: AuditReport, io: Io): string[] {
  if (lids.followed === lids.owned) return [];
  const rest = lids.owned - lids.followed;
  if (allLids === null)
    return [
      "",
      title(io, "all LIDs", [`${rest} of ${lids.owned} not followed`]),
      `  the pairs use ${lids.followed} LIDs; what the tables do with the others is not known (--all-lids follows them)`,
    ];
  const { unreachable, looping, badLids, examples, creditLoops } = allLids;
  return [
    "",
    title(io, "all LIDs", [
      ...(unreachable > 0
        ? [`${many(unreachable, "way does", "ways do")} not arrive`]
        : []),
      ...(creditLoops.length > 0
        ? [many(creditLoops.length, "credit loop")]
        : []),
    ]),
    `  ${lids.owned} LIDs, each from every endpoint${parted === null ? "" : " of its part"}; what stands above and below is of the ${lids.followed} that the pairs use`,
    ...(unreachable > 0
      ? [
          `  ${many(badLids, "LID")} not reached from everywhere${looping > 0 ? `; ${many(looping, "way goes", "ways go")} round for ever` : ""}`,
        ]
      : []),
    ...examples.map(
      ({ lid, owner, pairs }) =>
        `    LID ${lid} (${owner}): ${many(pairs, "source")} cannot reach it`,
    ),
    ...(badLids > 0 ? moreLine(badLids, examples.length) : []),
    ...creditLoops.flatMap(({ channels, cycle }) => [
      `  cyclic component of ${channels} channels: packets on such paths can wait for each other for ever`,
      `    ${cycle.join(" -> ")} -> ${cycle[0] ?? ""}`,
    ]),
  ];
}

function verdictText(
  { problems, endpoints, lids, allLids }: AuditReport,
  io: Io,
): string {
  const { choice, count, leftOut } = endpoints;
  // What no choice of endpoints could take in is no reservation.
  const others = leftOut.filter(({ reason }) => isRole(reason));
  const paths =
    lids.followed === lids.owned || allLids !== null
      ? ""
      : ` for ${lids.followed} of ${lids.owned} LIDs (--all-lids follows the others)`;
  const scope =
    others.length === 0
      ? ""
      : `, among ${many(count, "endpoint")} (${choice}); left out: ${others.map(plural).join(", ")} (--endpoints all takes every adapter)`;
  if (problems.length === 0)
    return `${paint(io, "bold", "clean")}${paths}${scope}`;
  return `${paint(io, "red", many(problems.length, "problem"))}: ${problems.map(({ what }) => what).join("; ")}${paths}${scope}`;
}

/** `40 aggregation nodes`; `compute` and `not in FILE` have no plural. */
const plural = (one: { reason: string; count: number }): string =>
  many(
    one.count,
    one.reason,
    /(?:node|gateway)$/.test(one.reason) ? `${one.reason}s` : one.reason,
  );
