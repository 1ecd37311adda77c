import type {
  ForwardingTables,
  PacketDraft,
  RandomStream,
  Stream,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

export interface ControlSource {
  readonly source: EndportIx;
  /** Those it may send to, without itself; one = always that. */
  readonly targets: readonly EndportIx[];
  readonly tables: ForwardingTables;
  /** On the wire. */
  readonly bytes: number;
  /** Ticks of its first packet and between packets, not whole. */
  readonly start: number;
  readonly period: number;
  readonly random: RandomStream;
}

/** A management packet per period from one host, on VL15. */
export class ControlStream implements Stream {
  readonly source: EndportIx;
  /** On VL15, service levels choose nothing. */
  readonly serviceLevels = [0];
  readonly management = true;
  readonly #of: ControlSource;
  #packet = 0;

  constructor(of: ControlSource) {
    this.#of = of;
    this.source = of.source;
  }

  next(draft: PacketDraft): boolean {
    const { source, targets, tables, bytes, start, period, random } = this.#of;
    const to =
      targets[targets.length === 1 ? 0 : random.below(targets.length)] ??
      source;
    draft.birth = Math.round(start + this.#packet * period);
    draft.dlid = tables.pathLid(source, to);
    draft.bytes = bytes;
    draft.sl = 0;
    // Tags are words of 32 bits in the journal.
    draft.tag = this.#packet & 0x7fff_ffff;
    draft.flags = 0;
    this.#packet += 1;
    return true;
  }
}
