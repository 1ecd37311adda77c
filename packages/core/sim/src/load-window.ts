import {
  JOURNAL_BIRTH,
  JOURNAL_BYTES,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  JournalKind,
  type Journal,
} from "@fabriclab/spec";
import type { LoadWindow } from "./statistics/saturation.ts";

/** Sums over the journal of a stretch of simulated time: all that the rules for warm-up, stopping and saturation look at. */
export class JournalSums implements LoadWindow {
  /** Ticks that it spans. */
  ticks = 0;
  /** Copies delivered. */
  delivered = 0;
  /** Sum of their latencies, birth to last bit, in ticks. */
  latency = 0;
  injectedPackets = 0;
  injectedBytes = 0;
  sourceWait = 0;

  observe(journal: Journal): void {
    const { records, count } = journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      const kind = records[at + JOURNAL_KIND];
      const age =
        (records[at + JOURNAL_TIME] ?? 0) - (records[at + JOURNAL_BIRTH] ?? 0);
      if (kind === JournalKind.delivered) {
        this.delivered += 1;
        this.latency += age;
      } else if (kind === JournalKind.injected) {
        this.injectedPackets += 1;
        this.injectedBytes += records[at + JOURNAL_BYTES] ?? 0;
        this.sourceWait += age;
      }
    }
  }

  /** Adds a window that follows. */
  add(later: JournalSums): this {
    this.ticks += later.ticks;
    this.delivered += later.delivered;
    this.latency += later.latency;
    this.injectedPackets += later.injectedPackets;
    this.injectedBytes += later.injectedBytes;
    this.sourceWait += later.sourceWait;
    return this;
  }
}

/** What a run as a whole wants to know of its journal. */
export class RunSums {
  delivered = 0;
  /** Deliveries and drops per traffic, by the journal's traffic index. */
  readonly settled: number[] = [];
  /** Tick of the last delivery so far, -1 before the first. */
  lastDelivery = -1;

  observe(journal: Journal): void {
    const { records, count, baseTick } = journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      const kind = records[at + JOURNAL_KIND];
      if (kind === JournalKind.injected) continue;
      const traffic = ((records[at + JOURNAL_CLASS] ?? 0) >> 8) & 0xff;
      this.settled[traffic] = (this.settled[traffic] ?? 0) + 1;
      if (kind !== JournalKind.delivered) continue;
      this.delivered += 1;
      const time = baseTick + (records[at + JOURNAL_TIME] ?? 0);
      if (time > this.lastDelivery) this.lastDelivery = time;
    }
  }
}
