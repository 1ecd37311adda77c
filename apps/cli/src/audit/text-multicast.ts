import type { Io } from "../io.ts";
import { columnsOf } from "../table.ts";
import type { AuditReport, MulticastReport } from "./report.ts";
import { title } from "./title.ts";
import { figures, many, moreLine } from "../naming/words.ts";

/** MLIDs that the table shows where all is well; the JSON has all. */
const SHOWN = 12;

/** The multicast tables: a line for each MLID, then what is wrong with any. */
export function multicastText({ multicast }: AuditReport, io: Io): string {
  const total = (of: (one: MulticastReport) => number): number =>
    multicast.reduce((sum, one) => sum + of(one), 0);
  const kinds = [
    [
      total((one) => one.missing.count),
      "missing delivery",
      "missing deliveries",
    ],
    [
      total((one) => one.uncabled.count),
      "sender without a cable",
      "senders without a cable",
    ],
    [total((one) => one.duplicated.count), "duplicate", "duplicates"],
    [
      total((one) => one.endless.count),
      "endless delivery",
      "endless deliveries",
    ],
    [total((one) => one.strangers.count), "stranger", "strangers"],
    [
      total((one) => one.returned.count),
      "packet back at its sender",
      "packets back at their senders",
    ],
    [total((one) => one.loops.count), "loop", "loops"],
  ] as const;
  const bad = kinds.filter(([count]) => count > 0);
  const dead = total((one) => one.deadCopies);
  const shown = [
    ...multicast.filter((one) => isBad(one)),
    ...multicast.filter((one) => !isBad(one)),
  ].slice(0, SHOWN);
  return [
    title(io, "multicast", [
      ...bad.map(([count, one, more]) => many(count, one, more)),
      // Why a warning only: OpenSM's own trees have such branches, and every member still gets its copy.
      ...(dead > 0
        ? [`warning: ${many(dead, "copy that dies", "copies that die")}`]
        : []),
    ]),
    ...(bad.length === 0
      ? [
          `  ${many(multicast.length, "MLID")}, ${many(
            total(({ sources }) => sources),
            "sender",
          )}: every member once, nobody else${dead > 0 ? `; ${many(dead, "copy dies", "copies die")} on the way` : ""}`,
        ]
      : []),
    columnsOf(
      shown.map((one) => [
        `  ${one.mlid}`,
        one.group,
        String(one.members),
        String(one.sources),
        String(one.depth),
        figures(one.crossings.mean),
        figures(one.crossings.bound),
        one.crossings.kind === "exact"
          ? "exact"
          : one.crossings.known === null
            ? "at least"
            : `at least; ${figures(one.crossings.known)} known`,
      ]),
      {
        head: [
          "  MLID",
          "group",
          "members",
          "senders",
          "depth",
          "crossings",
          "bound",
          "",
        ],
        align: [
          "left",
          "left",
          "right",
          "right",
          "right",
          "right",
          "right",
          "left",
        ],
      },
    ),
    ...(multicast.length > shown.length
      ? [`  … and ${multicast.length - shown.length} more, see --json`]
      : []),
    ...shown.filter((one) => isBad(one)).flatMap(faults),
  ].join("\n");
}

const isBad = (one: MulticastReport): boolean =>
  one.finding !== null ||
  one.uncabled.count +
    one.missing.count +
    one.duplicated.count +
    one.strangers.count +
    one.endless.count +
    one.returned.count +
    one.loops.count +
    one.deadCopies >
    0;

function faults(one: MulticastReport): string[] {
  const line = (
    count: number,
    what: string,
    examples: readonly string[],
    shown = examples.length,
  ) =>
    count === 0
      ? []
      : [
          `  ${one.mlid}: ${count} ${what}`,
          ...examples.map((x) => `    ${x}`),
          ...(shown === 0 ? [] : moreLine(count, shown)),
        ];
  return [
    ...(one.finding === null ? [] : [`  ${unsentText(one)}`]),
    ...line(
      one.uncabled.count,
      one.uncabled.count === 1
        ? "sender has no cable"
        : "senders have no cable",
      one.uncabled.examples,
    ),
    ...line(
      one.missing.count,
      "members are not reached",
      one.missing.examples.map(
        ({ source, member }) => `${source} -> ${member}`,
      ),
    ),
    ...line(
      one.duplicated.count,
      "members get several copies",
      one.duplicated.examples.map(
        ({ source, member, copies, partsAt, meetsAt }) =>
          `${source} -> ${member}: ${copies} copies, which part at ${partsAt}${meetsAt === "" ? "" : `, and meet at ${meetsAt}`}`,
      ),
    ),
    ...line(
      one.strangers.count,
      "copies go to hosts that have not joined",
      one.strangers.examples.map(
        ({ source, stranger }) => `${source} -> ${stranger}`,
      ),
    ),
    ...line(
      one.endless.count,
      "members get copies for ever",
      one.endless.examples.map(
        ({ source, member }) => `${source} -> ${member}`,
      ),
    ),
    ...line(
      one.returned.count,
      "senders get their own packet back",
      one.returned.examples,
    ),
    ...line(
      one.loops.count,
      "senders' copies go round for ever",
      one.loops.examples.map(
        ({ mlid, source, senders, channels }) =>
          `${source} to ${mlid}${senders > 1 ? ` and ${senders - 1} more` : ""}: ${channels.join(", ")}`,
      ),
      one.loops.examples.reduce((sum, { senders }) => sum + senders, 0),
    ),
    ...line(
      one.deadCopies,
      one.deadCopies === 1 ? "copy ends at no host" : "copies end at no host",
      [],
    ),
    ...line(
      one.discards.count,
      "ports let no copy out (SL2VL: VL 15)",
      one.discards.examples,
    ),
  ];
}

/** Why nobody is known to send; where an MLID sets hosts' ports, what was taken for its senders. */
function unsentText({
  mlid,
  group,
  finding,
  sources,
}: MulticastReport): string {
  const who = mlid === "" ? group : mlid;
  if (finding === "no-members") return `${who}: no members known`;
  return sources === 0
    ? `${who}: no senders known, so that nothing is followed`
    : `${who}: no senders known; all hosts whose ports it sets are taken for members and senders`;
}
