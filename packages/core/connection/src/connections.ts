import type {
  DeliveredPacket,
  MetricValue,
  Stream,
  TrafficTablesContext,
} from "@fabriclab/spec";
import type { EndportIx, Lid } from "@fabriclab/units";
import { candidatesOf, returnLid, type Candidate } from "./candidates.ts";
import { ControlQueue } from "./control-queue.ts";
import {
  answerOf,
  kindOf,
  numberOf,
  sharedTag,
  TAG_KIND,
  tagOf,
  unsharedTag,
} from "./control-tags.ts";
import type { ConnectionOptions } from "./params.ts";
import { Reservations } from "./reservations.ts";
import { SetUps } from "./set-ups.ts";

/** A connection that a stream asks for. */
export interface ConnectionRequest {
  readonly source: EndportIx;
  readonly destination: EndportIx;
  /** What it reserves on every channel of its path: its mean rate on the wire, in bytes per second. */
  readonly rate: number;
  /** Tick at which its first probe is born. */
  readonly at: number;
}

/** A connection, from its first probe on. */
export interface Connection {
  /** The LID to send to; undefined while it is being set up, and for good when `refused`. */
  path(): Lid | undefined;
  /** The LID by which packets come back along that path: the complement of its bits. Undefined where nothing is reserved. */
  back(): Lid | undefined;
  /** It gave up: nothing is to be sent. */
  refused(): boolean;
}

/** All connections of one traffic. Methods, not getters: a getter of an object literal gives every object a hidden class of its own, which outlives it. */
export interface Connections {
  open(request: ConnectionRequest): Connection;
  /** The hosts' control packets: streams of the traffic, beside its own. Ask for them when all connections are open. */
  streams(): readonly Stream[];
  /**
   * To be called first in `Traffic.delivered`.
   *
   * @returns endports whose streams may have something now; undefined = it is no control packet
   */
  delivered(packet: DeliveredPacket): readonly EndportIx[] | undefined;
  /** Control packets drafted so far, by all hosts. */
  drafted(): number;
  /** For `Traffic.report`. */
  report(): Record<string, MetricValue>;
}

interface SetUp {
  readonly request: ConnectionRequest;
  readonly number: number;
  readonly candidates: readonly Candidate[];
  /** Index of the candidate that is being tried. */
  trying: number;
  round: number;
  /** Counts probes, so that an answer that comes after its time is known. */
  attempt: number;
  /** Channels held by the present attempt. */
  held: readonly number[] | undefined;
  state: "probing" | "open" | "default" | "refused";
  path: Lid | undefined;
}

/**
 * Connections with reserved paths, for a traffic.
 *
 * A source sends a probe along the path of fewest hops. Where it arrives, every channel of the path is asked for room: the destination answers with an
 * ACK, and the path is held; or with a NACK, and the source tries the next path by hops. The traffic must declare `timers`, pass its deliveries
 * on, and count control packets into its packet sizes; they carry negative tags.
 *
 * @param tags `half`: control packets take every second negative tag, those with an odd -1 - tag, and leave the others to the traffic
 * @throws FabricError never; what cannot be reserved is refused and counted
 */
