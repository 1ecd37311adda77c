import { emptyDraft, type PacketDraft, type Stream } from "@fabriclab/spec";
import { FabricError, MANAGEMENT_VL } from "@fabriclab/units";
import { AdapterHoldings } from "./adapter-holdings.ts";
import { adapted, hasTimers, isClosedLoop } from "./adapted-streams.ts";
import { laneOfSl } from "./lane-of-sl.ts";
import { noStream } from "./returned-drafts.ts";
import type { SourceSpec } from "./source-spec.ts";

/** A stream, and what is known of it. */
export interface Tap {
  readonly stream: Stream;
  /** Index of its traffic; -1 = of a host adapter's queues: the draft says. */
  readonly traffic: number;
  /** Bit per lane that it declares. */
  readonly lanes: number;
  /** What it is asked with: read at once, and shared with others but for the queues of a host adapter, which say more of a packet. */
  readonly draft: PacketDraft;
  /** The stream said that it has nothing (until woken). */
  dry: boolean;
  /** Tick at which a dry stream wants to be asked again, -1 = never. */
  retryAt: number;
  /** It uses several lanes: what is drafted for another one than was asked for waits. */
  readonly several: boolean;
  /** Lane -> its slot in the source of that lane; -1 where it has none. */
  readonly slots: Int32Array;
  /** Its `nextRun` is asked instead of `next`. */
  readonly runs: boolean;
}

/** The streams of a network, by the sources that they feed. */
export interface Taps {
  readonly taps: readonly Tap[];
  /** Source -> its taps, in the order in which the streams were declared. */
  readonly tapsOf: readonly (readonly Tap[])[];
  /** Source -> its endport. */
  readonly sourceEndport: Int32Array;
  /** Source -> its first tap holds packets that were pulled and overtaken. */
  readonly overtakes: readonly boolean[];
  /** A *slot* is a tap at a source. Those of a source are numbered in a row; this is the first of each, and behind the last source the number of all. */
  readonly slotsFrom: Int32Array;
  readonly tapAt: readonly Tap[];
  readonly holdings: AdapterHoldings;
}

/**
 * Finds the source of every stream, behind the host adapter's queues where it has such.
 *
 * @param shared what streams are asked with that need no draft of their own
 * @throws FabricError `E_NETWORK_SOURCE`, `E_NETWORK_SL_TO_VL`
 */
export function createTaps(spec: SourceSpec, shared: PacketDraft): Taps {
  const { lanes, hca } = spec;
  const timed = hasTimers(spec.traffic);
  const taps: Tap[] = [];
  const tapsOf: Tap[][] = Array.from(
    { length: spec.rates.length * lanes },
    () => [],
  );
  const sourceEndport = new Int32Array(tapsOf.length);
  const noSlots = (): Int32Array => new Int32Array(lanes).fill(-1);

  const given = spec.traffic.flatMap(({ streams }, index) =>
    streams.map((stream) => ({ stream, index })),
  );
  const holdings = new AdapterHoldings(spec.traffic.length);
  const fed =
    hca.adapt === undefined
      ? given
      : adapted(hca.adapt.bind(hca), given, spec, holdings);
  for (const { stream, index } of fed) {
    const endpoint = spec.endpointOf(stream.source);
    if (endpoint < 0) {
      throw new FabricError({
        code: "E_NETWORK_SOURCE",
        message: "a stream's source is not a cabled host port",
        got: `endport ${stream.source}`,
      });
    }
    if (!spec.owns(stream.source)) continue;
    const isManagement = stream.management === true;
    // Of a stream of the adapter's queues each draft says whether it is a management packet.
    const levels = isManagement && index >= 0 ? [] : stream.serviceLevels;
    const used = [
      ...new Set([
        ...levels.map((sl) => laneOfSl(hca, lanes, sl)),
        ...(isManagement ? [MANAGEMENT_VL] : []),
      ]),
    ];
    if (used.length === 0)
      throw new FabricError({
        code: "E_NETWORK_SOURCE",
        message: "a stream declares no service level",
        got: `endport ${stream.source}`,
      });
    const tap: Tap = {
      stream,
      traffic: index,
      lanes: used.reduce((mask, lane) => mask | (1 << lane), 0),
      draft: index < 0 ? emptyDraft() : shared,
      dry: false,
      retryAt: -1,
      several: used.length > 1,
      slots: noSlots(),
      runs: stream.nextRun !== undefined && used.length === 1 && !timed,
    };
    taps.push(tap);
    for (const lane of used) tapsOf[endpoint * lanes + lane]!.push(tap);
    sourceEndport.fill(stream.source, endpoint * lanes, (endpoint + 1) * lanes);
  }

  // A stream drafts in order of birth; where a woken one shares a source with others, what it has may come before what they drafted.
  const overtakes = tapsOf.map((list, source) => {
    const reacts = list.some(({ traffic }) =>
      traffic < 0
        ? isClosedLoop(spec.traffic)
        : spec.traffic[traffic]!.delivered !== undefined,
    );
    if (!reacts || list.length < 2) return false;
    const tap: Tap = {
      stream: noStream(list[0]!.stream.source),
      traffic: -1,
      lanes: 1 << (source % lanes),
      draft: emptyDraft(),
      dry: true,
      retryAt: -1,
      several: true,
      slots: noSlots(),
      runs: false,
    };
    taps.push(tap);
    list.unshift(tap);
    return true;
  });

  const slotsFrom = new Int32Array(tapsOf.length + 1);
  tapsOf.forEach((list, source) => {
    slotsFrom[source + 1] = slotsFrom[source]! + list.length;
    for (const [k, { slots }] of list.entries())
      slots[source % lanes] = slotsFrom[source]! + k;
  });
  return {
    taps,
    tapsOf,
    sourceEndport,
    overtakes,
    slotsFrom,
    tapAt: tapsOf.flat(),
    holdings,
  };
}
