import {
  FabricError,
  MANAGEMENT_VL,
  MULTICAST_LID_MIN,
  type EndportIx,
} from "@fabriclab/units";
import type { HcaModel, PacketDraft, Stream, Traffic } from "@fabriclab/spec";
import * as L from "./layout.ts";
import { adapted, hasTimers, isClosedLoop } from "./adapted-streams.ts";
import { classWord, DraftRings } from "./draft-rings.ts";
import { dataLanes } from "./management-lane.ts";
import { draftOf, noStream } from "./returned-drafts.ts";
import type { Clock } from "./state.ts";
import { lengthTicks, type Ratio } from "./timing.ts";

/**
 * Where the loop gets packets from. A *source* is a (host port, lane); the loop holds at most one packet of each, however long the queue at
 * the host is: the next one is drafted when it leaves. Several streams of a source are merged by birth. A stream that uses several lanes is
 * drafted ahead as far as needed, and its packets for other lanes wait in a queue per lane.
 */
export interface Sources {
  /**
   * Writes the next packet of `source` into the record at `packet`.
   * @returns whether there is one (now)
   */
  pull(source: number, packet: number): boolean;
  /**
   * The packet in the record at `packet` was pulled from `source` and has not left: puts one there that may leave earlier, if a stream woken since has one,
   * and keeps the other for later.
   * @returns whether it did
   */
  overtake(source: number, packet: number): boolean;
  /** Closed loop: streams of `source` that had nothing may have something now. */
  wake(source: number): void;
  /** Packets pulled so far. */
  pulled(): number;
  /** No stream has, or may yet have by itself, a packet that was not pulled. */
  exhausted(): boolean;
  /** Empties the list of sources whose next packet lay too far ahead for 32 bits. */
  takeParked(): readonly number[];
  /** Length of that list. */
  parked(): number;
  /** Relative tick at which a stream wants to be asked again, Infinity when none does. */
  alarm(): number;
  /** Wakes, and takes off the list, the sources whose alarm is due by `tick`. */
  takeAlarms(tick: number): readonly number[];
}

/** Births up to here (relative ticks) are handed to the loop; later ones are parked until the clock's base has moved. */
export const PULL_LIMIT = 0x60000000;
/** A stream that drafts this many packets in a row without one for a lane that it declares has declared it wrongly. */
const LOOK_AHEAD = 1 << 16;
/** What `pull` has to do for a source. */
const ASK_ONE = 0;
const ASK_ALL = 1;
const ASK_QUEUE = 2;
const REPEAT = 3;
/** Packets drafted ahead between two questions whether a lane's part of the stream has ended. */
const ENDED_EVERY = 64;

