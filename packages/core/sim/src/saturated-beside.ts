import type { MetricValue } from "@fabriclab/spec";
import type { Composition } from "./composition.ts";
import type { Drive } from "./drive.ts";
import { withoutTime } from "./ended.ts";
import { entryName } from "./entry-names.ts";
import { isManagement } from "./management-backlog.ts";
import type { Saturation } from "./statistics/saturation.ts";

const BESIDE =
  "saturated beside the finite traffic: more is offered than accepted, so latency grows as long as the run lasts";

/**
 * Withdraws times of traffic that is saturated beside other traffic that is not: beside finite traffic, which is measured whole, or beside endless traffic that
 * is steady. A result of one entry ends in `.traffic<index>`; one of a service level, `.sl<level>`, is of all entries that may use the level, and stays where
 * none of these is saturated: its packets are then those of traffic whose times stay, too.
 *
 * @param saturated indices of entries
 * @param why for who reads the results
 */
export function withoutSaturated(
  { experiment, traffic }: Composition,
  saturated: ReadonlySet<number>,
  why = BESIDE,
): (name: string, value: MetricValue) => MetricValue {
  if (saturated.size === 0) return (_, value) => value;
  const levels = new Set(
    [...saturated].flatMap((index) =>
      traffic[index]!.streams.flatMap(({ serviceLevels }) => serviceLevels),
    ),
  );
  const isOf = (name: string): boolean => {
    const [, kind, number] = /\.(traffic|sl)(\d+)$/.exec(name) ?? [];
    if (kind !== undefined)
      return (kind === "sl" ? levels : saturated).has(Number(number));
    const metric = experiment.metrics.find(({ plugin }) =>
      `${name}.`.startsWith(`${plugin.name}.`),
    )?.plugin;
    if (metric?.closedLoop === true) return false;
    const covers = metric?.covers;
    return covers === undefined
      ? true
      : [...saturated].some((index) => covers(traffic[index]!));
  };
  return (name, value) => (isOf(name) ? withoutTime(value, why) : value);
}

const percent = (share: number): string =>
  `${Number((100 * share).toPrecision(3))} %`;

/** What to say of them: `the endless traffic beside it is saturated: …`; undefined where none is. */
export function saturatedWords(
  drive: Drive,
  saturated: ReadonlyMap<number, Saturation>,
): string | undefined {
  if (saturated.size === 0) return undefined;
  const { composition } = drive;
  const isQueueing = ([index]: readonly [number, Saturation]): boolean =>
    isManagement(composition.traffic[index]!);
  const held = [...saturated].filter((one) => !isQueueing(one));
  const words = queueingWords(
    drive,
    new Map([...saturated].filter(isQueueing)),
  );
  const shares = sharesOf(composition, held).join(", ");
  const all = [
    ...(held.length === 0
      ? []
      : [`the network takes ${shares}, so source queues grow`]),
    ...(words === "" ? [] : [words]),
  ];
  return `the endless traffic beside it is saturated: ${all.join("; ")}${held.length === 0 ? ", so" : " and"} there is no mean latency of it`;
}

/** `15 % of what traffic[1] (poisson) offers`, each. */
export const sharesOf = (
  { experiment }: Composition,
  saturated: Iterable<readonly [number, Saturation]>,
): string[] =>
  [...saturated].map(([index, { accepted, offered }]) => {
    const name = entryName(experiment, index);
    if (accepted?.mean === 0) return `nothing of what ${name} offers`;
    return accepted === undefined || offered === undefined
      ? `less than ${name} offers`
      : `${percent(accepted.mean / offered)} of what ${name} offers`;
  });

/**
 * `the network delivers 15 % of what traffic[0] (control) offers, and the rest queues in it without end, as VL15 has no flow control`, or waits at its hosts where
 * these send less than is born (a slow DMA engine); empty where there is none.
 */
export function queueingWords(
  { composition, management, engine, now }: Drive,
  queueing: ReadonlyMap<number, Saturation>,
): string {
  if (queueing.size === 0) return "";
  const rest =
    management?.waitsAtHosts(now, engine.counts.inFlight) === true
      ? "waits at its hosts, which send less than is born"
      : "queues in it without end, as VL15 has no flow control";
  return `the network delivers ${sharesOf(composition, queueing).join(", ")}, and the rest ${rest}`;
}

/** `the finite traffic is born for too short a time to tell whether the network takes what traffic[1] (poisson) offers`; empty where all is told. */
export function untoldWords(
  { experiment }: Composition,
  untold: readonly number[],
): string {
  const names = untold.map((index) => entryName(experiment, index)).join(", ");
  return names === ""
    ? ""
    : `the finite traffic is born for too short a time to tell whether the network takes what ${names} ${untold.length === 1 ? "offers" : "offer"}`;
}
