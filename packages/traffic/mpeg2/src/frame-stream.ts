import type { Connection } from "@fabriclab/connection";
import {
  FabricError,
  PACKET_DROPPABLE,
  type PacketDraft,
  type Stream,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { FrameSequence } from "./frame-sequence.ts";

/** How frames become packets; the same for all streams of a traffic. */
export interface Packetizing {
  readonly mtu: number;
  /** Header bytes of a packet to one host, and to a group. */
  readonly overhead: number;
  readonly groupOverhead: number;
  /** Payload is padded to whole words of 4 bytes. */
  readonly padded: boolean;
}

export interface FrameSource {
  readonly source: EndportIx;
  readonly frames: FrameSequence;
  /** Frames that it sends; Infinity = endless. */
  readonly count: number;
  /** LIDs or MLIDs to which each packet goes, one copy each. Chosen once per stream, so that its packets stay on one path. */
  readonly dlids: readonly number[];
  readonly toGroup: boolean;
  /** Names the path instead of `dlids`, once it is reserved. */
  readonly connection: Connection | undefined;
  readonly sl: number;
  /** Tick of its first frame, not whole. */
  readonly start: number;
  /** Ticks between frames, not whole. */
  readonly period: number;
  /** The packets of a frame are born over the period, not at once. */
  readonly spread: boolean;
  /** Place among the streams of the traffic, and their number: what tags are made of. */
  readonly index: number;
  readonly streams: number;
  readonly packetizing: Packetizing;
}

/** Packets of a frame; a frame has at least one byte. */
export const packetCount = (bytes: number, mtu: number): number =>
  Math.ceil(bytes / mtu);

/** Tags are words of 32 bits in the journal. */
const TOP_TAG = 0x7fff_ffff;

/** A video stream of one host: frame by frame, packet by packet, a copy for each address. */
export class FrameStream implements Stream {
  readonly source: EndportIx;
  readonly serviceLevels: readonly number[];
  readonly #of: FrameSource;
  #frame = -1;
  #packet = 0;
  #packets = 0;
  #lastBytes = 0;
  #fullBytes = 0;
  #copy = 0;
  #droppable = false;
  #drafted = 0;

  constructor(of: FrameSource) {
    this.#of = of;
    this.source = of.source;
    this.serviceLevels = [of.sl];
  }

  /** Packets drafted so far. */
  get drafted(): number {
    return this.#drafted;
  }

  /** It will draft no other packet. */
  get isDone(): boolean {
    const { connection, count } = this.#of;
    const isLast = this.#frame + 1 >= count && this.#packet === this.#packets;
    return isLast || connection?.refused() === true;
  }

  next(draft: PacketDraft): boolean {
    const { dlids, sl, start, period, spread, index, streams } = this.#of;
    const reserved = this.#of.connection?.path();
    const waits = this.#of.connection !== undefined && reserved === undefined;
    if (waits || (this.#packet === this.#packets && !this.#nextFrame())) {
      draft.retryAt = -1;
      return false;
    }
    const frame = this.#frame;
    const packet = this.#packet;
    const last = this.#packets - 1;
    // Why not the birth before plus the period: rounding must not add up.
    draft.birth = Math.round(
      start + (spread ? frame + packet / this.#packets : frame) * period,
    );
    draft.dlid = reserved ?? dlids[this.#copy] ?? 0;
    draft.bytes = packet === last ? this.#lastBytes : this.#fullBytes;
    draft.sl = sl;
    draft.tag = frame * streams + index;
    draft.flags =
      this.#droppable && packet > 0 && packet < last ? PACKET_DROPPABLE : 0;
    this.#drafted += 1;
    this.#copy += 1;
    if (this.#copy === dlids.length) {
      this.#copy = 0;
      this.#packet += 1;
    }
    return true;
  }

  nextRun(draft: PacketDraft): number {
    if (!this.next(draft)) return 0;
    const { dlids, spread, connection } = this.#of;
    if (dlids.length !== 1 || spread || connection !== undefined) return 1;
    // The last packet differs in size, and the first in that it is kept when others may be dropped.
    const like =
      this.#packet === 1 && this.#droppable
        ? 0
        : Math.max(0, this.#packets - 1 - this.#packet);
    this.#packet += like;
    this.#drafted += like;
    return 1 + like;
  }

  #nextFrame(): boolean {
    const { frames, count, packetizing, toGroup, index, streams } = this.#of;
    if (this.#frame + 1 >= count) return false;
    this.#frame += 1;
    if (this.#frame * streams + index > TOP_TAG) throw tooManyFrames(this.#of);
    const { mtu, padded } = packetizing;
    const bytes = frames.bytes(this.#frame);
    const overhead = toGroup ? packetizing.groupOverhead : packetizing.overhead;
    this.#packet = 0;
    this.#packets = packetCount(bytes, mtu);
    const rest = bytes - (this.#packets - 1) * mtu;
    this.#lastBytes = overhead + (padded ? Math.ceil(rest / 4) * 4 : rest);
    this.#fullBytes = overhead + mtu;
    this.#droppable = frames.type(this.#frame) !== "I";
    return true;
  }
}

const tooManyFrames = ({ streams }: FrameSource): FabricError =>
  new FabricError({
    code: "E_MPEG2_FRAMES",
    message: "the frames of this traffic can no longer be numbered",
    where: { path: "frames" },
    got: `more than ${Math.floor(TOP_TAG / streams)} frames of each of ${streams} streams`,
    expected: "numbers of 31 bits for all frames of all streams",
    hint: "run for a shorter time, or with fewer streams",
  });
