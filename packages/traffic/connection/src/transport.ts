import { ControlQueue, createConnections } from "@fabriclab/connection";
import {
  destinationOf,
  endportName,
  FabricError,
  offeredBySenders,
  type DeliveredPacket,
  type MetricValue,
  type Options,
  type Pattern,
  type Traffic,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import type { Bytes, EndportIx, Lid } from "@fabriclab/units";
import { failedConnections } from "./failed-connections.ts";
import { heldBack } from "./held-back.ts";
import { MessageStream, type Ends } from "./message-stream.ts";
import type { params } from "./params.ts";
import { pathPair } from "./path-pair.ts";
import { Receiver } from "./receiver.ts";
import { TransportRecord } from "./record.ts";
import { Sender } from "./sender.ts";
import { withoutAlternate } from "./without-alternate.ts";

/** Tags are words of 31 bits; an answer needs one of them for itself, and one tells it from a probe. */
const TOP_TAG = 0x1fff_ffff;

/**
 * Reliable connections between hosts, one from each host to the destination that the pattern names.
 *
 * @throws FabricError E_CONNECTION_NO_PATTERN, E_CONNECTION_MESSAGES (messages can no longer be numbered)
 */
export function createTransport(
  context: TrafficTablesContext,
  options: Options<typeof params>,
  pattern: Pattern | undefined,
): Traffic {
  if (pattern === undefined)
    throw new FabricError({
      code: "E_CONNECTION_NO_PATTERN",
      message: "connections need a pattern that says who has one to whom",
      where: { path: "pattern" },
      got: "none",
      expected: "a pattern such as uniform",
    });
  const { hosts, fabric, tables, tickPs } = context;
  const ticks = (ps: number): number => Math.ceil(ps / tickPs);
  const record = new TransportRecord();
  const pairs = hosts.flatMap((source, index) => {
    const random = context.random(`connection/${endportName(fabric, source)}`);
    const destination = destinationOf(hosts, pattern, index, random);
    return destination === undefined ? [] : [{ source, destination }];
  });
  const connections =
    options.probe === undefined
      ? undefined
      : createConnections(context, options.probe, "half");
  const ends = pairs.map(({ source, destination }): Ends => {
    const timing = {
      start: options.start / tickPs,
      interval:
        (options.size * context.bytePs(source)) / (options.load * tickPs),
      messages: options.messages ?? Infinity,
      window: options.window,
      timeout: ticks(options.timeout),
      retries: options.retries === "unlimited" ? Infinity : options.retries,
      migrates: options.migration === "armed",
      migrateAfter: options.migrateAfter,
      rearm: ticks(options.rearm),
    };
    const lidsOf = (from: EndportIx, to: EndportIx, primary?: Lid) => {
      const pair = pathPair(fabric, tables, from, to, primary);
      return [pair.primary, pair.alternate ?? pair.primary] as const;
    };
    const lids = lidsOf(source, destination);
    const reserved = connections?.open({
      source,
      destination,
      rate: (options.load * 1e12) / context.bytePs(source),
      at: Math.round(options.start / tickPs),
    });
    const of: Ends = {
      source,
      destination,
      sender: new Sender(timing, lids[0] !== lids[1]),
      receiver: new Receiver(),
      lids,
      answerLids: lidsOf(destination, source),
      waiting: undefined,
      refused: () => reserved?.refused() === true,
      again: -1,
      againSince: 0,
    };
    if (reserved !== undefined)
      of.waiting = () => {
        const path = reserved.path();
        if (path === undefined) return true;
        of.lids = lidsOf(source, destination, path);
        of.answerLids = lidsOf(destination, source, reserved.back());
        of.sender.rerouted(of.lids[0] !== of.lids[1]);
        return false;
      };
    return of;
  });
  const tagOf = (connection: number, number: number): number => {
    const tag = number * ends.length + connection;
    if (tag <= TOP_TAG) return tag;
    throw new FabricError({
      code: "E_CONNECTION_MESSAGES",
      message: "the messages of this traffic can no longer be numbered",
      got: `more than ${number} messages on each of ${ends.length} connections`,
      expected: "numbers of 29 bits for all messages of all connections",
      hint: "run for a shorter time, or with fewer connections",
    });
  };
  const streams = ends.map(
    (of, connection) =>
      new MessageStream(
        of,
        tables.pathSl(of.source, of.destination),
        options.size,
        (number) => tagOf(connection, number),
      ),
  );
  const answers = new Map<EndportIx, ControlQueue>();
  for (const { destination } of ends) {
    if (answers.has(destination)) continue;
    const levels = ends
      .filter((of) => of.destination === destination)
      .map(({ source }) => tables.pathSl(destination, source));
    answers.set(
      destination,
      new ControlQueue(destination, [...new Set(levels)], options.ackSize),
    );
  }

  /** A message has come to its receiver. */
  function arrived(of: Ends, connection: number, packet: DeliveredPacket) {
    const { receiver, sender, source, destination } = of;
    const number = Math.floor(packet.tag / ends.length);
    const { isNew, isNak } = receiver.arrived(number);
    if (isNew) {
      record.delivered(packet.time - sender.due(number));
      if (of.again === number) {
        record.recovered(packet.time - of.againSince);
        of.again = -1;
      }
    }
    answers.get(destination)?.send({
      at: packet.time,
      dlid: of.answerLids[sender.path] ?? of.answerLids[0],
      tag: answerTag(tagOf(connection, receiver.expected), isNak),
      sl: tables.pathSl(destination, source),
    });
    return [destination];
  }

  const sizes = [
    options.size,
    options.ackSize,
    ...(options.probe === undefined ? [] : [options.probe.probeSize]),
  ];
  const senders = new Set(ends.map(({ source }) => source));
  return {
    streams: [
      ...streams,
      ...answers.values(),
      ...(connections?.streams() ?? []),
    ],
    finite: options.messages !== undefined,
    droppable: false,
    timers: true,
    maxPacketBytes: Math.max(...sizes) as Bytes,
    minPacketBytes: Math.min(...sizes) as Bytes,
    ...(options.messages === undefined
      ? {
          offeredLoad: offeredBySenders(options.load, [...senders], context),
          answersPerByte: options.ackSize / options.size,
          ...(options.start > 0
            ? { begins: ends.map(() => options.start / tickPs) }
            : {}),
        }
      : {
          done: () =>
            ends.every(
              ({ sender, refused }) =>
                sender.isDone || sender.failed || refused(),
            ),
          progress: () =>
            ends.reduce((sum, { sender }) => sum + sender.acknowledgedCount, 0),
        }),
    delivered(packet) {
      const control = connections?.delivered(packet);
      if (control !== undefined) return control;
      const { tag, time } = packet;
      if (tag >= 0) {
        const connection = tag % ends.length;
        const of = ends[connection];
        return of === undefined ? [] : arrived(of, connection, packet);
      }
      const { word, isNak } = answerIn(tag);
      const connection = word % ends.length;
      const of = ends[connection];
      if (of === undefined) return [];
      const expected = Math.floor(word / ends.length);
      of.sender.acknowledged(expected, isNak, time);
      streams[connection]?.forget(expected);
      return [of.source];
    },
    report: () => ({
      ...connections?.report(),
      ...report(
        ends,
        record,
        tickPs,
        options.migration === "armed"
          ? withoutAlternate(fabric, ends.filter(isAlone), ends.length)
          : undefined,
        heldBack(fabric, ends, options),
      ),
      "transport.failed": failedConnections(
        fabric,
        ends,
        options.messages ?? Infinity,
      ),
    }),
  };
}

/** An ACK or NAK is an even word below zero: the odd ones are the probes'. */
const answerTag = (word: number, isNak: boolean): number =>
  -1 - (word * 2 + (isNak ? 1 : 0)) * 2;

const answerIn = (tag: number): { word: number; isNak: boolean } => {
  const both = (-1 - tag) / 2;
  return { word: Math.floor(both / 2), isNak: both % 2 === 1 };
};

/** Whether it has one path only. */
const isAlone = ({ lids }: Ends): boolean => lids[0] === lids[1];

function report(
  ends: readonly Ends[],
  record: TransportRecord,
  tickPs: number,
  note: string | undefined,
  slow: string | undefined,
): Record<string, MetricValue> {
  const sum = (of: (one: Ends) => number): number =>
    ends.reduce((total, one) => total + of(one), 0);
  return {
    "transport.messages": {
      value: sum(({ receiver }) => receiver.counts.delivered),
      unit: "messages",
      detail: {
        connections: ends.length,
        "without alternate": ends.filter(isAlone).length,
        duplicates: sum(({ receiver }) => receiver.counts.duplicates),
        "out of sequence": sum(({ receiver }) => receiver.counts.outOfSequence),
      },
      ...(note === undefined ? {} : { note }),
    },
    "transport.resent": {
      value: sum(({ sender }) => sender.counts.resent),
      unit: "packets",
      detail: {
        timeouts: sum(({ sender }) => sender.counts.timeouts),
        NAKs: sum(({ sender }) => sender.counts.naks),
        migrations: sum(({ sender }) => sender.counts.migrations),
      },
    },
    ...withNote(record.values(tickPs), "transport.latency", slow),
  };
}

/** The values, with a note to that of `name`. */
const withNote = (
  values: Record<string, MetricValue>,
  name: string,
  note: string | undefined,
): Record<string, MetricValue> => {
  const value = values[name];
  return value === undefined || note === undefined
    ? values
    : { ...values, [name]: { ...value, note } };
};
