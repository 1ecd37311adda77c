import type {
  DeliveredPacket,
  MetricValue,
  PacketDraft,
  Stream,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { Processor, type Outgoing, type Overheads } from "./processor.ts";
import type { Schedule } from "./schedule.ts";

/** Where a message goes on the wire. */
export interface Address {
  readonly dlid: number;
  readonly sl: number;
}

export interface OperationSpec {
  /** Rank -> host. */
  readonly hosts: readonly EndportIx[];
  readonly schedule: Schedule;
  readonly overheads: Overheads;
  /** @param to rank, or `EVERYBODY` */
  address(from: number, to: number): Address;
  readonly bytes: number;
  readonly repeats: number;
  /** Ticks. */
  readonly start: number;
  readonly interval: number;
  readonly tickPs: number;
}

/** Operations one after another: sends messages when what they wait for was received, and takes the times. */
export class Operations {
  readonly streams: readonly Stream[];
  readonly #of: OperationSpec;
  readonly #rankOf: ReadonlyMap<EndportIx, number>;
  readonly #processors: readonly Processor[];
  readonly #outboxes: readonly Outgoing[][];
  readonly #times: number[] = [];
  #begun = 0;
  #missing = 0;

  constructor(of: OperationSpec) {
    this.#of = of;
    const { hosts, schedule } = of;
    this.#rankOf = new Map(hosts.map((host, rank) => [host, rank]));
    this.#processors = schedule.sends.map(
      (sends) => new Processor(sends, of.overheads),
    );
    this.#outboxes = hosts.map(() => []);
    this.streams = hosts.flatMap((source, rank) => {
      const levels = new Set(
        schedule.sends[rank]?.map(({ to }) => of.address(rank, to).sl),
      );
      return levels.size === 0
        ? []
        : [
            {
              source,
              serviceLevels: [...levels],
              next: (draft: PacketDraft) => this.#next(rank, draft),
            },
          ];
    });
    this.#enter(of.start);
  }

  /** All processors enter an operation. @returns hosts that have something to send */
  #enter(tick: number): EndportIx[] {
    this.#begun = tick;
    this.#missing = this.#of.schedule.deliveries;
    return this.#processors.flatMap((processor, rank) =>
      this.#send(rank, processor.enter(tick)),
    );
  }

  #send(rank: number, outgoing: readonly Outgoing[]): EndportIx[] {
    const host = this.#of.hosts[rank];
    if (outgoing.length === 0 || host === undefined) return [];
    this.#outboxes[rank]?.push(...outgoing);
    return [host];
  }

  #next(rank: number, draft: PacketDraft): boolean {
    draft.retryAt = -1;
    const message = this.#outboxes[rank]?.shift();
    if (message === undefined) return false;
    const { dlid, sl } = this.#of.address(rank, message.to);
    draft.birth = Math.round(message.birth);
    draft.dlid = dlid;
    draft.bytes = this.#of.bytes;
    draft.sl = sl;
    draft.tag = this.#times.length;
    draft.flags = 0;
    return true;
  }

  delivered({ source, destination, time }: DeliveredPacket): EndportIx[] {
    const from = this.#rankOf.get(source);
    const to = this.#rankOf.get(destination);
    // Multicast tables may hand a copy to a host outside the group (a send-only join).
    if (from === undefined || to === undefined) return [];
    const sent = this.#send(to, this.#processors[to]?.arrive(from, time) ?? []);
    this.#missing -= 1;
    if (this.#missing > 0) return sent;
    const end = this.#processors.reduce(
      (latest, { doneAt }) => Math.max(latest, doneAt),
      0,
    );
    this.#times.push(end - this.#begun);
    if (this.#times.length === this.#of.repeats) return sent;
    return [...sent, ...this.#enter(end + this.#of.interval)];
  }

  report(): Record<string, MetricValue> {
    const { repeats, tickPs } = this.#of;
    const times = this.#times.map((ticks) => (ticks * tickPs) / 1000);
    if (times.length < repeats)
      return {
        collective: {
          value: NaN,
          unit: "ns",
          absent: `${times.length} of ${repeats} operations were done`,
        },
      };
    return {
      collective: {
        value: times.reduce((sum, time) => sum + time, 0) / repeats,
        unit: "ns",
        detail: {
          operations: repeats,
          min: times.reduce((a, b) => Math.min(a, b), Infinity),
          max: times.reduce((a, b) => Math.max(a, b), 0),
        },
      },
    };
  }
}
