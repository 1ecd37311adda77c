import * as kernel from "@fabriclab/kernel";
import { createDelivery } from "../delivery.ts";
import { createDiscard, type Discard } from "../discard.ts";
import { createLaneMap } from "../lane-map.ts";
import * as L from "../layout.ts";
import type { Loop } from "../loop.ts";
import { createPatience } from "../patience.ts";
import { createPortWaits } from "../port-waits.ts";
import * as S from "../registers.ts";
import type { NetworkState } from "../state.ts";
import { createAgenda } from "./agenda.ts";
import { createArrival } from "./arrival.ts";
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
import { createNextTick } from "./next-tick.ts";
import { createReceive } from "./receive.ts";
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
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const {
    CREDIT,
    CROSSED,
    DELIVERY,
    DONE,
    FED,
    G_DUE,
    G_WAKE,
    I_UP,
    PATIENCE,
    Q_CREDIT_EVENT,
    Q_PORT,
    Q_STARVED,
    READY,
    WAKE,
    X_INPUT,
    X_PENDING,
    X_PORT,
  } = L;
  const { EVENT_KIND_BITS, EVENT_KIND_MASK } = kernel;
  const { R_BUCKET, R_JOURNAL, R_TIME, S_EVENTS, S_HOPS } = S;
  const { layout, registers, sums, wheel, clock, journalLimit, switchCount } =
    state;
  const { near, nearBits, bucketBits } = wheel;
  const SLOT_MASK = (2 << bucketBits) - 1;
  const BUFFERED = layout.buffered;
  const PASSED_LANES = (layout.lanes > 1 || layout.held) && !state.layered;
  const QX_TIMER = layout.extra + L.QX_TIMER;
  const DROP = state.drop !== undefined;
  const { live } = state.general;
  const waits = createPortWaits(state);
  let gate: Gate | undefined;
  let endports: WiredEndports | undefined;
  let last = 0;

  const nextTick = createNextTick(state);
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
  const choosePort = createChooser(state, credits.blocksFree, lanes);
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
  const arrive = createArrival(state, records);
  const receive = createReceive(state, records, agenda, credits, arrive);
  const link = createLink(
    state,
    records,
    agenda,
    credits,
    patience,
    arrive,
    receive,
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
    gate = createGang({ ...parts, crossbar, endports }, state.general.gang);
  else if (layout.held) gate = createHolding(parts, route.requestBranches);
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
    if (live !== undefined && live.down[M[o + O_INDEX]!] !== 0) {
      endports?.lose(o, t);
      waits?.served(o, t);
      return;
    }
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
    waits?.served(o, t);
  }

  /** The WAKE event of queue `q`. */
  function woken(q: number, t: number): void {
    agenda.woken(q);
    const i = M[q + Q_PORT]!;
    if (records.receives(i)) receive!.due(i, t);
  }

  /** First phase: one event. Returns the rest of the tick's events. */
  function happen(at: number, kind: number, t: number, rest: number): number {
    if (kind === READY) route.ready(at, t);
    else if (kind === DONE) {
      const o = at - OUT;
      M[o + O_PENDING] = 0;
      agenda.mark(o);
      if (PASSED_LANES && !BUFFERED) agenda.markWanted(M[o + O_INPUT]!);
    } else if (kind === CREDIT) {
      const q = at - Q_CREDIT_EVENT;
      M[q + Q_STARVED] = FED;
      agenda.mark(M[M[q + Q_PORT]! + I_UP]!);
    } else if (kind === CROSSED) {
      M[at + X_PENDING] = 0;
      agenda.mark(M[at + X_PORT]!);
      if (PASSED_LANES) agenda.markWanted(M[at + X_INPUT]!);
    } else if (kind === DELIVERY) {
      const events = deliver(at, t, rest);
      stopBefore(state.sources.alarm(), t);
      return events;
    } else if (kind === PATIENCE) patience.expired(at - QX_TIMER, t);
    else if (kind === WAKE) woken(at - layout.generalExtra - G_WAKE, t);
    else credits.due(at - layout.generalExtra - G_DUE, t);
    return rest;
  }

  /** All that happens at tick `t`. */
  function tick(t: number): void {
    clock.tick = t;
    const slot = t & SLOT_MASK;
    let event = near[slot]!;
    if (event < 0 || t >> bucketBits !== registers[R_BUCKET]) return;
    near[slot] = -1;
    nearBits[slot >> 5]! &= ~(1 << (slot & 31));
    let events = 0;
    do {
      const at = event >> EVENT_KIND_BITS;
      const kind = event & EVENT_KIND_MASK;
      events++;
      event = happen(at, kind, t, M[at]!);
    } while (event >= 0);
    sums[S_EVENTS]! += events;
    agenda.visit(decide, serve, t);
  }

  /**
   * Tick by tick up to `last`, or until `hopLimit` packet-hops are done or the journal is nearly full. @returns the tick reached
   *
   * Why apart: V8 replaces a function with a long loop while it runs, by code that knows nothing of what comes after the loop; were that more than
   * a return, each slice would end with throwing that code away.
   */
  function walk(t: number, hopLimit: number): number {
    const hopsAtStart = sums[S_HOPS]!;
    while (
      t < last &&
      sums[S_HOPS]! - hopsAtStart < hopLimit &&
      registers[R_JOURNAL]! < journalLimit
    ) {
      t = nextTick(t, last);
      tick(t);
    }
    return t;
  }

  return (end, hopLimit) => {
    last = end;
    registers[R_TIME] = walk(registers[R_TIME]!, hopLimit);
  };
}
