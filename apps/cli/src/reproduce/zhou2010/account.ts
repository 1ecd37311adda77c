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
  LANES,
  SCHEMES,
  seedsOf,
  SIZES,
  sizesOf,
  SOURCES,
  type Mesh,
} from "./cases.ts";
import { claims } from "./claims/claims.ts";
import { speedUp } from "./claims/ratios.ts";
import { boundRatio } from "./figures.ts";
import { Points } from "./points.ts";
import { BYTE_NS, FLIGHT_NS, ROUTING_NS } from "./run/experiment.ts";

const PLACES = SOURCES.flatMap((sources) =>
  GROUPS.map((group) => ({ view: "own" as const, sources, group })),
);

/** Text and tables of the report. */
export function account(study: Study, mesh: Mesh): Account {
  const points = new Points(study);
  const sizes = sizesOf(study.options);
  return {
    summary: summary(study, mesh),
    tables: [boundTable(points, sizes[0]!), speedUpTable(points, sizes)],
    parameters: parametersOf(mesh),
    notes: notes(study),
    discussion: [sourcesNote(points, sizes)],
  };
}

function summary(study: Study, { columns, rows }: Mesh): string[] {
  const seeds = seedsOf(study.options).length;
  const cases = casesOf(study.options).length;
  return [
    `XY multicast (union tables) and replicated unicast on a ${columns} x ${rows} mesh of ${columns * rows} hosts, under five configurations of virtual lanes: ` +
      `${cases * seeds} runs, ${seeds} seeds for each of ${cases} cases. In every run one, 40 % or all hosts send one message each to their group, all at the same moment; ` +
      "what is measured is the time until the last delivery. For one seed both schemes, all lanes and all sizes have the same sources and groups.",
    `${countVerdicts(made(claims(study)))} The verdicts are those for own groups, and for one source in the centre; other readings follow in each row.`,
    BOUND_HELD,
  ];
}

function boundTable(points: Points, size: number): ReportTable {
  return {
    caption: `Most packets over one channel (geometric mean over the seeds), own groups: a run takes at least this many packet times of ${BYTE_NS} ns per byte.`,
    columns: ["Case", ...SCHEMES, "unicast / multicast"],
    rows: PLACES.map(({ sources, group }) => [
      relationLabel(sources, group),
      ...SCHEMES.map(
        (scheme) =>
          points.estimate(
            {
              reading: sources === 0 ? "centre" : "own",
              sources,
              group,
              scheme,
              lanes: "1VL",
              size,
            },
            ({ boundPackets }) => boundPackets,
          ).value,
      ),
      boundRatio(points, sources, group, size),
    ]),
  };
}

function speedUpTable(points: Points, sizes: readonly number[]): ReportTable {
  const ends = [sizes[0]!, sizes.at(-1)!];
  return {
    caption:
      "Makespan of unicast over that of multicast with 95 % intervals, own groups, one source in the centre.",
    columns: [
      "Case",
      ...LANES.flatMap((lanes) =>
        ends.map((size) => `${lanes}, ${sizeLabel(size)}`),
      ),
    ],
    rows: PLACES.map((place) => [
      relationLabel(place.sources, place.group),
      ...LANES.flatMap((lanes) =>
        speedUp(points, place, lanes, ends).bySize.map(({ value, low, high }) =>
          withInterval(value, [low, high]),
        ),
      ),
    ]),
  };
}

function parametersOf({ columns, rows }: Mesh): ReportParameter[] {
  const hosts = columns * rows;
  const most = Math.round(0.4 * hosts);
  return [
    {
      name: "fabric",
      value: `mesh of ${columns} x ${rows} switches, a host at each`,
      origin: "stated",
    },
    { name: "byte time", value: `${BYTE_NS} ns (1X SDR)`, origin: "stated" },
    {
      name: "flight and switch time",
      value: `${FLIGHT_NS} ns per link, ${ROUTING_NS} ns per switch`,
      origin: "inferred",
      note: "those of the same authors' fat-tree paper",
    },
    {
      name: "sources",
      value: "one, 40 %, all hosts",
      origin: "stated",
      note: `1, ${most}, ${hosts} hosts; several are drawn by the seed`,
    },
    {
      name: "group size",
      value: "40 %, all hosts",
      origin: "stated",
      note: `${most}, ${hosts} members; Figures 22-24 are taken as 40 %, as the text says and their captions do not`,
    },
    {
      name: "place of one source",
      value: `(${Math.floor(columns / 2)},${Math.floor(rows / 2)}); in the full study also drawn by the seed`,
      origin: "chosen",
    },
    {
      name: "message size",
      value: "32 B … 8 KB, one packet",
      origin: "stated",
      note: "the ends are stated; powers of two are chosen, and one packet even above InfiniBand's MTU",
    },
    {
      name: "buffers",
      value: "one packet per input port and lane, one per output port and lane",
      origin: "inferred",
      note: "the only cheap explanation of lanes that help one source at small sizes; a further lane is a further buffer",
    },
    {
      name: "shared lanes",
      value:
        "lane = service level; the source goes round them packet by packet",
      origin: "chosen",
      note: "from one drawn for each source; hash and random are parameters of the traffic",
    },
    {
      name: "dedicated lanes",
      value: "lane by output port; links of hosts carry the lowest",
      origin: "stated",
      note: "hosts' links are not mentioned",
    },
    {
      name: "groups",
      value:
        "own (each source its own); in the full study also the same for all",
      origin: "chosen",
    },
    {
      name: "unicast",
      value: "one copy per member, back to back, in random order",
      origin: "chosen",
    },
    {
      name: "metric",
      value: "time until the last delivery; mean time of a delivery beside it",
      origin: "chosen",
    },
    { name: "arbitration", value: "round-robin", origin: "chosen" },
  ];
}

function notes(study: Study): string[] {
  const left = SIZES.filter((size) => !sizesOf(study.options).includes(size));
  return [
    ...(study.options.quick
      ? [
          `This is the quick study: it leaves out the sizes ${left.map(sizeLabel).join(", ")}, the same group for all sources, and one source anywhere.`,
        ]
      : []),
    ...METHOD_NOTES,
    "With dedicated lanes every link carries one lane only, so with a buffer per lane they must behave like a single lane; the simulator's results are equal to the last bit, which a test shows.",
    "The caption of the paper's Figures 22-24 says 100 %, its text 40 %; Case 3 has the word destination where sources are meant.",
  ];
}

/** Why the verdict on the number of sources may surprise. Numbers come from the study. */
function sourcesNote(points: Points, sizes: readonly number[]): string {
  const [fewest, some, all] = SOURCES.map((sources) =>
    figures(boundRatio(points, sources, 0.4, sizes[0]!)),
  );
  return `C-000-4: with groups of 40 %, the bound of unicast over that of multicast is ${fewest} from one source, ${some} from 40 % and ${all} from all hosts. One unicast source is held up by its own link, which carries every copy, while a multicast packet crosses it once; with many sources both schemes are held up by links that many sources share, where multicast saves less.`;
}
