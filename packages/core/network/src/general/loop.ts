import * as kernel from "@fabriclab/kernel";
import { createDelivery } from "../delivery.ts";
import { createDiscard, type Discard } from "../discard.ts";
import { createLaneMap } from "../lane-map.ts";
import * as L from "../layout.ts";
import type { Loop } from "../loop.ts";
import { createPatience } from "../patience.ts";
import {
  R_BUCKET,
  R_JOURNAL,
  R_TIME,
  S_EVENTS,
  S_HOPS,
  type NetworkState,
} from "../state.ts";
import { createAgenda } from "./agenda.ts";
import { createCentral } from "./central.ts";
import { createChooser } from "./choose-port.ts";
import { createCredits } from "./credits.ts";
import { createCrossbar } from "./crossbar.ts";
import { createGang } from "./gang.ts";
import { createGrants } from "./grant.ts";
import type { Gate } from "./gate.ts";
import { createHolding } from "./holding.ts";
import { createLink } from "./link.ts";
import { createLiveLinks } from "./live-links.ts";
import { createRecords } from "./records.ts";
import { createRoute } from "./route.ts";
import { createWiredEndports, type WiredEndports } from "./wired-endports.ts";

/**
 * The general loop: the same model as the fast loop of `../loop.ts`, in the same memory, with the features that the fast loop leaves out (choice
 * among ports, gangs, holding buffers and central queues, credit packets, credit counters, buffers that differ per lane, switch endports, live
 * changes). Everything that both can run has the same results, which the tests assert; the fast loop is for speed and is never slowed
 * by what only this one knows.
 */
