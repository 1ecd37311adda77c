import type {
  PacketDraft,
  RandomStream,
  ServiceLevelChoice,
  Stream,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { draw } from "./draw.ts";

/** One address that every operation of a source sends its message to. */
export interface Target {
  readonly dlid: number;
  /** Where nothing else chooses it. */
  readonly sl: number;
}

export interface SourceOperations {
  readonly source: EndportIx;
  /** The MLIDs of the group (one for a tree), or one entry per receiver. */
  readonly targets: readonly Target[];
  /** Wire bytes of the packets of one message, in sending order. */
  readonly packets: readonly number[];
  readonly repeats: number;
  /** Tag of the first operation; the next ones follow. */
  readonly firstTag: number;
  readonly startTick: number;
  readonly intervalTicks: number;
  /** Draws the order of the targets anew for every operation; absent = as listed. */
  readonly shuffle: RandomStream | undefined;
  /** Service levels that packets get, of several to choose from, packet by packet; absent = that of the target. */
  readonly levels?: {
    readonly of: readonly number[];
    readonly choose: ServiceLevelChoice;
  };
}

/** All operations of one source: per operation, per target, the packets of the message. */
export class OperationStream implements Stream {
  readonly source: EndportIx;
  readonly serviceLevels: readonly number[];
  readonly #of: SourceOperations;
  #order: readonly Target[];
  #operation = 0;
  #target = 0;
  #packet = 0;

  constructor(of: SourceOperations) {
    this.#of = of;
    this.source = of.source;
    const used = of.levels?.of ?? of.targets.map(({ sl }) => sl);
    this.serviceLevels = [...new Set(used)].sort((a, b) => a - b);
    this.#order = this.#nextOrder();
  }

  next(draft: PacketDraft): boolean {
    const { packets, repeats, firstTag, startTick, intervalTicks, levels } =
      this.#of;
    const target = this.#order[this.#target];
    const bytes = packets[this.#packet];
    if (
      this.#operation === repeats ||
      target === undefined ||
      bytes === undefined
    ) {
      draft.retryAt = -1;
      return false;
    }
    draft.birth = startTick + Math.round(this.#operation * intervalTicks);
    draft.dlid = target.dlid;
    draft.bytes = bytes;
    draft.sl = levels?.choose(target.dlid) ?? target.sl;
    draft.tag = firstTag + this.#operation;
    draft.flags = 0;
    this.#packet += 1;
    if (this.#packet < packets.length) return true;
    this.#packet = 0;
    this.#target += 1;
    if (this.#target < this.#order.length) return true;
    this.#target = 0;
    this.#operation += 1;
    if (this.#operation < repeats) this.#order = this.#nextOrder();
    return true;
  }

  #nextOrder(): readonly Target[] {
    const { targets, shuffle } = this.#of;
    return shuffle === undefined
      ? targets
      : draw(targets, targets.length, shuffle);
  }
}
