import {
  figures as written,
  withInterval,
  type ReportTable,
} from "@fabriclab/experiment-report";
import { made, type Account, type Study } from "../reproduction.ts";
import { cellOf, type BySeed } from "../verdicts/conditions.ts";
import { countVerdicts } from "../verdicts/method.ts";
import {
  casesOf,
  COLLECTIVES,
  collectiveCase,
  LANES,
  lengthsOf,
  loadsOf,
  packetsOf,
  seedsOf,
  sizesOf,
  throughputCase,
} from "./cases.ts";
import { LAYER_MODEL } from "./claims/channels.ts";
import { claims } from "./claims/claims.ts";
import { LOGP } from "./claims/scaling.ts";
import { COLLECTIVE_NAMES } from "./figures.ts";
import { parametersOf } from "./parameters.ts";
import { Points } from "./points.ts";
import { table1 } from "./table-1.ts";

/** Text and tables of the report. */
export function account(study: Study): Account {
  const points = new Points(study);
  return {
    summary: summary(study),
    tables: [
      dependence(study),
      saturation(study, points),
      collectives(study, points),
      table1(points),
    ],
    parameters: parametersOf(study.options),
    notes: notes(study),
  };
}

function summary(study: Study): string[] {
  const cases = casesOf(study.options).length;
  const seeds = seedsOf(study.options).length;
  return [
    `One 16-port switch under unicast traffic and barriers, and collective operations in fat trees of up to 1024 nodes: ${cases} points, ${seeds} seeds each.`,
    countVerdicts(made(claims(study))),
  ];
}

/** Each verdict under each setting. */
function dependence(study: Study): ReportTable {
  const found = made(claims(study));
  const names = [
    ...new Set(
      found.flatMap(({ variants = [] }) => variants.map(({ name }) => name)),
    ),
  ];
  return {
    caption:
      "Which verdicts rest on what the paper does not state: the verdict under the default and with one parameter changed. Empty: not judged there, as it cannot matter or was not run.",
    columns: ["Claim", "Default", ...names],
    rows: found.map(({ id, verdict, variants = [] }) => [
      id,
      verdict,
      ...names.map(
        (name) =>
          variants.find((variant) => variant.name === name)?.verdict ?? "",
      ),
    ]),
  };
}

const words = (name: string, values: BySeed): string => {
  const { estimate } = cellOf(name, values);
  return estimate === undefined
    ? ""
    : withInterval(estimate.value, [estimate.low, estimate.high]);
};

function saturation(study: Study, points: Points): ReportTable {
  const lengths = lengthsOf(study.options);
  return {
    caption:
      "Throughput at full load under the default, and the layer model (one crossbar layer per virtual channel, slotted, 16 ports).",
    columns: [
      "Virtual channels",
      "Layer model",
      ...lengths.map((length) => `${length} B`),
    ],
    rows: LANES.map((lanes) => [
      String(lanes),
      written(LAYER_MODEL[lanes]!),
      ...lengths.map((packet) =>
        words(
          "throughput",
          points.values(throughputCase("default", lanes, packet), "throughput"),
        ),
      ),
    ]),
  };
}

function collectives(study: Study, points: Points): ReportTable {
  const sizes = sizesOf(study.options);
  return {
    caption: "Times of collectives in ns: simulated, and by LogP.",
    columns: [
      "Operation",
      ...sizes.flatMap((size) => [`${size} nodes`, `LogP ${size}`]),
    ],
    rows: COLLECTIVES.map((collective) => [
      COLLECTIVE_NAMES[collective],
      ...sizes.flatMap((size) => [
        words(
          "time",
          points.values(collectiveCase(collective, size), "collectiveNs"),
        ),
        written(LOGP[collective](size)),
      ]),
    ]),
  };
}

function notes({ options }: Study): string[] {
  return [
    ...(options.quick
      ? [
          `This is the quick study: ${packetsOf(options, 1)} to ${packetsOf(options, 8)} deliveries per run; loads ${loadsOf(options).join(", ")}; lengths ${lengthsOf(options).join(", ")} B (other than 256 B at full load only); settings other than the default with 256 B and for virtual channels only; collectives of ${sizesOf(options).join(", ")} nodes.`,
        ]
      : []),
    "The paper's figures are lost in the text that was at hand, so the numbers of the text are compared, no curves.",
    "Throughput counts bytes of packets without headers, as a fraction of the hosts' links.",
    "The layer model has slots, packets here begin at any time. With packets of one length that makes no difference: one switch of 2 to 64 ports carries the slotted limits either way (tests of switch-hpp).",
    "The interval of barriers is from a process's release to its next entry, so barriers that take longer are also fewer: they cannot pile up. If the paper's interval is from start to start, short intervals look otherwise.",
    "Intervals are per point, not simultaneous: of many points without any difference about one in twenty would show one.",
    "The paper's formula for the latency of a fat tree is read with h = ceil(log8(P/2)) levels: with the logarithm to base 2 that is printed, its own curves would not be constant.",
    "Not simulable, and not judged: area, power, gates, Table 2.",
  ];
}
