import { flood, PathWalker } from "@fabriclab/paths";
import { emptyDraft, type Stream, type Traffic } from "@fabriclab/spec";
import {
  MULTICAST_LID_MIN,
  type EndportIx,
  type Lid,
  type Mlid,
} from "@fabriclab/units";
import { bytePsAt } from "./link-times.ts";
import type { Composition } from "./composition.ts";

/** What finite traffic has for each channel, by the tables: channels are sending ports. */
export interface OfferedLinks {
  /** Ticks that the channel takes for the bytes that are born for it. */
  readonly carrying: Float64Array;
  /** Tick of the last of these births; -1 = there is none. */
  readonly last: Float64Array;
}

/** Whether what it sends depends on what arrives, so that nobody can say what it would have sent. */
const waits = ({ timers, delivered }: Traffic): boolean =>
  timers === true || delivered !== undefined;

/**
 * Drafts the finite traffic that waits for nobody once more and adds up what is born before a tick for each channel on its way: of unicast along the LFTs (of a packet
 * that switches may send several ways only where it leaves its host and where it arrives), of multicast each copy along the masks. Packets that the tables bring nowhere count for
 * nothing. O(packets + pairs · hops).
 *
 * @param before tick; Infinity = all
 */
export function offeredLinks(
  composition: Composition,
  before: number,
): OfferedLinks {
  const { fabric, link } = composition.experiment;
  const { tickPs } = composition;
  const times = { byteTimePs: link.byteTime };
  const offered = {
    carrying: new Float64Array(fabric.portCount),
    last: new Float64Array(fabric.portCount).fill(-1),
  };
  const draft = emptyDraft();
  const ways = new Ways(composition);
  for (const entry of composition.freshTraffic()) {
    if (!entry.finite || waits(entry)) continue;
    for (const stream of entry.streams) {
      const known = new Map<number, Way>();
      while (stream.next(draft) && draft.birth < before) {
        const key = draft.dlid * 16 + draft.sl;
        let way = known.get(key);
        if (way === undefined) {
          way = ways.of(stream, draft.dlid, draft.sl);
          known.set(key, way);
        }
        for (const [channel, copies] of way) {
          offered.carrying[channel]! += copies * draft.bytes;
          offered.last[channel] = Math.max(offered.last[channel]!, draft.birth);
        }
      }
    }
  }
  for (let port = 0; port < fabric.portCount; port++)
    if (offered.carrying[port]! > 0)
      offered.carrying[port]! *= bytePsAt(fabric, port, times) / tickPs;
  return offered;
}

/** Channels that a packet crosses, with how many copies of it do. */
type Way = readonly (readonly [channel: number, copies: number])[];

const NOWHERE: Way = [];

/** Ways of packets through the tables of a composition. */
class Ways {
  readonly #composition: Composition;
  readonly #walker: PathWalker;

  constructor(composition: Composition) {
    this.#composition = composition;
    const { experiment, tables } = composition;
    this.#walker = new PathWalker(experiment.fabric, tables);
  }

  of({ source }: Stream, dlid: number, sl: number): Way {
    return dlid >= MULTICAST_LID_MIN
      ? this.#copies(source, dlid as Mlid, sl)
      : this.#path(source, dlid as Lid, sl);
  }

  #copies(source: EndportIx, mlid: Mlid, sl: number): Way {
    const { experiment, tables } = this.#composition;
    const { multicast } = tables;
    if (multicast === undefined) return NOWHERE;
    const lanes = { ...tables, sl };
    const { channels, crossings } = flood(
      experiment.fabric,
      multicast,
      source,
      mlid,
      lanes,
    );
    return channels.map((channel, at) => [channel, crossings[at] ?? 1]);
  }

  #path(source: EndportIx, lid: Lid, sl: number): Way {
    const walker = this.#walker;
    if (walker.walk(source, lid, sl) !== "delivered") return NOWHERE;
    const channels = [...walker.channels.subarray(0, walker.length)];
    const certain =
      this.#composition.tables.portSets === undefined
        ? channels
        : channels.filter((_, at) => at === 0 || at === channels.length - 1);
    return [...new Set(certain)].map((channel) => [channel, 1]);
  }
}