export function createConnections(
  context: TrafficTablesContext,
  options: ConnectionOptions,
  tags: "all" | "half" = "all",
): Connections {
  const { fabric, tables, tickPs } = context;
  const reservations = new Reservations(
    fabric,
    options.limit,
    overriddenRate(context),
  );
  const counts = new SetUps(tickPs);
  const written = tags === "all" ? (tag: number) => tag : sharedTag;
  const read = tags === "all" ? (tag: number) => tag : unsharedTag;
  const setUps: SetUp[] = [];
  const queues = new Map<EndportIx, ControlQueue>();
  const levels = new Map<EndportIx, Set<number>>();
  const retryTicks = Math.ceil(options.retryDelay / tickPs);
  const timeoutTicks = Math.ceil(options.timeout / tickPs);

  function levelsOf(host: EndportIx): Set<number> {
    let own = levels.get(host);
    if (own === undefined) levels.set(host, (own = new Set()));
    return own;
  }

  function queueOf(host: EndportIx): ControlQueue {
    let queue = queues.get(host);
    if (queue === undefined) {
      const own = [...levelsOf(host)].sort((a, b) => a - b);
      queue = new ControlQueue(host, own, options.probeSize);
      queues.set(host, queue);
    }
    return queue;
  }

  function probe(one: SetUp, at: number): void {
    const { source, destination } = one.request;
    const candidate = one.candidates[one.trying];
    if (candidate === undefined) {
      endOfRound(one, at);
      return;
    }
    one.attempt += 1;
    counts.probes += 1;
    const { attempt } = one;
    const queue = queueOf(source);
    queue.send({
      at,
      dlid: candidate.lid,
      tag: written(tagOf(one.number, attempt, TAG_KIND.probe)),
      sl: tables.pathSl(source, destination),
    });
    queue.remind(at + timeoutTicks, () => {
      if (one.state !== "probing" || one.attempt !== attempt) return;
      counts.timeouts += 1;
      refusedPath(one, at + timeoutTicks);
    });
  }

  /** This path is not to be had: what it holds is free again, and the next one is tried. */
  function refusedPath(one: SetUp, at: number): void {
    if (one.held !== undefined)
      reservations.release(one.held, one.request.rate);
    one.held = undefined;
    one.trying += 1;
    probe(one, at);
  }

  function endOfRound(one: SetUp, at: number): void {
    const { source, destination } = one.request;
    one.round += 1;
    one.trying = 0;
    const again =
      one.candidates.length > 0 &&
      (one.round < options.rounds || options.refused === "wait");
    if (again) {
      counts.retries += 1;
      probe(one, at + retryTicks);
      return;
    }
    const goes = options.refused === "default-path";
    one.state = goes ? "default" : "refused";
    if (goes) one.path = tables.pathLid(source, destination);
  }

  /** The answer to a probe that has come to its destination. */
  function answer(one: SetUp, attempt: number, at: number): EndportIx[] {
    const { source, destination, rate } = one.request;
    const candidate = one.candidates[one.trying];
    if (one.state !== "probing" || !isPresent(one, attempt) || !candidate)
      return [];
    const accepted = reservations.take(candidate.channels, rate);
    if (accepted) one.held = candidate.channels;
    else counts.refusals += 1;
    queueOf(destination).send({
      at,
      dlid: returnLid(tables, destination, source, candidate.value),
      tag: written(
        tagOf(
          one.number,
          attempt,
          accepted ? TAG_KIND.accepted : TAG_KIND.refused,
        ),
      ),
      sl: tables.pathSl(destination, source),
    });
    return [destination];
  }

  /** An answer has come to the source. */
  function answered(one: SetUp, tag: number, at: number): EndportIx[] {
    if (one.state !== "probing" || !isPresent(one, answerOf(tag))) return [];
    if (kindOf(tag) === TAG_KIND.refused) refusedPath(one, at);
    else {
      one.state = "open";
      one.path = one.candidates[one.trying]?.lid;
      counts.opened(at - one.request.at);
    }
    return [one.request.source];
  }

  return {
    open(request) {
      const { source, destination } = request;
      const one: SetUp = {
        request,
        number: setUps.length,
        candidates: candidatesOf(fabric, tables, source, destination),
        trying: 0,
        round: 0,
        attempt: 0,
        held: undefined,
        state: "probing",
        path: undefined,
      };
      setUps.push(one);
      levelsOf(source).add(tables.pathSl(source, destination));
      levelsOf(destination).add(tables.pathSl(destination, source));
      return {
        path: () => one.path,
        back: () =>
          one.state === "open"
            ? returnLid(
                tables,
                destination,
                source,
                one.candidates[one.trying]?.value,
              )
            : undefined,
        refused: () => one.state === "refused",
      };
    },
    streams() {
      for (const host of levels.keys()) queueOf(host);
      for (const one of setUps)
        if (one.attempt === 0 && one.state === "probing")
          probe(one, one.request.at);
      return [...queues.values()];
    },
    delivered({ tag: any, time }) {
      if (any >= 0) return undefined;
      const tag = read(any);
      if (tag === undefined) return undefined;
      const one = setUps[numberOf(tag)];
      if (one === undefined) return [];
      return kindOf(tag) === TAG_KIND.probe
        ? answer(one, answerOf(tag), time)
        : answered(one, tag, time);
    },
    drafted() {
      let sum = 0;
      for (const { drafted } of queues.values()) sum += drafted;
      return sum;
    },
    report: () =>
      counts.report(
        setUps.map(({ state }) => state),
        reservations,
        fabric,
      ),
  };
}

/** Attempts are told apart by a few bits of the tag. */
const isPresent = (one: SetUp, attempt: number): boolean =>
  answerOf(tagOf(0, one.attempt, TAG_KIND.probe)) === attempt;

/** ps per byte of all links where the run says otherwise than the fabric. */
function overriddenRate({
  fabric,
  hosts,
  bytePs,
}: TrafficTablesContext): number | undefined {
  const [host] = hosts;
  if (host === undefined) return undefined;
  const link = fabric.portLink[fabric.endportPort[host] ?? -1] ?? -1;
  const own =
    (fabric.linkBytePsNum[link] ?? 0) / (fabric.linkBytePsDen[link] ?? 1);
  const told = bytePs(host);
  return Math.abs(told - own) <= 1e-9 * told ? undefined : told;
}
