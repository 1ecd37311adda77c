import { FabricError, MULTICAST_LID_MIN, type EndportIx } from "@fabriclab/units";
import type { HcaModel, PacketDraft, Stream, Traffic } from "@fabriclab/spec";
import { K_BIRTH, K_BYTES, K_CLASS, K_LENGTH, K_NEXT, K_READY, K_SOURCE, K_TAG } from "./layout.ts";
import type { Clock } from "./state.ts";
import { lengthTicks, type Ratio } from "./timing.ts";

/**
 * Where the loop gets packets from. A *source* is a (host port, lane); the loop holds at most one packet of each, however long the queue at
 * the host is: the next one is drafted when it leaves.
 */
export interface Sources {
  /**
   * Writes the next packet of `source` into the record at `packet`.
   * @returns whether there is one (now)
   */
  pull(source: number, packet: number): boolean;
  /** Sources whose next packet lies too far ahead for the clock's 32 bits; the run asks again after each rebase. */
  readonly parked: Set<number>;
  /** Packets pulled so far. */
  readonly pulled: number;
  /** Birth of the earliest parked packet in absolute ticks, Infinity when there is none. */
  earliestParked(): number;
  /** Whether any stream has a packet waiting to be pulled or not yet known to have ended, beyond those the loop holds. */
  readonly exhausted: boolean;
}

/** Births up to here (relative ticks) are handed to the loop; later ones are parked. */
export const PULL_LIMIT = 0x60000000;

interface Tap {
  readonly stream: Stream;
  readonly traffic: number;
  readonly draft: PacketDraft;
  /** Whether `draft` holds a packet not yet pulled. */
  full: boolean;
  /** The stream said that it has nothing (until woken). */
  dry: boolean;
}

interface SourceSpec {
  readonly memory: Int32Array;
  readonly clock: Clock;
  readonly lanes: number;
  readonly hca: HcaModel;
  readonly sendTicks: number;
  readonly tickPs: number;
  readonly traffic: readonly Traffic[];
  /** Endport -> host endpoint (0 …), -1 for those that cannot send. */
  readonly endpointOf: (endport: EndportIx) => number;
  /** Rate of each host endpoint's link. */
  readonly rates: readonly Ratio[];
  readonly topLid: number;
}

/** The lane on which a host sends an SL. */
export function laneOfSl(hca: HcaModel, lanes: number, sl: number): number {
  if (hca.slToVl !== undefined) {
    const lane = hca.slToVl[sl];
    if (lane === undefined || lane < 0 || lane >= lanes) {
      throw new FabricError({ code: "E_NETWORK_SL_TO_VL", message: `the host's SL-to-VL table has no usable lane for SL ${sl}`, got: String(lane), expected: `a VL from 0 to ${lanes - 1}` });
    }
    return lane;
  }
  return lanes === 1 ? 0 : sl % lanes;
}

/** Builds the sources of a network from its streams. */
export function createSources(spec: SourceSpec): Sources {
  const { memory: M, clock, lanes, hca, sendTicks, tickPs, rates, topLid } = spec;
  const taps: Tap[][] = Array.from({ length: rates.length * lanes }, () => []);
  const parked = new Set<number>();
  spec.traffic.forEach((traffic, index) => {
    for (const stream of traffic.streams) {
      const endpoint = spec.endpointOf(stream.source);
      if (endpoint < 0) {
        throw new FabricError({ code: "E_NETWORK_SOURCE", message: "a stream's source is not a host port", got: `endport ${stream.source}` });
      }
      const used = new Set(stream.serviceLevels.map((sl) => laneOfSl(hca, lanes, sl)));
      if (used.size !== 1) {
        throw new FabricError({ code: "E_NETWORK_STREAM_LANES", message: "a stream drafts packets for several lanes", got: `SLs ${stream.serviceLevels.join(",")}`, expected: "one lane per stream" });
      }
      const tap: Tap = { stream, traffic: index, draft: { birth: 0, dlid: 0, bytes: 0, sl: 0, tag: 0, flags: 0, retryAt: -1 }, full: false, dry: false };
      taps[endpoint * lanes + [...used][0]!]!.push(tap);
    }
  });

  let pulled = 0;

  function refill(tap: Tap): boolean {
    if (tap.dry) return false;
    if (tap.stream.next(tap.draft)) tap.full = true;
    else tap.dry = true;
    return tap.full;
  }

  /** The tap with the earliest packet; ties go to the tap that was declared first. */
  function earliest(list: Tap[]): Tap | undefined {
    let best: Tap | undefined;
    for (let k = 0; k < list.length; k++) {
      const tap = list[k]!;
      if (!tap.full && !refill(tap)) continue;
      if (best === undefined || tap.draft.birth < best.draft.birth) best = tap;
    }
    return best;
  }

  function pull(source: number, packet: number): boolean {
    const tap = earliest(taps[source]!);
    if (tap === undefined) return false;
    const draft = tap.draft;
    const birth = draft.birth - clock.base;
    if (birth > PULL_LIMIT) {
      parked.add(source);
      return false;
    }
    if (draft.dlid < 1 || (draft.dlid > topLid && draft.dlid < MULTICAST_LID_MIN) || draft.bytes < 1) {
      throw new FabricError({
        code: "E_NETWORK_DRAFT",
        message: "a stream drafted an impossible packet",
        got: `dlid ${draft.dlid}, ${draft.bytes} bytes`,
        expected: `a LID from 1 to ${topLid} or an MLID, and at least one byte`,
      });
    }
    tap.full = false;
    pulled++;
    M[packet + K_NEXT] = -1;
    M[packet + K_BIRTH] = birth;
    M[packet + K_READY] = birth + sendTicks;
    M[packet + K_CLASS] = draft.dlid | (draft.sl << 16) | (tap.traffic << 20) | (draft.flags << 28);
    M[packet + K_LENGTH] = lengthTicks(draft.bytes, rates[(source / lanes) | 0]!, tickPs);
    M[packet + K_BYTES] = draft.bytes;
    M[packet + K_SOURCE] = tap.stream.source;
    M[packet + K_TAG] = draft.tag;
    return true;
  }

  return {
    pull,
    parked,
    get pulled() {
      return pulled;
    },
    earliestParked() {
      let first = Infinity;
      for (const source of parked) {
        const tap = earliest(taps[source]!);
        if (tap !== undefined && tap.draft.birth < first) first = tap.draft.birth;
      }
      return first;
    },
    get exhausted() {
      return taps.every((list) => list.every((tap) => tap.dry && !tap.full));
    },
  };
}
