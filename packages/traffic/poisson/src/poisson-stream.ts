import {
  destinationOf,
  type ForwardingTables,
  type PacketDraft,
  type PathChooser,
  type Pattern,
  type RandomStream,
  type ServiceLevelChoice,
  type Stream,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { MessageSize } from "./message-sizes.ts";

export interface PoissonSource {
  readonly hosts: readonly EndportIx[];
  /** Place of the source in `hosts`. */
  readonly index: number;
  readonly tables: ForwardingTables;
  readonly pattern: Pattern;
  readonly random: RandomStream;
  readonly sizes: readonly MessageSize[];
  /** Mean time between messages, in ticks; not whole. */
  readonly meanTicks: number;
  readonly serviceLevels: readonly number[];
  /** Absent = the routing's service level of the pair. */
  readonly chooseLevel: ServiceLevelChoice | undefined;
  /** The DLID of every message. */
  readonly path: PathChooser;
  /** Of every packet: what drop policies may ask. */
  readonly flags: number;
}

/** A Poisson process of messages at one host. A message's packets are born together and leave back to back. */
export class PoissonStream implements Stream {
  readonly source: EndportIx;
  readonly serviceLevels: readonly number[];
  readonly #from: PoissonSource;
  /** Exact birth of the current message: only what is handed out is rounded to a tick, so that rounding never adds up. */
  #clock = 0;
  #packets: readonly number[] = [];
  #sent = 0;
  #birth = 0;
  #dlid = 0;
  #sl = 0;
  #message = -1;

  constructor(from: PoissonSource) {
    this.#from = from;
    this.source = from.hosts[from.index]!;
    this.serviceLevels = from.serviceLevels;
  }

  next(draft: PacketDraft): boolean {
    if (this.#sent === this.#packets.length && !this.#nextMessage()) {
      draft.retryAt = -1;
      return false;
    }
    draft.birth = this.#birth;
    draft.dlid = this.#dlid;
    draft.bytes = this.#packets[this.#sent++]!;
    draft.sl = this.#sl;
    draft.tag = this.#message;
    draft.flags = this.#from.flags;
    return true;
  }

  #nextMessage(): boolean {
    const {
      hosts,
      index,
      pattern,
      random,
      tables,
      meanTicks,
      chooseLevel,
      path,
    } = this.#from;
    this.#clock += random.exponential() * meanTicks;
    this.#packets = this.#pickSize();
    const destination = destinationOf(hosts, pattern, index, random);
    if (destination === undefined) {
      this.#packets = [];
      this.#sent = 0;
      return false;
    }
    this.#sent = 0;
    this.#birth = Math.round(this.#clock);
    this.#dlid = path(this.source, destination);
    this.#sl =
      chooseLevel === undefined
        ? tables.pathSl(this.source, destination)
        : chooseLevel(this.#dlid);
    // Tags are words of 32 bits in the journal.
    this.#message = (this.#message + 1) & 0x7fff_ffff;
    return true;
  }

  #pickSize(): readonly number[] {
    const { sizes, random } = this.#from;
    if (sizes.length === 1) return sizes[0]!.packets;
    let last: readonly number[] = [];
    let left = random.uniform();
    for (const { weight, packets } of sizes) {
      last = packets;
      left -= weight;
      if (left < 0) break;
    }
    return last;
  }
}
