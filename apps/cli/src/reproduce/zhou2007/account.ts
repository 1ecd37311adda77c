import { sizeLabel } from "@fabriclab/experiment-plot";
import {
  figures,
  withInterval,
  type ReportParameter,
  type ReportTable,
} from "@fabriclab/experiment-report";
import { relationLabel } from "../labels.ts";
import { made, type Account, type Study } from "../reproduction.ts";
import { BOUND_HELD, countVerdicts, METHOD_NOTES } from "../verdicts/method.ts";
import {
  casesOf,
  GROUPS,
  MODE_NAMES,
  MODES,
  modeOf,
  SCHEME_NAMES,
  SCHEMES,
  seedsOf,
  SIZES,
  sizesOf,
  SOURCES,
  treeSize,
  type Mode,
  type Tree,
} from "./cases.ts";
import { ratioCell } from "./claims/case-ratio.ts";
import { claims } from "./claims/claims.ts";
import { boundRatio } from "./figures.ts";
import { Points } from "./points.ts";
import { BYTE_NS, FLIGHT_NS, ROUTING_NS } from "./run/experiment.ts";

/** Text and tables of the report. */
export function account(study: Study, tree: Tree): Account {
  const points = new Points(study);
  const sizes = sizesOf(study.options);
  return {
    summary: summary(study, tree),
    tables: MODES.flatMap((mode) => [
      boundTable(points, sizes, mode),
      ratioTable(points, sizes, mode),
    ]),
    parameters: parametersOf(tree),
    notes: notes(study),
    discussion: discussion(points, sizes),
  };
}

function summary(study: Study, tree: Tree): string[] {
  const { hosts, switches } = treeSize(tree);
  const seeds = seedsOf(study.options).length;
  const runs = casesOf(study.options).length * seeds;
  const found = made(claims(study));
  return [
    `Cyclic multicast (union tables over multiple-LID routing), OpenSM's spanning tree and replicated unicast on an ${tree.ports}-port ${tree.levels}-tree of ${hosts} hosts and ${switches} switches: ` +
      `${runs} runs, ${seeds} seeds for each of ${runs / seeds} cases. In every run a number of hosts send one message each to their group, all at the same moment; what is measured is the time until the last delivery. ` +
      "For one seed all schemes and sizes have the same sources and groups.",
    `${countVerdicts(found)} The verdicts are those for own groups; those for the same group follow in each row.`,
    BOUND_HELD,
  ];
}

function boundTable(
  points: Points,
  sizes: readonly number[],
  mode: Mode,
): ReportTable {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    caption: `Most packets over one channel (mean over the seeds), ${MODE_NAMES[mode]}: a run takes at least this many packet times of ${BYTE_NS} ns per byte.`,
    columns: [
      "Case",
      ...SCHEMES.map((scheme) => SCHEME_NAMES[scheme]),
      "bound unicast / cyclic",
      "bound OpenSM / cyclic",
    ],
    rows: cases(mode).map(({ sources, group }) => {
      const at = { mode, sources, group };
      return [
        relationLabel(sources, group),
        ...SCHEMES.map((scheme) =>
          mean(
            points
              .records({ ...at, scheme, size: sizes[0]! })
              .map((record) => record.boundPackets),
          ),
        ),
        boundRatio(points, sizes, at, "unicast", "cyclic"),
        boundRatio(points, sizes, at, "opensm", "cyclic"),
      ];
    }),
  };
}

function ratioTable(
  points: Points,
  sizes: readonly number[],
  mode: Mode,
): ReportTable {
  const shown = [sizes[0]!, sizes.at(-1)!];
  const text = ({
    value,
    low,
    high,
  }: {
    value: number;
    low: number;
    high: number;
  }) => withInterval(value, [low, high]);
  return {
    caption: `Makespan ratios with 95 % intervals, ${MODE_NAMES[mode]}; above 1, cyclic multicast is faster. "All" is the geometric mean over the sizes run.`,
    columns: [
      "Case",
      ...(["unicast", "opensm"] as const).flatMap((scheme) => [
        ...shown.map(
          (size) => `${SCHEME_NAMES[scheme]} / cyclic, ${sizeLabel(size)}`,
        ),
        `${SCHEME_NAMES[scheme]} / cyclic, all`,
      ]),
    ],
    rows: cases(mode).map(({ sources, group }) => [
      relationLabel(sources, group),
      ...(["unicast", "opensm"] as const).flatMap((scheme) => {
        const cell = ratioCell(
          points,
          sizes,
          { mode, sources, group },
          scheme,
          "cyclic",
        );
        return [
          text(cell.bySize[0]!),
          text(cell.bySize.at(-1)!),
          text(cell.overall),
        ];
      }),
    ]),
  };
}

const cases = (mode: Mode) =>
  SOURCES.filter((sources) => modeOf(mode, sources) === mode).flatMap(
    (sources) => GROUPS.map((group) => ({ sources, group })),
  );

