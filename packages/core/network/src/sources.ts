import {
  emptyDraft,
  FIRST_BIRTH,
  type PacketDraft,
  type Stream,
} from "@fabriclab/spec";
import { hasTimers } from "./adapted-streams.ts";
import { AdvanceDrafts } from "./advance-drafts.ts";
import { classWord, DraftRings } from "./draft-rings.ts";
import { createDrafting } from "./drafting.ts";
import * as L from "./layout.ts";
import { Reminders } from "./reminders.ts";
import { draftOf } from "./returned-drafts.ts";
import type { SourceSpec } from "./source-spec.ts";
import { createTaps } from "./source-taps.ts";
import { lengthTicks } from "./timing.ts";

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
  /**
   * Of a part of a split network: drafts the next packet of a source before it is pulled, for when there is nothing better to do.
   * @returns whether there was one to draft
   */
  draftAhead(): boolean;
  /** Packets pulled so far. */
  pulled(): number;
  /** No stream has, or may yet have by itself, a packet that was not pulled. */
  exhausted(): boolean;
  /** The same of some of the traffic; packets that were pulled do not count. @param of by the traffic's index */
  isOver(of: (traffic: number) => boolean): boolean;
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
/** What `pull` has to do for a source. */
const ASK_ONE = 0;
const ASK_ALL = 1;
const ASK_QUEUE = 2;
const REPEAT = 3;
const DRAFTED = 4;
const FAILED = 5;

