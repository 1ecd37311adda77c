import { DropCause } from "@fabriclab/spec";
import { createDropRecord, type Discard } from "../discard.ts";
import { createInputQueues } from "../input-queues.ts";
import * as L from "../layout.ts";
import { createPacketReceivers } from "../packet-receivers.ts";
import { R_TIME, S_COPIES } from "../registers.ts";
import type { NetworkState } from "../state.ts";
import { createPortWaits } from "../port-waits.ts";
import { createWithdraw } from "../withdraw.ts";
import type { Agenda } from "./agenda.ts";
import type { Records } from "./records.ts";
import type { Route } from "./route.ts";
import { NO_LIMIT, type LiveLinks } from "./state.ts";

/**
 * What a failure does at tick T, the last that was simulated: packets whose last bit has not come through are lost, in both directions; heads that
 * wait for the dead output, and what its output buffer holds, are discarded; a host keeps its packets. Their space is free again, so credits
 * add up as if the link had been initialised anew. What the next switch has begun to send on, and what is on its way to a host, is past the link.
 */
export function createLiveLinks(
  state: NetworkState,
  records: Records,
  agenda: Agenda,
  discard: Discard,
  route: Route,
): LiveLinks {
  const { registers, sums, layout, groupBase } = state;
  const { down, deadPorts, doomed } = state.general.live!;
  const { slotsOf, capacityOf } = state.general;
  const { centralHead, centralTail, centralCount, centralPackets } =
    state.general;
  const { M, V, W, LANE0, O_DOWN, O_FILLED, O_INDEX, O_NUM } = records;
  const {
    PORT_WORDS,
    QUEUE_WORDS,
    LANE_WORDS,
    QX_BRANCHES,
    QX_END,
    QX_MASK,
    QX_STARTED,
  } = records;
  const record = createDropRecord(state);
  const receiversOf = createPacketReceivers(state);
  const withdraw = createWithdraw(state);
  const waits = createPortWaits(state);
  const queues = createInputQueues(state);
  const { linkDown } = DropCause;

  const isHost = (i: number): boolean => M[i + L.I_NODE]! < 0;
  const tailOf = (i: number, p: number): number =>
    records.headerArrival(i, p) + M[p + L.K_LENGTH]!;

  /** Packets behind the head of `q` whose last bit has not arrived. Nothing is pending for them but their turn. */
  function cutFollowers(q: number, now: number): void {
    const i = M[q + L.Q_PORT]!;
    let before = M[q + L.Q_HEAD]!;
    while (M[before]! >= 0 && tailOf(i, M[before]!) <= now) before = M[before]!;
    let p = M[before]!;
    if (p < 0) return;
    M[before] = -1;
    M[q + L.Q_TAIL] = before;
    const lane = M[q + L.Q_LANE]!;
    while (p >= 0) {
      const next = M[p]!;
      if (capacityOf[lane] !== NO_LIMIT)
        M[q + L.Q_CREDIT]! +=
          slotsOf[lane] === 1 ? 1 : (M[p + L.K_BYTES]! + 63) >> 6;
      queues?.left(q, p, now);
      record(p, i, lane, now + 1, linkDown, receiversOf.at(p, i));
      records.release(p);
      p = next;
    }
  }

  /** What of queue `q` is still on its link. */
  function cutQueue(q: number, now: number): void {
    const p = M[q + L.Q_HEAD]!;
    if (p < 0) return;
    cutFollowers(q, now);
    if (tailOf(M[q + L.Q_PORT]!, p) <= now) return;
    const out = M[q + L.Q_OUT]!;
    // Its look-up is pending, and finds out.
    if (out === -1) doomed[records.packetIndex(p)] = 1;
    else if (out >= 0 || M[q + QX_STARTED] === 0) discardAll(q, now);
  }

  /** The head of `q`, which has requested its outputs, is lost to all that it has not sent a copy for. */
  function discardAll(q: number, now: number): void {
    const receivers = receiversOf.ofHead(q);
    withdraw.all(q, now);
    discard(q, now + 1, linkDown, receivers);
  }

  /** The head of `q` waits for dead output `o`, perhaps among others. */
  function cutRequest(q: number, o: number, now: number): void {
    if (M[q + L.Q_OUT] === o) {
      discardAll(q, now);
      return;
    }
    const num = M[o + O_NUM]!;
    if (M[q + L.Q_OUT] !== L.MANY) return;
    if ((M[q + QX_MASK + (num >> 5)]! & (1 << num)) === 0) return;
    const i = M[q + L.Q_PORT]!;
    const lane = M[q + L.Q_LANE]!;
    const p = M[q + L.Q_HEAD]!;
    const receivers = receiversOf.through(p, o);
    withdraw.branch(q, o, now);
    M[q + QX_BRANCHES]!--;
    if (M[q + QX_BRANCHES]! > 0) {
      sums[S_COPIES]!++;
      record(p, i, lane, now + 1, linkDown, receivers);
      state.general.gate?.cut(q);
      return;
    }
    M[i + L.I_WANTS]! &= ~(1 << records.wantOf(q));
    if (!records.isHolding(q)) {
      discard(q, now + 1, linkDown, receivers);
      return;
    }
    // It has left the queue: no credit is due, and nobody follows.
    M[q + L.Q_OUT] = -1;
    M[q + L.Q_HEAD] = -1;
    record(p, i, lane, now + 1, linkDown, receivers);
    records.release(p);
    state.general.gate!.left(q, Math.max(M[q + QX_END]!, now + 1));
  }

  /** Packets from `first` on, which wait for `lane` of dead output `o`. */
  function cutList(first: number, o: number, lane: number, now: number): void {
    for (let p = first; p >= 0;) {
      const next = M[p]!;
      record(p, o, lane, now + 1, linkDown, receiversOf.through(p, o));
      records.release(p);
      p = next;
    }
  }

  /** What waits in the central queues of `o`. */
  function cutCentral(o: number, now: number): void {
    for (let lane = 0; lane < V; lane++) {
      const at = M[o + O_INDEX]! * V + lane;
      cutList(centralHead[at]!, o, lane, now);
      centralHead[at] = -1;
      centralTail[at] = -1;
      centralCount[at] = 0;
    }
  }

  /** What waits in the output buffers of `o`. */
  function cutBuffers(o: number, now: number): void {
    for (let lane = 0; lane < V; lane++) {
      const x = o + LANE0 + lane * LANE_WORDS;
      cutList(M[x + L.X_HEAD]!, o, lane, now);
      M[x + L.X_HEAD] = -1;
      M[x + L.X_TAIL] = -1;
      M[x + L.X_USED] = 0;
    }
    M[o + O_FILLED] = 0;
  }

  function failEnd(i: number, now: number): void {
    down[M[i + O_INDEX]!] = 1;
    if (isHost(i)) return;
    const sw = M[i + L.I_NODE]!;
    const num = M[i + O_NUM]!;
    deadPorts[sw * W + (num >> 5)]! |= 1 << num;
    for (let lane = 0; lane < V; lane++)
      cutQueue(i + L.Q0 + lane * QUEUE_WORDS, now);
    const ports = state.general.live!.portsOf[sw]!;
    for (const from of ports)
      for (let k = 0; k < layout.queues; k++)
        cutRequest(
          groupBase[sw]! + from * PORT_WORDS + L.Q0 + k * QUEUE_WORDS,
          i,
          now,
        );
    if (layout.buffered) cutBuffers(i, now);
    if (centralPackets > 0) cutCentral(i, now);
    waits?.withdrawn(i, now);
    // Heads at the gate may start now that others are gone, or want less: the switch decides anew.
    if (state.general.gate !== undefined) agenda.wakeQueue(i + L.Q0, now + 1);
  }

  function restoreEnd(i: number, now: number): void {
    down[M[i + O_INDEX]!] = 0;
    if (isHost(i)) {
      agenda.revisit(i, now + 1);
      return;
    }
    const num = M[i + O_NUM]!;
    deadPorts[M[i + L.I_NODE]! * W + (num >> 5)]! &= ~(1 << num);
  }

  /** Whether the head of `q` waits at the gate, without a request at any output: it reads its lanes when it starts. */
  const isAtGate = (q: number): boolean =>
    M[q + L.Q_OUT] === L.MANY &&
    (M[M[q + L.Q_PORT]! + L.I_WANTS]! & (1 << records.wantOf(q))) === 0;

  /** Heads of switches' queues that have requested outputs: the output, or `MANY`. */
  function requested(): [q: number, out: number][] {
    const found: [number, number][] = [];
    for (const [sw, ports] of state.general.live!.portsOf.entries())
      for (const num of ports)
        for (let k = 0; k < layout.queues; k++) {
          const q = groupBase[sw]! + num * PORT_WORDS + L.Q0 + k * QUEUE_WORDS;
          if (isAtGate(q)) agenda.wakeQueue(q, registers[R_TIME]! + 1);
          else if (M[q + L.Q_OUT] !== -1) found.push([q, M[q + L.Q_OUT]!]);
        }
    return found;
  }

  return {
    changeLanes(replace) {
      const now = registers[R_TIME]!;
      const heads = requested();
      for (const [q] of heads) withdraw.all(q, now);
      replace();
      for (const [q, out] of heads) {
        if (out >= 0) route.toOutput(q, out, now + 1);
        else {
          M[q + L.Q_OUT] = L.MANY;
          route.requestBranches(q);
        }
        // What was marked is looked at with the next event of its switch: let there be one.
        agenda.wakeQueue(q, now + 1);
        // A port that waited goes on waiting.
        if (out >= 0) waits?.served(out, now);
        else records.forEachBranch(q, (o) => waits?.served(o, now));
      }
    },
    fail(i) {
      const now = registers[R_TIME]!;
      failEnd(i, now);
      failEnd(M[i + O_DOWN]!, now);
    },
    restore(i) {
      const now = registers[R_TIME]!;
      restoreEnd(i, now);
      restoreEnd(M[i + O_DOWN]!, now);
    },
  };
}