export function createGeneralLoop(state: NetworkState): Loop {
  const { layout, registers, sums, wheel, clock, journalLimit, switchCount } =
    state;
  const { near, nearBits, far, farBits, bucketBits } = wheel;
  const SLOT_MASK = (2 << bucketBits) - 1;
  const WORD_MASK = SLOT_MASK >> 5;
  const BUFFERED = layout.buffered;
  const PASSED_LANES = layout.lanes > 1 && !state.layered;
  const QX_TIMER = layout.extra + L.QX_TIMER;
  const DROP = state.drop !== undefined;
  const { live } = state.general;
  let gate: Gate | undefined;
  let endports: WiredEndports | undefined;
  let last = 0;

  const records = createRecords(state);
  const agenda = createAgenda(state, records);
  const lanes = createLaneMap(state);
  const credits = createCredits(state, records, agenda);
  const giveBack = credits.giveBack;
  const discardHead = createDiscard(state, giveBack);
  const discard: Discard = (q, t, cause, receivers) => {
    gate?.forget(q);
    discardHead(q, t, cause, receivers);
  };
  const patience = createPatience(state, discard);
  /** Discards a head for a reason that no drop policy gave; its clock must be told. */
  const reject: Discard = (q, t, cause, receivers) => {
    discard(q, t, cause, receivers);
    if (DROP) patience.discarded(q, t);
  };
  const deliver = createDelivery(state);
  const choosePort = createChooser(state, records, credits, lanes);
  const route = createRoute(
    state,
    records,
    agenda,
    lanes,
    reject,
    choosePort,
    () => gate,
    () => endports,
  );
  const grants = createGrants(
    state,
    records,
    credits,
    lanes,
    patience,
    () => gate,
  );
  const stopBefore = (tick: number, t: number): void => {
    if (tick - 1 < last) last = Math.max(t, tick - 1);
  };
  const link = createLink(
    state,
    records,
    agenda,
    credits,
    patience,
    stopBefore,
  );
  if (state.general.ownHead.length > 0)
    endports = createWiredEndports(
      state,
      records,
      agenda,
      credits,
      lanes,
      grants,
      link,
      stopBefore,
    );
  const parts = { state, records, agenda, lanes, grants, link, credits };
  const crossbar = createCrossbar(
    state,
    records,
    agenda,
    credits,
    lanes,
    grants,
    link,
    () => gate,
  );
  if (state.general.gang !== undefined)
    gate = createGang({ ...parts, crossbar }, state.general.gang);
  else if (state.general.concurrent > 0)
    gate = createHolding(parts, route.requestBranches);
  else if (state.general.centralPackets > 0)
    gate = createCentral({ ...parts, crossbar });
  state.general.gate = gate;

  if (live !== undefined)
    state.general.links = createLiveLinks(
      state,
      records,
      agenda,
      reject,
      route,
    );

  const { M, OUT, O_INDEX, O_BUSY, O_FILLED, O_INPUT, O_PENDING, O_REQUESTED } =
    records;

  /** Second phase: a switch, before its outputs. */
  const decide = (group: number, t: number): void => {
    if (gate !== undefined && group < switchCount) gate.decide(group, t);
  };

  /** Second phase: one output. */
  function serve(o: number, t: number): void {
    // A host behind a dead link keeps its packets; it is looked at again when the link is restored.
    if (live !== undefined && live.down[M[o + O_INDEX]!] !== 0) return;
    if (M[o + O_BUSY]! <= t) credits.send(o, t);
    const started = endports?.serve(o, t) ?? false;
    if (BUFFERED) {
      crossbar.serve(o, t);
      if (M[o + O_BUSY]! <= t && !link.sendCentral(o, t))
        link.sendBuffered(o, t);
    } else if (!started && M[o + O_BUSY]! <= t && !link.sendCentral(o, t))
      crossbar.serve(o, t);
    const awaited = gate?.awaits(o) ?? false;
    const somebody =
      awaited ||
      M[o + O_REQUESTED] !== 0 ||
      (BUFFERED && M[o + O_FILLED] !== 0) ||
      link.centralWaits(o) ||
      (endports?.waits(o) ?? false) ||
      credits.waiting(o);
    if (somebody && M[o + O_BUSY]! > t) agenda.revisitWhenFree(o);
    if (BUFFERED && (awaited || M[o + O_REQUESTED] !== 0))
      agenda.wakeCrossbar(o, t, awaited);
  }

  /** First phase: one event. Returns the rest of the tick's events. */
  function happen(at: number, kind: number, t: number, rest: number): number {
    if (kind === L.READY) route.ready(at, t);
    else if (kind === L.DONE) {
      const o = at - OUT;
      M[o + O_PENDING] = 0;
      agenda.mark(o);
      if (PASSED_LANES && !BUFFERED) agenda.markWanted(M[o + O_INPUT]!);
    } else if (kind === L.CREDIT) {
      const q = at - L.Q_CREDIT_EVENT;
      M[q + L.Q_STARVED] = L.FED;
      agenda.mark(M[M[q + L.Q_PORT]! + L.I_UP]!);
    } else if (kind === L.CROSSED) {
      M[at + L.X_PENDING] = 0;
      agenda.mark(M[at + L.X_PORT]!);
      if (PASSED_LANES) agenda.markWanted(M[at + L.X_INPUT]!);
    } else if (kind === L.DELIVERY) {
      const events = deliver(at, t, rest);
      stopBefore(state.sources.alarm(), t);
      return events;
    } else if (kind === L.PATIENCE) patience.expired(at - QX_TIMER, t);
    else if (kind === L.WAKE) agenda.woken(at - layout.generalExtra - L.G_WAKE);
    else credits.due(at - layout.generalExtra - L.G_DUE, t);
    return rest;
  }

  function enterBucket(bucket: number): void {
    registers[R_BUCKET] = bucket;
    kernel.cascade(
      M,
      near,
      nearBits,
      far,
      farBits,
      bucketBits,
      bucket,
      bucket + 1,
    );
  }

  /** The next tick after `t` that may have events, at most `last`; enters buckets on the way. */
  function advance(t: number): number {
    for (;;) {
      const from = (t + 1) & SLOT_MASK;
      let word = from >> 5;
      let found = nearBits[word]! & (-1 << (from & 31));
      for (let step = 0; found === 0 && step <= WORD_MASK; step++) {
        word = (word + 1) & WORD_MASK;
        found = nearBits[word]!;
      }
      const bucket = registers[R_BUCKET]!;
      if (found === 0) {
        const next = kernel.nextFarBucket(farBits, bucket);
        if (next < 0 || next << bucketBits > last) {
          // Nothing to do: the clock walks on by itself, and the wheel's bucket with it.
          if (last >> bucketBits > bucket) enterBucket(last >> bucketBits);
          return last;
        }
        enterBucket(next - 1);
        t = (next << bucketBits) - 1;
        continue;
      }
      const slot = (word << 5) + kernel.lowestBit(found);
      const tick = t + 1 + ((slot - from) & SLOT_MASK);
      if (tick > last) return last;
      if (tick >> bucketBits === bucket) return tick;
      // Entering a bucket brings the bucket after it within reach of the near wheel, perhaps with earlier events.
      enterBucket(bucket + 1);
      t =
        tick >> bucketBits !== bucket + 1
          ? ((bucket + 2) << bucketBits) - 1
          : ((bucket + 1) << bucketBits) - 1;
    }
  }

  return (end, hopLimit) => {
    last = end;
    const hopsAtStart = sums[S_HOPS]!;
    let t = registers[R_TIME]!;
    while (
      t < last &&
      sums[S_HOPS]! - hopsAtStart < hopLimit &&
      registers[R_JOURNAL]! < journalLimit
    ) {
      t = advance(t);
      clock.tick = t;
      const slot = t & SLOT_MASK;
      let event = near[slot]!;
      if (event < 0 || t >> bucketBits !== registers[R_BUCKET]) continue;
      near[slot] = -1;
      nearBits[slot >> 5]! &= ~(1 << (slot & 31));
      do {
        const at = event >> kernel.EVENT_KIND_BITS;
        const kind = event & kernel.EVENT_KIND_MASK;
        sums[S_EVENTS]!++;
        event = happen(at, kind, t, M[at]!);
      } while (event >= 0);
      agenda.visit(decide, serve, t);
    }
    registers[R_TIME] = t;
  };
}
