import type { Network } from "@fabriclab/network";
import {
  DropCause,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JournalKind,
  PACKET_DROPPABLE,
  type DropFactory,
} from "@fabriclab/spec";
import { hostEndports, row } from "./bench-fabrics.ts";
import type { Finding } from "./check.ts";
import { plainSwitch } from "./plain-switch.ts";
import type { Shot } from "./scripted.ts";
import { benchOf, shot, type Engine } from "./switch-bench.ts";

type Result = Omit<Finding, "where"> | undefined;

/** Causes that a drop policy may give. */
const CAUSES: readonly number[] = [
  DropCause.headLifetime,
  DropCause.switchLifetime,
  DropCause.stalled,
];
/** In ps: longer than a head takes to be routed. */
const ROUTED = 400_000;
const LONG = 1e8;

interface Ends {
  readonly delivered: number[];
  /** Tag and cause. */
  readonly dropped: [tag: number, cause: number][];
}

function watch(network: Network): Ends {
  const ends: Ends = { delivered: [], dropped: [] };
  while (network.now < LONG && !network.idle()) {
    network.run(LONG);
    const { records, count } = network.journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      const tag = records[at + JOURNAL_TAG] ?? -1;
      if (records[at + JOURNAL_KIND] === JournalKind.delivered)
        ends.delivered.push(tag);
      if (records[at + JOURNAL_KIND] === JournalKind.dropped)
        ends.dropped.push([
          tag,
          ((records[at + JOURNAL_CLASS] ?? 0) >> 16) & 15,
        ]);
    }
    network.clearJournal();
  }
  return ends;
}

/** A host sends to another of the same switch, one packet long after the other. */
function alone(drop: DropFactory, engine: Engine | undefined): Ends {
  const fabric = row(1, 2);
  const [from, to] = hostEndports(fabric);
  const shots =
    from === undefined || to === undefined
      ? []
      : Array.from({ length: 10 }, (_, k): Shot => ({
          ...shot(from, to, 100_000 * k, 256, k),
          flags: PACKET_DROPPABLE,
        }));
  return watch(benchOf({ ...plainSwitch, drop }, engine).start(fabric, shots));
}

/** Eight hosts send to a ninth at once, 2048 bytes six times each: a head waits for up to 57 us. */
function crowd(drop: DropFactory, engine: Engine | undefined) {
  const fabric = row(1, 9);
  const hosts = hostEndports(fabric);
  const to = hosts.at(-1);
  const shots =
    to === undefined
      ? []
      : hosts.slice(0, -1).flatMap((from, i) =>
          Array.from({ length: 6 }, (_, k): Shot => ({
            ...shot(from, to, 0, 2048, 6 * i + k),
            flags: PACKET_DROPPABLE,
          })),
        );
  const bench = benchOf({ ...plainSwitch, drop }, engine);
  const network = bench.start(fabric, shots);
  return { ends: watch(network), network, sent: shots.length, bench };
}

export function lostAlone(
  drop: DropFactory,
  engine: Engine | undefined,
): Result {
  const { delivered, dropped } = alone(drop, engine);
  return delivered.length === 10 && dropped.length === 0
    ? undefined
    : {
        what: `of 10 packets that never wait ${delivered.length} arrive and ${dropped.length} are dropped`,
        todo: "drop heads that wait, and no others",
      };
}

export function lostInCrowd(
  drop: DropFactory,
  engine: Engine | undefined,
): Result {
  const { ends, network, sent } = crowd(drop, engine);
  const tags = new Set([
    ...ends.delivered,
    ...ends.dropped.map(([tag]) => tag),
  ]);
  const { injected, delivered, dropped, inFlight } = network.counts;
  if (
    tags.size !== sent ||
    ends.delivered.length + ends.dropped.length !== sent ||
    injected !== delivered + dropped + inFlight ||
    inFlight !== 0
  )
    return {
      what: `of ${sent} packets ${ends.delivered.length} arrive, ${ends.dropped.length} are dropped and ${inFlight} stay`,
      todo: "every packet ends once",
    };
  if (ends.dropped.length === 0)
    return {
      what: "nothing is dropped where heads wait for up to 57 us",
      todo: "give the kit options with a limit below 50 us, or answer a patience in patience()",
    };
  const strange = ends.dropped.find(([, cause]) => !CAUSES.includes(cause));
  return strange === undefined
    ? undefined
    : {
        what: `packet ${strange[0]} is dropped for cause ${strange[1]}`,
        todo: "let dropped() say headLifetime, switchLifetime or stalled",
      };
}

export function notToTheTick(
  drop: DropFactory,
  engine: Engine | undefined,
): Result {
  let wrong: string | undefined;
  const watched: DropFactory = {
    name: drop.name,
    create(queues, tickPs) {
      const own = drop.create(queues, tickPs);
      const due = new Float64Array(queues).fill(Infinity);
      const given = new Float64Array(queues);
      return {
        patience(queue, sl, flags, now, arrived) {
          const ticks = own.patience(queue, sl, flags, now, arrived);
          given[queue] = ticks;
          due[queue] =
            ticks < 0 ? Infinity : now + Math.max(1, Math.ceil(ticks));
          return ticks;
        },
        dropped(queue, now) {
          const at = due[queue] ?? Infinity;
          // A head that is still being routed when its patience is over goes when it has been.
          const routed = (given[queue] ?? 0) * tickPs < ROUTED;
          if (now < at || (now > at && !routed))
            wrong ??= `a head that is due at tick ${at} is dropped at ${now}`;
          return own.dropped(queue, now);
        },
        sent(queue, now) {
          own.sent(queue, now);
        },
      };
    },
  };
  crowd(watched, engine);
  return wrong === undefined
    ? undefined
    : {
        what: wrong,
        todo: "a packet waits as long as its patience, no more and no less",
      };
}
