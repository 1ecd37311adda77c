import { figures, type ReportTable } from "@fabriclab/experiment-report";
import { made, type Account, type Study } from "../reproduction.ts";
import { countVerdicts } from "../verdicts/method.ts";
import { caseOf, mixLabel, percentText, type Case } from "./case.ts";
import {
  casesOf,
  framesOf,
  loadsOf,
  MIXES,
  loads30Of,
  multicastLoadsOf,
  POLICIES,
  policyLoadsOf,
  POLICY_REPLICATION,
  REPLICATIONS,
  rootsOf,
  schemes30Of,
  schemesOf,
  seedsOf,
  viewsOf,
} from "./cases.ts";
import { claims, VIEW_NAMES } from "./claims/claims.ts";
import { REDUCTION_NOTE } from "./claims/rules.ts";
import { datagramPortsTable, datagramPortsWords } from "./datagram-ports.ts";
import { exampleTables } from "./example-tables.ts";
import { MULTICAST_NAMES } from "./multicast-figures.ts";
import { parametersOf } from "./parameters.ts";
import { Points } from "./points.ts";
import { isStable, LATENCIES, SETTLED } from "./record.ts";
import { nodesOf } from "./run/describe.ts";
import { SCHEMES } from "./schemes.ts";
import { deciding, sensitivityTables } from "./sensitivity.ts";

/** Text and tables of the report. */
export function account(study: Study): Account {
  const points = new Points(study);
  return {
    summary: summary(study, points),
    tables: [
      conditionTable(points, study),
      conditionTable30(points, study),
      policyTable(points, study),
      ...sensitivityTables(points, study),
      datagramPortsTable(points, study),
      ...exampleTables(),
    ],
    parameters: parametersOf(study.options),
    notes: notes(study),
  };
}

function summary(study: Study, points: Points): string[] {
  const cases = casesOf(study.options);
  const seeds = seedsOf(study.options).length;
  const stuck = cases
    .flatMap((point) => points.records(point))
    .filter(({ status }) => status === "deadlocked").length;
  return [
    `Seven routing schemes, Autonet's up*/down* beside them, and five ways of multicast, under MPEG-2 video, best-effort and control traffic: ${cases.length * seeds} runs, ${seeds} seeds for each of ${cases.length} points, ${framesOf(study.options)} frames per video stream. For one seed all schemes have the same fabric and the same traffic.`,
    `${countVerdicts(made(claims(study)))} The verdicts are those on random fabrics; fig6like follows in each row where it was run.`,
    stuck === 0
      ? "No run deadlocked."
      : `${stuck} of ${cases.length * seeds} runs deadlocked: their points are marked and have no number.`,
    deciding(points, study),
    datagramPortsWords(points, study),
  ];
}

/** A row for every curve: deadlocks, saturation and drops, load by load. */
function conditionTable(points: Points, study: Study): ReportTable {
  const loads = [
    ...new Set([...loadsOf(study.options), ...multicastLoadsOf(study.options)]),
  ].sort((a, b) => a - b);
  const rows: string[][] = [];
  for (const topology of viewsOf(study.options))
    for (const realTime of MIXES)
      for (const scheme of schemesOf(study.options, realTime))
        rows.push([
          VIEW_NAMES[topology],
          mixLabel(realTime),
          SCHEMES[scheme].label,
          ...loads.map((load) =>
            condition(
              points,
              study,
              caseOf({ topology, realTime, scheme, load }),
            ),
          ),
        ]);
  for (const multicast of REPLICATIONS)
    rows.push([
      VIEW_NAMES["random-15"],
      mixLabel(0.7),
      `multicast: ${MULTICAST_NAMES[multicast]}`,
      ...loads.map((load) =>
        multicastLoadsOf(study.options).includes(load)
          ? condition(points, study, caseOf({ multicast, load }))
          : "",
      ),
    ]);
  return {
    caption: `State of the runs by load: runs that deadlocked; classes (C control, R real-time, B best-effort) that are saturated in some run, which means that less than ${percentText(SETTLED)} of their packets were delivered or dropped when the video ended, and more than a packet per host was not, so that their latency grows with the length of the run; and the share of best-effort packets dropped. “ok”: nothing of that.`,
    columns: ["Fabric", "Mix", "Scheme", ...loads.map(percentText)],
    rows,
  };
}

