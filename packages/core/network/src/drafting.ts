import type { PacketDraft, Stream } from "@fabriclab/spec";
import {
  FabricError,
  MANAGEMENT_VL,
  MULTICAST_LID_MIN,
} from "@fabriclab/units";
import { isClosedLoop, hasTimers } from "./adapted-streams.ts";
import type { DraftRings } from "./draft-rings.ts";
import { laneOfSl } from "./lane-of-sl.ts";
import type { Reminders } from "./reminders.ts";
import type { SourceSpec } from "./source-spec.ts";
import type { Tap, Taps } from "./source-taps.ts";

/** A stream that drafts this many packets in a row without one for a lane that it declares has declared it wrongly. */
const LOOK_AHEAD = 1 << 16;
/** Packets drafted ahead between two questions whether a lane's part of the stream has ended. */
const ENDED_EVERY = 64;

/** Asks streams, checks what they draft, and keeps it until it is pulled. */
export interface Drafting {
  /** Has the stream of a slot of `source` draft what may go next there. @returns whether something waits now */
  fill(slot: number, source: number): boolean;
  /** The stream has nothing until it is woken, or until the tick that it named. */
  ranDry(tap: Tap, source: number): void;
  /** @throws FabricError `E_NETWORK_DRAFT` where no such packet can be sent */
  check(draft: PacketDraft, traffic: number): void;
  /** No stream will draft anything any more by itself, and nothing waits. */
  exhausted(): boolean;
  /** The same of some of the traffic. @param of by the traffic's index */
  isOver(of: (traffic: number) => boolean): boolean;
  /** Streams that ran dry stay so: nothing that happens can wake them. */
  staysDry(): boolean;
}

/**
 * @param timedOf source -> 1 where a stream must be told the time
 * @param alike slot -> packets like the first that waits which follow it and were drafted with it
 */