function parametersOf(tree: Tree): ReportParameter[] {
  const { hosts, switches } = treeSize(tree);
  const counts = (shares: readonly number[]) =>
    shares.map((share) => Math.round(share * hosts)).join(", ");
  return [
    {
      name: "fabric",
      value: `IBFT(${tree.ports},${tree.levels}): ${hosts} hosts, ${switches} switches`,
      origin: "stated",
    },
    { name: "byte time", value: `${BYTE_NS} ns (1X SDR)`, origin: "stated" },
    {
      name: "flight time",
      value: `${FLIGHT_NS} ns per link`,
      origin: "stated",
    },
    {
      name: "routing time",
      value: `${ROUTING_NS} ns per switch`,
      origin: "stated",
      note: "look-up, replication, arbitration and start-up",
    },
    {
      name: "sources",
      value: "one, 40 %, 70 %, all hosts",
      origin: "stated",
      note: `${counts(SOURCES.filter((share) => share > 0))} hosts; drawn by the seed`,
    },
    {
      name: "group size",
      value: "10 %, 40 %, 70 %, all hosts",
      origin: "stated",
      note: `${counts(GROUPS)} members`,
    },
    {
      name: "message size",
      value: "32 B … 128 KB, one packet",
      origin: "stated",
      note: "the ends are stated; powers of two are chosen, and one packet even above InfiniBand's MTU",
    },
    {
      name: "flow control",
      value:
        "a packet waits in the input buffer until the output buffer is free",
      origin: "stated",
    },
    {
      name: "buffers",
      value:
        "one packet per input port and one per output port, one virtual lane",
      origin: "chosen",
    },
    {
      name: "groups",
      value: "own (each source its own) and same (one for all)",
      origin: "chosen",
      note: "both are shown; Figure 17's trend follows from the bounds with own groups only",
    },
    {
      name: "source in its group",
      value: "always with own groups; with the same group as the draw falls",
      origin: "chosen",
      note: "a source does not receive its own message",
    },
    {
      name: "unicast",
      value:
        "multiple-LID routing, one copy per member, back to back, in random order",
      origin: "chosen",
    },
    {
      name: "OpenSM tree",
      value:
        "OpenSM's rule: root with the least greatest distance, lowest-numbered ports; sources join their group",
      origin: "inferred",
    },
    {
      name: "metric",
      value: "time until the last delivery of all operations",
      origin: "chosen",
    },
    { name: "arbitration", value: "round-robin", origin: "chosen" },
    {
      name: "base LIDs",
      value: "aligned to 2^LMC, as InfiniBand demands",
      origin: "inferred",
      note: "the printed ones are not; the paths are the same",
    },
  ];
}

function notes(study: Study): string[] {
  const left = SIZES.filter((size) => !sizesOf(study.options).includes(size));
  return [
    ...(study.options.quick
      ? [
          `This is the quick study: it leaves out the sizes ${left.map(sizeLabel).join(", ")} and runs ${seedsOf(study.options).length} seeds instead of ${seedsOf({ quick: false }).length}. All cases, schemes and readings are there.`,
        ]
      : []),
    ...METHOD_NOTES,
    "With the same group, a source that is no member joins OpenSM's tree as a sender, and is sent what others send, as in OpenSM; cyclic multicast needs no such join.",
    "InfiniBand multicast packets carry a global route header of 40 bytes; as in the paper, the size given is the size on the wire for all schemes.",
    "OpenSM's tree does not use the routing's tables; the unicast scheme and cyclic multicast follow the same multiple-LID paths.",
  ];
}

/** What the bounds say about the verdicts that a reader may wonder at. Numbers come from the study. */
function discussion(points: Points, sizes: readonly number[]): string[] {
  const own = (sources: number, group: number) => ({
    mode: "own" as const,
    sources,
    group,
  });
  const ratio = (sources: number, group: number, mode: Mode = "own"): string =>
    figures(
      boundRatio(points, sizes, { mode, sources, group }, "unicast", "cyclic"),
    );
  const trees = ratioCell(points, sizes, own(1, 1), "opensm", "cyclic");
  const loads = (scheme: "opensm" | "unicast"): string =>
    figures(
      points.estimate(
        { ...own(0.4, 0.1), scheme, size: sizes[0]! },
        (record) => record.boundPackets,
      ).value,
    );
  return [
    `C-001-8, sources: with groups of 40 %, the bound of unicast over that of cyclic multicast is ${ratio(0, 0.4)} from one source, ${ratio(0.4, 0.4)} from 40 % and ${ratio(1, 0.4)} from all hosts. One unicast source is held up by its own link, which carries every copy; with many sources the links into the hosts are busiest, and those carry the same packets whatever the scheme.`,
    `C-001-7: from 40 % to 10 % with own groups, OpenSM's trees share their root and put ${loads("opensm")} packets on one channel, unicast over multiple-LID paths ${loads("unicast")}. A tree per group does not help when all trees meet in one switch.`,
    `C-001-4 and C-001-6: where all hosts are members, both multicast schemes have the same bound, and so they have with the same group. What is left of cyclic multicast's lead there lies in small messages (from all to all times ${figures(trees.bySize[0]!.value)} at ${sizeLabel(sizes[0]!)}, times ${figures(trees.bySize.at(-1)!.value)} at ${sizeLabel(sizes.at(-1)!)}): on one tree all packets follow each other through the same buffers of one packet, each waiting until the one before has moved on, which weighs more the shorter the packet.`,
  ];
}