/** The same for 30 nodes, which have loads of their own. */
function conditionTable30(points: Points, study: Study): ReportTable {
  const loads = loads30Of(study.options);
  return {
    caption: "The same on 30 nodes.",
    columns: ["Fabric", "Mix", "Scheme", ...loads.map(percentText)],
    rows: schemes30Of(study.options).map((scheme) => [
      VIEW_NAMES["random-30"],
      mixLabel(0.7),
      SCHEMES[scheme].label,
      ...loads.map((load) =>
        condition(
          points,
          study,
          caseOf({ topology: "random-30", scheme, load }),
        ),
      ),
    ]),
  };
}

/** The same for the bandwidth policies. */
function policyTable(points: Points, study: Study): ReportTable {
  const loads = policyLoadsOf(study.options);
  return {
    caption: `The same for the bandwidth policies, multicast: ${MULTICAST_NAMES[POLICY_REPLICATION]}.`,
    columns: ["Policy", ...loads.map(percentText)],
    rows: POLICIES.map((policy) => [
      String(policy),
      ...loads.map((load) =>
        condition(
          points,
          study,
          caseOf({ multicast: POLICY_REPLICATION, policy, load }),
        ),
      ),
    ]),
  };
}

const INITIALS = { control: "C", realTime: "R", bestEffort: "B" } as const;

function condition(points: Points, study: Study, point: Case): string {
  const run = new Set(casesOf(study.options).map((one) => JSON.stringify(one)));
  const roots = rootsOf(point).filter((one) => run.has(JSON.stringify(one)));
  if (roots.length === 0) return "";
  const records = roots.flatMap((one) => points.records(one));
  const stuck = records.filter(({ status }) => status === "deadlocked").length;
  const going = records.filter(({ status }) => status === "finished");
  const saturated = LATENCIES.filter((name) =>
    going.some((record) => !isStable(record, name, nodesOf(point.topology))),
  ).map((name) => INITIALS[name]);
  const dropped = going.reduce(
    (sum, { bestEffort }) => sum + bestEffort.dropped,
    0,
  );
  const born = going.reduce(
    (sum, { bestEffort }) => sum + bestEffort.dropped + bestEffort.delivered,
    0,
  );
  const words = [
    ...(stuck > 0 ? [`deadlock ${stuck}/${records.length}`] : []),
    ...(saturated.length > 0 ? [`saturated ${saturated.join("")}`] : []),
    ...(dropped > 0 ? [`dropped ${figures((100 * dropped) / born)} %`] : []),
  ];
  return words.length === 0 ? "ok" : words.join("; ");
}

function notes({ options }: Study): string[] {
  return [
    ...(options.quick
      ? [
          `This is the quick study: ${framesOf(options)} frames per stream instead of 300; loads ${loadsOf(options).map(percentText).join(" and ")} (30 nodes: 20 and 28 %, three schemes; 30:70: 60 %; multicast: 20 and 60 %); random fabrics only; Up/Down with 70:30 at 60 % only; of the lost parameters the mix and the ports of unreliable datagrams are varied for all schemes, buffer, host adapter, HLL and payload with two values each and dropping only.`,
        ]
      : []),
    "The paper's figures are lost in the text that was at hand, so orders, trends and the percentages of the text are compared, no curves.",
    REDUCTION_NOTE,
    "Intervals are per point, not simultaneous: of many points without any difference about one in twenty would show one.",
    "A run is measured whole, from the first frame to the last: there is no warm-up to leave out, as queues fill within milliseconds where they are stable, and never where they are not.",
    "A deadlock is found by the watchdog, which follows the cycle of buffers, on whichever lane; its run ends there, though video may still pass by a cycle of best-effort packets. Without dropping nothing resolves it, in the paper's switches as little as here.",
    "fig6like has a waist of two links between its halves: at most half the links' rate of uniform traffic passes it by any routing, a quarter by one path. SPF closes no cycle on it.",
    "On 30 nodes and 46 links there are 17 independent cycles; LIDs name the values of at most nine bits for 30 hosts, so nine cycles get bits there.",
  ];
}