export function createDrafting(
  spec: SourceSpec,
  { taps, tapAt, holdings }: Taps,
  shared: PacketDraft,
  rings: DraftRings,
  alike: Int32Array,
  timedOf: Uint8Array,
  reminders: Reminders,
): Drafting {
  const { clock, lanes, hca, topLid } = spec;
  // Why copies: V8 reads what is imported from memory at every use, and asks each time whether it has been set.
  const MLID_MIN = MULTICAST_LID_MIN;
  const LID_MAX = 0xffff;
  // Why not `map`: once V8 compiles this, it makes arrays of another kind, and what reads them at every packet is compiled anew.
  const least: number[] = [];
  const most: number[] = [];
  for (const { minPacketBytes, maxPacketBytes } of spec.traffic) {
    least.push(minPacketBytes);
    most.push(maxPacketBytes);
  }
  let staysDry =
    !hasTimers(spec.traffic) &&
    !isClosedLoop(spec.traffic) &&
    hca.adapt === undefined;

  /** Has a stream draft the next packet. @returns how many packets like it come, 0 = none */
  function ask(tap: Tap, source: number): number {
    if (tap.dry) return 0;
    const { draft, stream } = tap;
    draft.retryAt = -1;
    // Who shares it with a stream that delays its packets need not do so.
    if (draft === shared) draft.readyAt = 0;
    if (timedOf[source] !== 0) draft.now = clock.base + clock.tick;
    const drafted = tap.runs
      ? stream.nextRun!(draft)
      : stream.next(draft)
        ? 1
        : 0;
    if (drafted === 0) ranDry(tap, source);
    return drafted;
  }

  function fill(slot: number, source: number): boolean {
    const tap = tapAt[slot]!;
    if (tap.several) return lookAhead(tap, source % lanes, source);
    const drafted = ask(tap, source);
    if (drafted === 0) return false;
    const traffic = trafficOfDraft(tap);
    check(tap.draft, traffic);
    if (tap.traffic < 0) {
      declaredLane(tap);
      holdings.handedOn(traffic);
    }
    rings.push(slot, tap.draft, traffic);
    alike[slot] = drafted - 1;
    return true;
  }

  /** The stream has nothing until it is woken, or until the tick that it named. */
  function ranDry(tap: Tap, source: number): void {
    tap.dry = true;
    tap.retryAt = tap.draft.retryAt;
    // Streams share a draft: one that says nothing must not inherit another's alarm.
    tap.draft.retryAt = -1;
    if (tap.retryAt < 0) return;
    staysDry = false;
    // Whichever lane asked: the packet that comes may be for any lane of the stream.
    const first = source - (source % lanes);
    for (let lane = 0; lane < lanes; lane++)
      if ((tap.lanes & (1 << lane)) !== 0)
        reminders.add(first + lane, tap.retryAt);
  }

  /** Drafts ahead until a packet for `lane` turns up. @returns whether one did */
  function lookAhead(tap: Tap, lane: number, source: number): boolean {
    const slot = tap.slots[lane]!;
    for (let drafted = 0; rings.waiting(slot) === 0; drafted++) {
      if (drafted % ENDED_EVERY === 0 && hasEnded(tap.stream, lane))
        return false;
      if (drafted === LOOK_AHEAD) {
        throw new FabricError({
          code: "E_NETWORK_STREAM_LANES",
          message: `a host has nothing for VL ${lane}, though its traffic is to have packets of a service level of it`,
          got: `${LOOK_AHEAD} packets of other lanes in a row`,
          expected: "now and then a packet of each service level",
          hint: "a host adapter that is too slow for the load (dmaRate, priority of queue-pair) never comes to the lower levels; a traffic of your own declares in serviceLevels what it drafts",
        });
      }
      if (ask(tap, source) === 0) return false;
      const traffic = trafficOfDraft(tap);
      check(tap.draft, traffic);
      if (tap.traffic < 0) holdings.handedOn(traffic);
      rings.push(tap.slots[declaredLane(tap)]!, tap.draft, traffic);
    }
    return true;
  }

  /** Whether the stream says that nothing of the lane will come any more. */
  function hasEnded(stream: Stream, lane: number): boolean {
    if (stream.ended === undefined) return false;
    if (lane === MANAGEMENT_VL && stream.management === true)
      return stream.ended("management");
    return stream.serviceLevels.every(
      (sl) => laneOfSl(hca, lanes, sl) !== lane || stream.ended!(sl),
    );
  }

  /** The same of all its lanes: then nobody asks it any more, and it is never found dry. */
  function hasEndedOnAll({ stream, lanes: declared }: Tap): boolean {
    for (let lane = 0; lane < lanes; lane++)
      if ((declared & (1 << lane)) !== 0 && !hasEnded(stream, lane))
        return false;
    return true;
  }

  /** The lane of the packet that a tap of several lanes, or of a host adapter, has drafted. */
  function declaredLane(tap: Tap): number {
    const { sl, management } = tap.draft;
    const lane =
      tap.traffic < 0 && management === true
        ? MANAGEMENT_VL
        : laneOfSl(hca, lanes, sl);
    if ((tap.lanes & (1 << lane)) === 0)
      throw new FabricError({
        code: "E_NETWORK_STREAM_LANES",
        message: `a stream uses VL ${lane} but does not declare a service level of it`,
        got: management === true ? "a management packet" : `SL ${sl}`,
        expected:
          "serviceLevels of the packets that it drafts, and management where it drafts such",
      });
    return lane;
  }

  /** Index of the traffic of the packet that a tap has drafted. */
  function trafficOfDraft({ traffic, draft }: Tap): number {
    if (traffic >= 0) return traffic;
    const index = draft.traffic ?? -1;
    if (index >= 0 && index < spec.traffic.length) return index;
    throw new FabricError({
      code: "E_NETWORK_DRAFT",
      message: "a host adapter drafted a packet of no traffic",
      got: `traffic ${draft.traffic}`,
      expected:
        "a draft of one of the streams that the adapter was given, with its `traffic`",
    });
  }

  function check(draft: PacketDraft, traffic: number): void {
    const { dlid, bytes } = draft;
    if (
      dlid < 1 ||
      (dlid > topLid && (dlid < MLID_MIN || dlid > LID_MAX)) ||
      !(bytes >= least[traffic]! && bytes <= most[traffic]!)
    )
      impossible(draft, traffic);
  }

  function impossible({ dlid, bytes }: PacketDraft, traffic: number): never {
    throw new FabricError({
      code: "E_NETWORK_DRAFT",
      message: "a stream drafted an impossible packet",
      got: `dlid ${dlid}, ${bytes} bytes`,
      expected: `a LID from 1 to ${topLid} or an MLID, and the ${least[traffic]} to ${most[traffic]} bytes that the traffic announced`,
    });
  }

  /** By itself it will never have anything any more. */
  const isSilent = (tap: Tap): boolean =>
    (tap.dry || hasEndedOnAll(tap)) && tap.retryAt < 0;

  return {
    fill,
    ranDry,
    check,
    exhausted: () =>
      taps.every(
        (tap) =>
          isSilent(tap) &&
          tap.slots.every((slot) => slot < 0 || rings.waiting(slot) === 0),
      ),
    isOver: (of) =>
      !holdings.has(of) &&
      taps.every(
        (tap) =>
          (tap.traffic < 0 || !of(tap.traffic) || isSilent(tap)) &&
          tap.slots.every((slot) => slot < 0 || !rings.hasOf(slot, of)),
      ),
    staysDry: () => staysDry,
  };
}
