import type { LiveRun } from "@fabriclab/sim";
import {
  JOURNAL_BYTES,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  JournalKind,
  type Journal,
} from "@fabriclab/spec";
import type { PacketsView } from "../shared/protocol.ts";

/** Follows the packets of a run one by one: each on each channel it crosses, at its own time. */
export class PacketWatch {
  readonly #run: LiveRun;
  /** Ticks between two looks: a packet stays in every queue for that long. */
  readonly lookTicks: number;
  // Why: what is on the links when the watch begins is seen at the first look.
  #lastTick = Number.NEGATIVE_INFINITY;
  #channel: number[] = [];
  #fromPs: number[] = [];
  #untilPs: number[] = [];
  #source: number[] = [];
  #destination: number[] = [];

  constructor(run: LiveRun) {
    this.#run = run;
    this.lookTicks = Math.max(1, run.shortestHop);
  }

  /** Takes in deliveries: their last links. */
  observe({ records, count, baseTick }: Journal): void {
    const { fabric } = this.#run.composition.experiment;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
      const endport = records[at + JOURNAL_PLACE] ?? -1;
      // A switch's own endport is behind no link.
      if (endport < fabric.switchCount) continue;
      const last = this.#run.lastLink(
        endport,
        records[at + JOURNAL_BYTES] ?? 0,
        baseTick + (records[at + JOURNAL_TIME] ?? 0),
      );
      if (last === undefined) continue;
      const { sent, length } = last;
      const channel = fabric.portPeer[fabric.endportPort[endport] ?? -1] ?? -1;
      this.#add(channel, sent, length, records[at + JOURNAL_SOURCE]!, endport);
    }
  }

  /** Takes in what has entered a channel since the last look. */
  look(): void {
    const { owner } = this.#run.composition.tables.lids;
    for (const one of this.#run.packets())
      if (one.sent > this.#lastTick)
        this.#add(
          one.channel,
          one.sent,
          one.length,
          one.source,
          owner[one.dlid] ?? -1,
        );
    this.#lastTick = this.#nowTick;
  }

  /** What was seen since the last call, and what stands in buffers now. */
  take(): PacketsView {
    const { tables } = this.#run.composition;
    const now = this.#nowTick;
    const held = this.#run
      .packets()
      .filter(
        ({ channel, sent, length }) => channel >= 0 && !(sent + length > now),
      );
    const view = {
      channel: Int32Array.from(this.#channel),
      fromPs: Float64Array.from(this.#fromPs),
      untilPs: Float64Array.from(this.#untilPs),
      source: Int32Array.from(this.#source),
      destination: Int32Array.from(this.#destination),
      held: held.map(({ channel, stage, lane, place, source, dlid }) => ({
        channel,
        isBefore: stage !== "input",
        lane,
        place,
        source,
        destination: tables.lids.owner[dlid] ?? -1,
      })),
    };
    this.#channel = [];
    this.#fromPs = [];
    this.#untilPs = [];
    this.#source = [];
    this.#destination = [];
    return view;
  }

  /** The last tick that was simulated. */
  get #nowTick(): number {
    return Math.round(this.#run.nowPs / this.#run.composition.tickPs) - 1;
  }

  #add(
    channel: number,
    sent: number,
    length: number,
    source: number,
    destination: number,
  ): void {
    const { tickPs } = this.#run.composition;
    if (channel < 0) return;
    this.#channel.push(channel);
    this.#fromPs.push(sent * tickPs);
    this.#untilPs.push((sent + length) * tickPs);
    this.#source.push(source);
    this.#destination.push(destination);
  }
}