interface Tap {
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

export interface SourceSpec {
  readonly memory: Int32Array;
  readonly clock: Clock;
  readonly lanes: number;
  readonly hca: HcaModel;
  readonly sendTicks: number;
  /** Endpoints from this one on are switches' own endports: no adapter delays them. */
  readonly firstOwn: number;
  readonly tickPs: number;
  readonly traffic: readonly Traffic[];
  /** Whether this part of a split network simulates the endport. */
  readonly owns: (endport: EndportIx) => boolean;
  /** Endport -> endpoint (host port, from 0), -1 for those that cannot send. */
  readonly endpointOf: (endport: EndportIx) => number;
  /** Rate of each endpoint's link. */
  readonly rates: readonly Ratio[];
  readonly topLid: number;
}

const emptyDraft = (): PacketDraft => ({
  birth: 0,
  dlid: 0,
  bytes: 0,
  sl: 0,
  tag: 0,
  flags: 0,
  retryAt: -1,
});

/** The lane on which a host sends data of an SL. */
export function laneOfSl(hca: HcaModel, lanes: number, sl: number): number {
  const data = dataLanes(lanes);
  if (hca.slToVl === undefined) return sl % data;
  const lane = hca.slToVl[sl];
  if (lane === undefined || lane < 0 || lane >= data) {
    throw new FabricError({
      code: "E_NETWORK_SL_TO_VL",
      message: `the host's SL-to-VL table has no usable lane for SL ${sl}`,
      got: String(lane),
      expected: `a VL from 0 to ${data - 1}`,
    });
  }
  return lane;
}

/** Builds the sources of a network from its streams. */
export function createSources(spec: SourceSpec): Sources {
  const {
    memory: M,
    clock,
    lanes,
    hca,
    sendTicks,
    tickPs,
    rates,
    topLid,
  } = spec;
  // Why copies: V8 reads what is imported from memory at every use, and asks each time whether it has been set.
  const { K_BIRTH, K_BYTES, K_CLASS, K_LENGTH } = L;
  const { K_NEXT, K_READY, K_SOURCE, K_TAG } = L;
  const limit = PULL_LIMIT;
  const MLID_MIN = MULTICAST_LID_MIN;
  const LID_MAX = 0xffff;
  const timed = hasTimers(spec.traffic);
  const taps: Tap[] = [];
  const noSlots = (): Int32Array => new Int32Array(lanes).fill(-1);
  const tapsOf: Tap[][] = Array.from(
    { length: rates.length * lanes },
    () => [],
  );
  /** Source -> its stream, where it has just one, of one lane. */
  const sole: (Stream | undefined)[] = [];
  const trafficOf = new Uint8Array(tapsOf.length);
  /**
   * Source -> `ASK_ONE`: its sole stream is asked, which uses one lane; `ASK_QUEUE`: so is its queue of the sole stream, which uses several; `ASK_ALL`: the
   * general way; `REPEAT`: its next packet is like the one before.
   */
  const mode = new Uint8Array(tapsOf.length).fill(ASK_ALL);
  /** Source -> packets left of its run, where it repeats; and the record that each of them gets, with times relative to `runsBase`. */
  const runLeft = new Int32Array(tapsOf.length);
  const runRecords = new Int32Array(tapsOf.length * L.PACKET_WORDS);
  let runsBase = clock.base;
  /** Source -> 1 where a stream with timers may put a packet before one that was drafted. */
  const timedOf = new Uint8Array(tapsOf.length);
  const shared: PacketDraft = { ...emptyDraft(), readyAt: 0 };
  /** Source -> its endport. */
  const sourceEndport = new Int32Array(tapsOf.length);
  const least = spec.traffic.map((traffic) => traffic.minPacketBytes);
  const most = spec.traffic.map((traffic) => traffic.maxPacketBytes);
  const oneRate = rates.every(
    ({ num, den }) => num * rates[0]!.den === rates[0]!.num * den,
  );
  // Of the packet before.
  let lastBytes = -1;
  let lastLength = 0;
  const alarms = new Map<number, number>();
  let parked: number[] = [];
  let pulled = 0;
  let nextAlarm = Infinity;

  const given = spec.traffic.flatMap(({ streams }, index) =>
    streams.map((stream) => ({ stream, index })),
  );
  const fed =
    hca.adapt === undefined ? given : adapted(hca.adapt.bind(hca), given, spec);
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

  /**
   * Source -> the slot that was earliest, -1 = unknown, and the earliest of the others when they were compared: while that one draws packets
   * that leave no later (a frame's all at once), no other is looked at. Only while streams that ran dry stay so.
   */
  const foremost = new Int32Array(tapsOf.length).fill(-1);
  const runnerUp = new Int32Array(tapsOf.length);
  const runnerUpLeaves = new Float64Array(tapsOf.length);
  let staysDry =
    !timed && !isClosedLoop(spec.traffic) && hca.adapt === undefined;

  // A stream drafts in order of birth; where a woken one shares a source with others, what it has may come before what they drafted.
  const overtakes: boolean[] = tapsOf.map((list, source) => {
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

  /** A *slot* is a stream at a source. Those of a source are numbered in a row, in the order in which the streams were declared; this is the first of each. */
  const slotsFrom = new Int32Array(tapsOf.length + 1);
  tapsOf.forEach((list, source) => {
    slotsFrom[source + 1] = slotsFrom[source]! + list.length;
    for (const [k, { slots }] of list.entries())
      slots[source % lanes] = slotsFrom[source]! + k;
  });
  const tapAt = tapsOf.flat();
  /** Slot -> packets that were drafted and not pulled. */
  const rings = new DraftRings(tapAt.length);
  /** Slot -> packets like the first that waits which follow it and were drafted with it. */
  const alike = new Int32Array(tapAt.length);
  /** Slot -> the earliest tick at which the first that waits may leave; NaN = not known. Why kept: those of a source are compared again and again, and lie together. */
  const leavesAt = new Float64Array(tapAt.length).fill(Number.NaN);

  tapsOf.forEach((list, source) => {
    const only = list.length === 1 && !list[0]!.several ? list[0] : undefined;
    const isTimed =
      timed &&
      list.some(
        ({ traffic }) => traffic < 0 || spec.traffic[traffic]!.timers === true,
      );
    timedOf[source] = isTimed ? 1 : 0;
    const quick =
      !isTimed &&
      only !== undefined &&
      !only.runs &&
      only.traffic >= 0 &&
      source < spec.firstOwn * lanes;
    sole.push(quick ? only.stream : undefined);
    const queued =
      !isTimed &&
      list.length === 1 &&
      list[0]!.several &&
      list[0]!.traffic >= 0 &&
      source < spec.firstOwn * lanes;
    if (queued) mode[source] = ASK_QUEUE;
    if (!quick) return;
    trafficOf[source] = only.traffic;
    mode[source] = ASK_ONE;
  });

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

  /** Has the stream of a slot, which uses no other lane, draft. @returns whether something waits now */
  function fill(slot: number, source: number): boolean {
    const tap = tapAt[slot]!;
    const drafted = ask(tap, source);
    if (drafted === 0) return false;
    const traffic = trafficOfDraft(tap);
    check(tap.draft, traffic);
    if (tap.traffic < 0) declaredLane(tap);
    rings.push(slot, tap.draft, traffic);
    alike[slot] = drafted - 1;
    return true;
  }

  /** The stream has nothing until it is woken, or until the tick that it named. */
  function ranDry(tap: Tap, source: number): void {
    tap.dry = true;
    tap.retryAt = tap.draft.retryAt;
    if (tap.retryAt < 0) return;
    staysDry = false;
    // Whichever lane asked: the packet that comes may be for any lane of the stream.
    const first = source - (source % lanes);
    for (let lane = 0; lane < lanes; lane++)
      if ((tap.lanes & (1 << lane)) !== 0) remind(first + lane, tap.retryAt);
  }

  /** `source` is to be asked again at `tick`, absolute. */
  function remind(source: number, tick: number): void {
    alarms.set(source, Math.min(alarms.get(source) ?? Infinity, tick));
    nextAlarm = Math.min(nextAlarm, tick);
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

  /** Earliest tick at which the stream of a slot of `source` may send its next packet; NaN = it has none. */
  function nextLeaves(source: number, slot: number): number {
    if (rings.waiting(slot) === 0) {
      const tap = tapAt[slot]!;
      const found = tap.several
        ? lookAhead(tap, source % lanes, source)
        : fill(slot, source);
      if (!found) return NaN;
    }
    return (leavesAt[slot] = rings.leaves(rings.first(slot)));
  }

  /** The slot of `source` whose packet is next, -1 = none has one; ties go to the stream that was declared first. */
  function earliest(source: number): number {
    const last = foremost[source]!;
    if (staysDry && last >= 0) {
      let tick = leavesAt[last]!;
      if (tick !== tick) tick = nextLeaves(source, last);
      const other = runnerUpLeaves[source]!;
      if (tick < other || (tick === other && last < runnerUp[source]!))
        return last;
    }
    const end = slotsFrom[source + 1]!;
    let best = -1;
    let least = Infinity;
    let second = -1;
    let secondLeast = Infinity;
    for (let slot = slotsFrom[source]!; slot < end; slot++) {
      let tick = leavesAt[slot]!;
      if (tick !== tick) tick = nextLeaves(source, slot);
      if (tick < least) {
        second = best;
        secondLeast = least;
        best = slot;
        least = tick;
      } else if (tick < secondLeast) {
        second = slot;
        secondLeast = tick;
      }
    }
    foremost[source] = best;
    runnerUp[source] = second;
    runnerUpLeaves[source] = secondLeast;
    return best;
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

  /** Writes a packet that was checked into the record at `packet`. @param ready relative, without the send delay */
  function write(
    packet: number,
    birth: number,
    ready: number,
    cls: number,
    bytes: number,
    tag: number,
    source: number,
  ): void {
    const at = packet | 0;
    if (bytes !== lastBytes || !oneRate) {
      lastBytes = bytes;
      lastLength = lengthTicks(bytes, rates[(source / lanes) | 0]!, tickPs);
    }
    pulled++;
    M[(at + K_NEXT) | 0] = -1;
    M[(at + K_BIRTH) | 0] = birth;
    M[(at + K_READY) | 0] = ready;
    M[(at + K_CLASS) | 0] = cls;
    M[(at + K_LENGTH) | 0] = lastLength;
    M[(at + K_BYTES) | 0] = bytes;
    M[(at + K_SOURCE) | 0] = sourceEndport[source]!;
    M[(at + K_TAG) | 0] = tag;
  }

  function impossible({ dlid, bytes }: PacketDraft, traffic: number): never {
    throw new FabricError({
      code: "E_NETWORK_DRAFT",
      message: "a stream drafted an impossible packet",
      got: `dlid ${dlid}, ${bytes} bytes`,
      expected: `a LID from 1 to ${topLid} or an MLID, and the ${least[traffic]} to ${most[traffic]} bytes that the traffic announced`,
    });
  }

  /** The general case: several streams, several lanes, streams that are dry or have a packet parked. */
  function pullAny(source: number, packet: number): boolean {
    const slot = earliest(source);
    if (slot < 0) return false;
    const ready = leavesAt[slot]! - clock.base;
    // Until then a stream that is woken may draft a packet that goes first.
    if (timedOf[source] !== 0 && ready > clock.tick) {
      remind(source, clock.base + ready);
      return false;
    }
    if (ready > limit) {
      parked.push(source);
      return false;
    }
    const isOwn = source >= spec.firstOwn * lanes;
    writeFirst(packet, slot, ready + (isOwn ? 0 : sendTicks), source);
    if (alike[slot]! > 0) {
      const left = alike[slot]!;
      alike[slot] = left - 1;
      if (staysDry) beginRun(source, packet, left);
      return true;
    }
    rings.shift(slot);
    leavesAt[slot] = Number.NaN;
    if (sole[source] !== undefined) mode[source] = ASK_ONE;
    return true;
  }

  /** Writes the first packet that waits in a slot. */
  function writeFirst(
    packet: number,
    slot: number,
    ready: number,
    source: number,
  ): void {
    const place = rings.first(slot);
    write(
      packet,
      rings.birth(place) - clock.base,
      ready,
      rings.classWord(place),
      rings.bytes(place),
      rings.tag(place),
      source,
    );
  }

  /** One stream of several lanes: its packets for this lane come in order. */
  function pullQueue(source: number, packet: number): boolean {
    const slot = slotsFrom[source]!;
    if (
      rings.waiting(slot) === 0 &&
      !lookAhead(tapAt[slot]!, source % lanes, source)
    )
      return false;
    const ready = rings.leaves(rings.first(slot)) - clock.base;
    if (ready > limit) {
      parked.push(source);
      return false;
    }
    writeFirst(packet, slot, ready + sendTicks, source);
    rings.shift(slot);
    return true;
  }

  /**
   * The next `left` packets of `source` are like the one in the record at `packet`. None of another stream comes between: what was not earlier than the first of
   * a run is not earlier than the others, as long as streams that ran dry stay so.
   */
  function beginRun(source: number, packet: number, left: number): void {
    if (runsBase !== clock.base) rebaseRuns();
    mode[source] = REPEAT;
    runLeft[source] = left;
    const to = source * L.PACKET_WORDS;
    for (let word = 0; word < L.PACKET_WORDS; word++)
      runRecords[to + word] = M[packet + word]!;
  }

  /** Writes the next packet of a run. */
  function repeat(source: number, packet: number): void {
    if (runsBase !== clock.base) rebaseRuns();
    const from = (source * L.PACKET_WORDS) | 0;
    const at = packet | 0;
    M[(at + K_NEXT) | 0] = -1;
    M[(at + K_BIRTH) | 0] = runRecords[(from + K_BIRTH) | 0]!;
    M[(at + K_READY) | 0] = runRecords[(from + K_READY) | 0]!;
    M[(at + K_CLASS) | 0] = runRecords[(from + K_CLASS) | 0]!;
    M[(at + K_LENGTH) | 0] = runRecords[(from + K_LENGTH) | 0]!;
    M[(at + K_BYTES) | 0] = runRecords[(from + K_BYTES) | 0]!;
    M[(at + K_SOURCE) | 0] = runRecords[(from + K_SOURCE) | 0]!;
    M[(at + K_TAG) | 0] = runRecords[(from + K_TAG) | 0]!;
    pulled++;
    if (--runLeft[source]! > 0) return;
    const slot = leaveRun(source);
    rings.shift(slot);
    leavesAt[slot] = Number.NaN;
  }

  /** From here on the streams of `source` are asked. @returns the slot whose run it was; the run's packet still waits there */
  function leaveRun(source: number): number {
    mode[source] = ASK_ALL;
    const slot = foremost[source]!;
    alike[slot] = Math.max(0, runLeft[source]! - 1);
    return slot;
  }

  /** The clock's base has moved, and with it the times of the records. */
  function rebaseRuns(): void {
    const moved = clock.base - runsBase;
    runsBase = clock.base;
    for (let at = 0; at < runRecords.length; at += L.PACKET_WORDS) {
      runRecords[at + K_BIRTH]! -= moved;
      runRecords[at + K_READY]! -= moved;
    }
  }

  // Why apart: nearly every source has one stream of one lane; it needs no look-ahead, and a few cache lines less per packet.
  function pull(source: number, packet: number): boolean {
    if (mode[source] !== ASK_ONE) {
      if (mode[source] === ASK_QUEUE) return pullQueue(source, packet);
      if (mode[source] === ASK_ALL) return pullAny(source, packet);
      if (staysDry) {
        repeat(source, packet);
        return true;
      }
      leaveRun(source);
      return pullAny(source, packet);
    }
    shared.readyAt = 0;
    if (!sole[source]!.next(shared)) {
      mode[source] = ASK_ALL;
      ranDry(tapAt[slotsFrom[source]!]!, source);
      shared.retryAt = -1;
      return false;
    }
    const birth = shared.birth - clock.base;
    const traffic = trafficOf[source]!;
    check(shared, traffic);
    if (birth > limit) {
      rings.push(slotsFrom[source]!, shared, traffic);
      mode[source] = ASK_ALL;
      parked.push(source);
      return false;
    }
    write(
      packet,
      birth | 0,
      birth + sendTicks,
      classWord(shared, traffic),
      shared.bytes,
      shared.tag,
      source,
    );
    return true;
  }

  function overtake(source: number, packet: number): boolean {
    const first = overtakes[source] ? earliest(source) : -1;
    if (first < 0) return false;
    const isOwn = source >= spec.firstOwn * lanes;
    const ready = M[packet + K_READY]! - (isOwn ? 0 : sendTicks) + clock.base;
    if (leavesAt[first]! >= ready) return false;
    // The stream of what was overtaken is the source's first.
    const slot = slotsFrom[source]!;
    leavesAt[slot] = Number.NaN;
    const draft = draftOf(M, packet, clock.base, ready);
    rings.pushFirst(slot, draft, draft.traffic ?? -1);
    pulled--;
    const next = M[packet + K_NEXT]!;
    const found = pullAny(source, packet);
    M[packet + K_NEXT] = next;
    return found;
  }

  function wake(source: number): void {
    for (const tap of tapsOf[source]!) {
      tap.dry = false;
      tap.retryAt = -1;
    }
  }

  return {
    pull,
    overtake,
    wake,
    pulled: () => pulled,
    exhausted: () =>
      taps.every(
        (tap) =>
          (tap.dry || hasEndedOnAll(tap)) &&
          tap.retryAt < 0 &&
          tap.slots.every((slot) => slot < 0 || rings.waiting(slot) === 0),
      ),
    parked: () => parked.length,
    takeParked() {
      const taken = parked.sort((a, b) => a - b);
      parked = [];
      return taken;
    },
    alarm: () => nextAlarm - clock.base,
    takeAlarms(tick) {
      if (nextAlarm - clock.base > tick) return [];
      const due: number[] = [];
      nextAlarm = Infinity;
      for (const [source, at] of alarms) {
        if (at - clock.base > tick) {
          nextAlarm = Math.min(nextAlarm, at);
          continue;
        }
        alarms.delete(source);
        wake(source);
        due.push(source);
      }
      return due.sort((a, b) => a - b);
    },
  };
}
