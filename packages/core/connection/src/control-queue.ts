import type { PacketDraft, Stream } from "@fabriclab/spec";
import type { EndportIx, Lid } from "@fabriclab/units";

/** A packet that is to be born at `at`. */
export interface ControlPacket {
  readonly at: number;
  readonly dlid: Lid;
  readonly tag: number;
  readonly sl: number;
}

/**
 * The stream of control packets of one host, with timers. Needs to be told the time (`Traffic.timers`): neither a packet nor a timer is early.
 */
export class ControlQueue implements Stream {
  readonly source: EndportIx;
  readonly serviceLevels: readonly number[];
  /** Packets drafted so far. */
  drafted = 0;
  readonly #bytes: number;
  /** In the order of their times; the earlier queued first where they tie. */
  readonly #packets: ControlPacket[] = [];
  readonly #timers: { readonly at: number; readonly due: () => void }[] = [];

  constructor(
    source: EndportIx,
    serviceLevels: readonly number[],
    bytes: number,
  ) {
    this.source = source;
    this.serviceLevels = serviceLevels;
    this.#bytes = bytes;
  }

  send(packet: ControlPacket): void {
    insert(this.#packets, packet);
  }

  /** Calls `due` at tick `at`, or when the host is next asked after it. */
  remind(at: number, due: () => void): void {
    insert(this.#timers, { at, due });
  }

  next(draft: PacketDraft): boolean {
    const now = draft.now ?? 0;
    for (
      let timer = this.#timers[0];
      timer !== undefined && timer.at <= now;
      timer = this.#timers[0]
    ) {
      this.#timers.shift();
      timer.due();
    }
    const [packet] = this.#packets;
    if (packet === undefined || packet.at > now) {
      const again = Math.min(
        packet?.at ?? Infinity,
        this.#timers[0]?.at ?? Infinity,
      );
      draft.retryAt = Number.isFinite(again) ? again : -1;
      return false;
    }
    this.#packets.shift();
    this.drafted += 1;
    draft.birth = packet.at;
    draft.dlid = packet.dlid;
    draft.bytes = this.#bytes;
    draft.sl = packet.sl;
    draft.tag = packet.tag;
    draft.flags = 0;
    draft.retryAt = -1;
    return true;
  }
}

function insert<T extends { readonly at: number }>(list: T[], one: T): void {
  let place = list.length;
  while (place > 0 && (list[place - 1]?.at ?? 0) > one.at) place -= 1;
  list.splice(place, 0, one);
}
