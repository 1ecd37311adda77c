import type { Connection } from "@fabriclab/connection";
import {
  FabricError,
  PACKET_DROPPABLE,
  type PacketDraft,
  type Stream,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { FrameSequence } from "./frame-sequence.ts";

/** How frames become packets. */
export interface Packetizing {
  readonly mtu: number;
  /** Header bytes of a packet to one host, and to a group. */
  readonly overhead: number;
  readonly groupOverhead: number;
  /** Payload is padded to whole words of 4 bytes. */
  readonly padded: boolean;
}

/** What is the same for all streams of a traffic. Why apart: when a stream's next frame is due, nothing of the stream is in a cache any more, but this is. */
export interface FramePlan extends Packetizing {
  /** Frames that each stream sends; Infinity = endless. */
  readonly count: number;
  /** Ticks between frames, not whole. */
  readonly period: number;
  /** The packets of a frame are born over the period, not at once. */
  readonly spread: boolean;
  /** Number of streams: tags are made of a stream's index and its frame. */
  readonly streams: number;
}

export interface FrameSource {
  readonly source: EndportIx;
  readonly frames: FrameSequence;
  /** LIDs or MLIDs to which each packet goes, one copy each. Chosen once per stream, so that its packets stay on one path. */
  readonly dlids: readonly number[];
  readonly toGroup: boolean;
  /** Names the path instead of `dlids`, once it is reserved. */
  readonly connection: Connection | undefined;
  readonly sl: number;
  /** Tick of its first frame, not whole. */
  readonly start: number;
  /** Place among the streams of the traffic. */
  readonly index: number;
}

/** Packets of a frame; a frame has at least one byte. */
export const packetCount = (bytes: number, mtu: number): number =>
  Math.ceil(bytes / mtu);

/** Tags are words of 32 bits in the journal. */
const TOP_TAG = 0x7fff_ffff;

/** @throws FabricError `E_MPEG2_FRAMES` where so many frames of each stream cannot be numbered */
export function checkFrames(frames: number, streams: number): void {
  if (frames * streams - 1 > TOP_TAG) throw tooManyFrames(streams);
}

/** A video stream of one host: frame by frame, packet by packet, a copy for each address. */
export class FrameStream implements Stream {
  readonly source: EndportIx;
  readonly serviceLevels: readonly number[];
  readonly #plan: FramePlan;
  readonly #frames: FrameSequence;
  readonly #dlids: readonly number[];
  /** Of the first copy. */
  readonly #dlid: number;
  readonly #copies: number;
  readonly #connection: Connection | undefined;
  readonly #sl: number;
  readonly #start: number;
  readonly #index: number;
  readonly #overhead: number;
  #frame = -1;
  #packet = 0;
  #packets = 0;
  #lastBytes = 0;
  #fullBytes = 0;
  #copy = 0;
  #droppable = false;
  #drafted = 0;

  constructor(plan: FramePlan, of: FrameSource) {
    this.#plan = plan;
    this.#frames = of.frames;
    this.#dlids = of.dlids;
    this.#dlid = of.dlids[0] ?? 0;
    this.#copies = of.dlids.length;
    this.#connection = of.connection;
    this.#sl = of.sl;
    this.#start = of.start;
    this.#index = of.index;
    this.#overhead = of.toGroup ? plan.groupOverhead : plan.overhead;
    this.source = of.source;
    this.serviceLevels = [of.sl];
  }

  /** Packets drafted so far. */
  get drafted(): number {
    return this.#drafted;
  }

  /** It will draft no other packet. */
  get isDone(): boolean {
    const isLast =
      this.#frame + 1 >= this.#plan.count && this.#packet === this.#packets;
    return isLast || this.#connection?.refused() === true;
  }

  next(draft: PacketDraft): boolean {
    const connection = this.#connection;
    const reserved = connection?.path();
    const waits = connection !== undefined && reserved === undefined;
    if (waits || (this.#packet === this.#packets && !this.#nextFrame())) {
      draft.retryAt = -1;
      return false;
    }
    const { period, spread, streams } = this.#plan;
    const frame = this.#frame;
    const packet = this.#packet;
    const last = this.#packets - 1;
    // Why not the birth before plus the period: rounding must not add up.
    draft.birth = Math.round(
      this.#start + (spread ? frame + packet / this.#packets : frame) * period,
    );
    draft.dlid =
      reserved ??
      (this.#copy === 0 ? this.#dlid : (this.#dlids[this.#copy] ?? 0));
    draft.bytes = packet === last ? this.#lastBytes : this.#fullBytes;
    draft.sl = this.#sl;
    draft.tag = frame * streams + this.#index;
    draft.flags =
      this.#droppable && packet > 0 && packet < last ? PACKET_DROPPABLE : 0;
    this.#drafted += 1;
    this.#copy += 1;
    if (this.#copy === this.#copies) {
      this.#copy = 0;
      this.#packet += 1;
    }
    return true;
  }

  nextRun(draft: PacketDraft): number {
    if (!this.next(draft)) return 0;
    const alone = this.#copies === 1 && this.#connection === undefined;
    if (!alone || this.#plan.spread) return 1;
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
    const { count, streams, mtu, padded } = this.#plan;
    if (this.#frame + 1 >= count) return false;
    this.#frame += 1;
    if (this.#frame * streams + this.#index > TOP_TAG)
      throw tooManyFrames(streams);
    const bytes = this.#frames.bytes(this.#frame);
    this.#packet = 0;
    this.#packets = packetCount(bytes, mtu);
    const rest = bytes - (this.#packets - 1) * mtu;
    this.#lastBytes =
      this.#overhead + (padded ? Math.ceil(rest / 4) * 4 : rest);
    this.#fullBytes = this.#overhead + mtu;
    this.#droppable = this.#frames.type(this.#frame) !== "I";
    return true;
  }
}

const tooManyFrames = (streams: number): FabricError =>
  new FabricError({
    code: "E_MPEG2_FRAMES",
    message: "the frames of this traffic can no longer be numbered",
    where: { path: "frames" },
    got: `more than ${Math.floor(TOP_TAG / streams)} frames of each of ${streams} streams`,
    expected: "numbers of 31 bits for all frames of all streams",
    hint: "run for a shorter time, or with fewer streams or frames",
  });
