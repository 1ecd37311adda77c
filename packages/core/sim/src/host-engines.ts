import {
  JOURNAL_BYTES,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JournalKind,
  type DmaTime,
  type Journal,
} from "@fabriclab/spec";
import type { Composition } from "./composition.ts";
import { FULL } from "./busiest-link.ts";
import { portName } from "./port-name.ts";

/** Packets of the longest kind in an interval below which nothing is said of it. */
const FEW = 32;

/** Who works hardest, and for what share of the time. */
interface Busiest {
  readonly name: string;
  readonly share: number;
  /** How many others work for nearly all of it, too. */
  readonly othersFull: number;
}

/** Which of the two engines of a host adapter. */
type Side = "sending" | "receiving";

/** What follows where one has no rest. */
const CONSEQUENCE = {
  sending:
    "; if more is born at it than it takes, latency grows for as long as it is",
  receiving:
    "; if more is sent to it than it takes, latency grows for as long as its receive buffers and those before them fill",
} as const;

/**
 * How busy the engines are that empty the receive buffers of hosts (`HcaModel.receive`), or bring packets to their ports (`HcaModel.send`). They may hold a whole
 * network back whose links are half idle.
 */
export class HostEngines {
  readonly #composition: Composition;
  readonly #side: Side;
  /** Word of a record that says at which endport the engine is. */
  readonly #at: number;
  /** Ticks that the engine of each endport had to work for the packets it delivered since {@link forget}. */
  readonly #busy: Float64Array;
  readonly #perPacket: number;
  readonly #perByte: number;
  /** Ticks of an interval below which nothing is said. */
  readonly #least: number;

  private constructor(
    composition: Composition,
    side: Side,
    { elementDelay, bytePs }: DmaTime,
  ) {
    const { tickPs, experiment } = composition;
    this.#composition = composition;
    this.#side = side;
    this.#at = side === "sending" ? JOURNAL_SOURCE : JOURNAL_PLACE;
    this.#busy = new Float64Array(experiment.fabric.endportCount);
    this.#perPacket = elementDelay / tickPs;
    this.#perByte = bytePs.num / bytePs.den / tickPs;
    const longest = composition.traffic.reduce(
      (most, { maxPacketBytes }) => Math.max(most, maxPacketBytes),
      0,
    );
    this.#least = FEW * this.#ticksOf(longest);
  }

  /** Of those that the adapter has. Copies of a multicast say nothing of the engine that sent them as one packet. */
  static of(composition: Composition): HostEngines[] {
    const { receive, send } = composition.hca;
    const all: HostEngines[] = [];
    if (receive !== undefined)
      all.push(new HostEngines(composition, "receiving", receive));
    if (send !== undefined && composition.groups.length === 0)
      all.push(new HostEngines(composition, "sending", send));
    return all;
  }

  forget(): void {
    this.#busy.fill(0);
  }

  observe({ records, count }: Journal): void {
    const end = count * JOURNAL_STRIDE;
    for (let at = 0; at < end; at += JOURNAL_STRIDE) {
      if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
      this.#busy[records[at + this.#at]!]! += this.#ticksOf(
        records[at + JOURNAL_BYTES]!,
      );
    }
  }

  /** A packet takes the engine a tick at least. */
  #ticksOf(bytes: number): number {
    return Math.max(1, this.#perPacket + this.#perByte * bytes);
  }

  /** @param ticks since {@link forget} */
  #busiest(ticks: number): Busiest | undefined {
    const busiest = this.#busy.reduce(
      (best, busy, endport) => (busy > this.#busy[best]! ? endport : best),
      0,
    );
    const most = this.#busy[busiest] ?? 0;
    if (most === 0 || ticks < this.#least) return undefined;
    const { fabric } = this.#composition.experiment;
    const full = this.#busy.filter((busy) => busy > FULL * ticks).length;
    return {
      name: portName(fabric, fabric.endportPort[busiest] ?? 0),
      share: most / ticks,
      othersFull: Math.max(0, full - 1),
    };
  }

  /** Share of the time that the busiest of them works; 0 where nothing is said of any. @param ticks since {@link forget} */
  share = (ticks: number): number => this.#busiest(ticks)?.share ?? 0;

  /**
   * What is to be said of them at the end of a run.
   *
   * @param ticks of the measured interval
   * @param always of receiving sides: also where none works for nearly all of the time
   * @returns a sentence, or nothing
   */
  words(ticks: number, always: boolean): string {
    const busiest = this.#busiest(ticks);
    const told = always && this.#side === "receiving";
    if (busiest === undefined || (!told && busiest.share <= FULL)) return "";
    const { name, share, othersFull } = busiest;
    // The last packet counts whole when the engine takes it.
    const percent = Number((100 * Math.min(1, share)).toPrecision(3));
    const others =
      othersFull === 0
        ? ""
        : `, and ${othersFull} more ${othersFull === 1 ? "is" : "are"} for over ${100 * FULL} % of it`;
    const consequence = always || share <= FULL ? "" : CONSEQUENCE[this.#side];
    return `The busiest ${this.#side} side, ${name}, is busy ${percent} % of the time${others}${consequence}.`;
  }
}