/** Builds the sources of a network from its streams. */
export function createSources(spec: SourceSpec): Sources {
  const { memory: M, clock, births, lanes, sendTicks, tickPs, rates } = spec;
  // Why copies: V8 reads what is imported from memory at every use, and asks each time whether it has been set.
  const { K_BIRTH, K_BYTES, K_CLASS, K_LENGTH } = L;
  const { K_NEXT, K_READY, K_SOURCE, K_TAG } = L;
  const limit = PULL_LIMIT;
  const earliestBirth = FIRST_BIRTH;
  const dlidMask = spec.dlids ? 0xffff : 0;
  const timed = hasTimers(spec.traffic);
  const shared: PacketDraft = { ...emptyDraft(), readyAt: 0 };
  const taps = createTaps(spec, shared);
  const { tapsOf, tapAt, slotsFrom, sourceEndport, overtakes } = taps;
  const { holdings } = taps;
  /** Source -> its stream, where it has just one, of one lane. */
  const sole: (Stream | undefined)[] = [];
  const trafficOf = new Uint8Array(tapsOf.length);
  /**
   * Source -> `ASK_ONE`: its sole stream is asked, which uses one lane; `ASK_QUEUE`: so is its queue of the sole stream, which uses several; `ASK_ALL`: the
   * general way; `REPEAT`: its next packet is like the one before; `DRAFTED`, `FAILED`: what its sole stream answered waits in `inAdvance`.
   */
  const mode = new Uint8Array(tapsOf.length).fill(ASK_ALL);
  /** Source -> packets left of its run, where it repeats; and the record that each of them gets, with times relative to `runsBase`. */
  const runLeft = new Int32Array(tapsOf.length);
  const runRecords = new Int32Array(tapsOf.length * L.PACKET_WORDS);
  let runsBase = clock.base;
  /** Source -> 1 where a stream with timers may put a packet before one that was drafted. */
  const timedOf = new Uint8Array(tapsOf.length);
  const oneRate = rates.every(
    ({ num, den }) => num * rates[0]!.den === rates[0]!.num * den,
  );
  // Of the packet before.
  let lastBytes = -1;
  let lastLength = 0;
  const reminders = new Reminders();
  let parked: number[] = [];
  let pulled = 0;

  /**
   * Source -> the slot that was earliest, -1 = unknown, and the earliest of the others when they were compared: while that one draws packets
   * that leave no later (a frame's all at once), no other is looked at. Only while streams that ran dry stay so.
   */
  const foremost = new Int32Array(tapsOf.length).fill(-1);
  const runnerUp = new Int32Array(tapsOf.length);
  const runnerUpLeaves = new Float64Array(tapsOf.length);

  /** Slot -> packets that were drafted and not pulled. */
  const rings = new DraftRings(tapAt.length);
  /** Slot -> packets like the first that waits which follow it and were drafted with it. */
  const alike = new Int32Array(tapAt.length);
  /** Slot -> the earliest tick at which the first that waits may leave; NaN = not known. Why kept: those of a source are compared again and again, and lie together. */
  const leavesAt = new Float64Array(tapAt.length).fill(Number.NaN);
  const drafting = createDrafting(
    spec,
    taps,
    shared,
    rings,
    alike,
    timedOf,
    reminders,
  );
  // Why here: what is called for every packet is then a constant to V8.
  const { check, fill, staysDry } = drafting;

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

  // Only where nothing that happens meanwhile can change what a stream answers.
  const inAdvance =
    spec.ahead && staysDry() ? new AdvanceDrafts(tapsOf.length) : undefined;
  mode.forEach((asked, source) => {
    if (asked === ASK_ONE) inAdvance?.want(source);
  });

  /** Earliest tick at which the stream of a slot of `source` may send its next packet; NaN = it has none. */
  function nextLeaves(source: number, slot: number): number {
    if (rings.waiting(slot) === 0 && !fill(slot, source)) return NaN;
    return (leavesAt[slot] = rings.leaves(rings.first(slot)));
  }

  /** The slot of `source` whose packet is next, -1 = none has one; ties go to the stream that was declared first. */
  function earliest(source: number): number {
    const last = foremost[source]!;
    if (staysDry() && last >= 0) {
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

  /** Writes a packet that was checked into the record at `packet`. @param birth relative, as is @param ready */
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
    if (birth < earliestBirth) {
      birth = births.wordOf(birth + clock.base);
      births.waits(source, birth);
      // That long ago, it does not matter when.
      if (ready < earliestBirth) ready = earliestBirth;
    }
    M[(at + K_BIRTH) | 0] = birth;
    M[(at + K_READY) | 0] = ready;
    M[(at + K_CLASS) | 0] = cls;
    M[(at + K_LENGTH) | 0] = lastLength;
    M[(at + K_BYTES) | 0] = bytes;
    M[(at + K_SOURCE) | 0] = sourceEndport[source]! | ((cls & dlidMask) << 16);
    M[(at + K_TAG) | 0] = tag;
  }

  /** The general case: several streams, several lanes, streams that are dry or have a packet parked. */
  function pullAny(source: number, packet: number): boolean {
    const slot = earliest(source);
    if (slot < 0) return false;
    const ready = leavesAt[slot]! - clock.base;
    // Until then a stream that is woken may draft a packet that goes first.
    if (timedOf[source] !== 0 && ready > clock.tick) {
      reminders.add(source, clock.base + ready);
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
      if (staysDry() && M[packet + K_BIRTH]! >= earliestBirth)
        beginRun(source, packet, left);
      return true;
    }
    rings.shift(slot);
    leavesAt[slot] = Number.NaN;
    if (sole[source] !== undefined) {
      mode[source] = ASK_ONE;
      inAdvance?.want(source);
    }
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
    if (rings.waiting(slot) === 0 && !fill(slot, source)) return false;
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

  /** The clock's base has moved, and with it the times of the records. Runs that were born too long ago for one are left. */
  function rebaseRuns(): void {
    const moved = clock.base - runsBase;
    runsBase = clock.base;
    for (const [source, asked] of mode.entries()) {
      const at = source * L.PACKET_WORDS;
      const birth = runRecords[at + K_BIRTH]! - moved;
      if (asked === REPEAT && birth < earliestBirth) leaveRun(source);
      runRecords[at + K_BIRTH] = birth;
      runRecords[at + K_READY]! -= moved;
    }
  }

  /** Whether the run of `source` goes on under the clock's new base. */
  function stillRuns(source: number): boolean {
    rebaseRuns();
    return mode[source] === REPEAT;
  }

  // Why apart: nearly every source has one stream of one lane; it needs no look-ahead, and a few cache lines less per packet.
  function pull(source: number, packet: number): boolean {
    if (births.waiting !== 0) births.left(source);
    if (mode[source] !== ASK_ONE) {
      if (mode[source] === DRAFTED) return pullDrafted(source, packet);
      if (mode[source] === ASK_QUEUE) return pullQueue(source, packet);
      if (mode[source] === ASK_ALL) return pullAny(source, packet);
      if (mode[source] === FAILED) throw inAdvance!.failureOf(source);
      if (!staysDry()) leaveRun(source);
      else if (runsBase === clock.base || stillRuns(source)) {
        repeat(source, packet);
        return true;
      }
      return pullAny(source, packet);
    }
    shared.readyAt = 0;
    if (!sole[source]!.next(shared)) {
      soleRanDry(source);
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
      birth,
      birth + sendTicks,
      classWord(shared, traffic),
      shared.bytes,
      shared.tag,
      source,
    );
    return true;
  }

  function soleRanDry(source: number): void {
    mode[source] = ASK_ALL;
    drafting.ranDry(tapAt[slotsFrom[source]!]!, source);
  }

  function draftAhead(): boolean {
    const source = inAdvance?.next() ?? -1;
    if (source < 0) return false;
    // It ran dry or far ahead since.
    if (mode[source] !== ASK_ONE) return true;
    try {
      shared.readyAt = 0;
      if (!sole[source]!.next(shared)) {
        soleRanDry(source);
        return true;
      }
      const traffic = trafficOf[source]!;
      check(shared, traffic);
      if (shared.birth - clock.base > limit) {
        rings.push(slotsFrom[source]!, shared, traffic);
        mode[source] = ASK_ALL;
      } else {
        inAdvance!.keep(source, shared, traffic);
        mode[source] = DRAFTED;
      }
    } catch (error) {
      inAdvance!.fail(source, error);
      mode[source] = FAILED;
    }
    return true;
  }

  /** Takes the packet that was drafted in advance. */
  function pullDrafted(source: number, packet: number): boolean {
    const drafts = inAdvance!;
    const birth = drafts.birthOf(source) - clock.base;
    write(
      packet,
      birth,
      birth + sendTicks,
      drafts.classWordOf(source),
      drafts.bytesOf(source),
      drafts.tagOf(source),
      source,
    );
    mode[source] = ASK_ONE;
    drafts.want(source);
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
    const draft = draftOf(M, packet, births, ready);
    births.takenBack(source);
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
      if (tap.traffic < 0) holdings.wake(tap.stream.source);
    }
  }

  return {
    pull,
    overtake,
    wake,
    draftAhead,
    pulled: () => pulled,
    exhausted: () =>
      !mode.includes(DRAFTED) && !mode.includes(FAILED) && drafting.exhausted(),
    isOver: (of) =>
      !mode.some(
        (asked, source) =>
          (asked === DRAFTED || asked === FAILED) && of(trafficOf[source]!),
      ) && drafting.isOver(of),
    parked: () => parked.length,
    takeParked() {
      const taken = parked.sort((a, b) => a - b);
      parked = [];
      return taken;
    },
    alarm: () => reminders.next - clock.base,
    takeAlarms(tick) {
      const due = reminders.take(tick + clock.base);
      for (const source of due) wake(source);
      return due;
    },
  };
}
