import { column, type Column } from "./column.ts";

/** Columns before those of the factors. */
export const first = (experiment: string): Column[] => [
  column(
    "experiment",
    "STRING",
    "",
    "Name of the scenario.",
    "run",
    () => experiment,
  ),
  column(
    "point",
    "INT32",
    "",
    "Number of the combination of factors; its runs differ in the seed.",
    "run",
    (run) => run.point,
  ),
  column(
    "seed",
    "INT64",
    "",
    "Seed of the run's random streams.",
    "run",
    (run) => run.seed,
  ),
  column(
    "stage",
    "STRING",
    "",
    "design: asked for; saturation: added by the search for the saturation load; saturation x16: likewise, of runs that may be 16 times as long as the scenario says.",
    "run",
    (run) => run.stage,
  ),
];

/** Columns between those of the factors and the metrics. */
export const outcome: readonly Column[] = [
  column(
    "status",
    "STRING",
    "",
    "finished, converged, saturated, limit, deadlocked or failed.",
    "outcome",
    (run) => run.status,
  ),
  column(
    "verdict",
    "STRING",
    "",
    "How the run ended, in a sentence.",
    "outcome",
    (run) => run.verdict,
  ),
  column(
    "saturated",
    "STRING",
    "",
    "Endless traffic of which the network takes less than it offers, in a run that is not saturated as a whole.",
    "outcome",
    (run) => run.saturated,
  ),
  column(
    "error",
    "STRING",
    "",
    "Why a run failed.",
    "outcome",
    (run) => run.error,
  ),
  column(
    "confidence",
    "DOUBLE",
    "",
    "Level of the intervals: within the run, and over the runs of its point.",
    "outcome",
    (run) => run.confidence,
  ),
  column(
    "simulated_ps",
    "DOUBLE",
    "ps",
    "End of simulated time.",
    "outcome",
    (run) => run.simulatedPs,
  ),
  column(
    "warmup_ps",
    "DOUBLE",
    "ps",
    "Where the measured interval starts.",
    "outcome",
    (run) => run.warmupPs,
  ),
  column(
    "packets_injected",
    "INT64",
    "packets",
    "Packets that entered the network.",
    "outcome",
    (run) => run.packets?.injected,
  ),
  column(
    "packets_delivered",
    "INT64",
    "packets",
    "Copies delivered; a multicast packet counts once per member.",
    "outcome",
    (run) => run.packets?.delivered,
  ),
  column(
    "packets_dropped",
    "INT64",
    "packets",
    "Copies dropped.",
    "outcome",
    (run) => run.packets?.dropped,
  ),
  column(
    "packets_in_flight",
    "INT64",
    "packets",
    "Packets under way at the end.",
    "outcome",
    (run) => run.packets?.inFlight,
  ),
  column(
    "events",
    "INT64",
    "events",
    "Events that the engine handled.",
    "outcome",
    (run) => run.events,
  ),
  column(
    "packet_hops",
    "INT64",
    "packet-hops",
    "Channels that packets crossed.",
    "outcome",
    (run) => run.packetHops,
  ),
];

/** Columns after those of the metrics. */
export const last: readonly Column[] = [
  column(
    "key",
    "STRING",
    "",
    "SHA-256 of everything that the result depends on: experiment, seed, code.",
    "run",
    (run) => run.key,
  ),
];

/** Names of the columns that every file has; a factor of such a name needs another column. */
export const fixedColumns: readonly string[] = [
  ...first(""),
  ...outcome,
  ...last,
].map(({ name }) => name);
