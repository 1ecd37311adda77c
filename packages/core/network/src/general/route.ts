import { MULTICAST_LID_MIN } from "@fabriclab/units";
import { DropCause } from "@fabriclab/spec";
import { createDropRecord, type Discard } from "../discard.ts";
import { createInputQueues } from "../input-queues.ts";
import type { LaneMap } from "../lane-map.ts";
import * as L from "../layout.ts";
import { createPacketReceivers } from "../packet-receivers.ts";
import * as S from "../registers.ts";
import type { NetworkState } from "../state.ts";
import type { Agenda } from "./agenda.ts";
import type { Chooser } from "./choose-port.ts";
import type { Gate } from "./gate.ts";
import type { Records } from "./records.ts";
import type { WiredEndports } from "./wired-endports.ts";

const NO_PATH = 255;

/** Routes the head of a queue (the READY event): finds its output or outputs and requests them. */
export interface Route {
  ready(q: number, t: number): void;
  /** The head of `q` requests output `o`, or is discarded there as SL2VL says. */
  toOutput(q: number, o: number, t: number): void;
  /** A multicast head requests each of its outputs, which grant it independently (asynchronous replication). */
  requestBranches(q: number): void;
}

export function createRoute(
  state: NetworkState,
  records: Records,
  agenda: Agenda,
  lanes: LaneMap,
  discard: Discard,
  choosePort: Chooser | undefined,
  gateOf: () => Gate | undefined,
  endportsOf: () => WiredEndports | undefined,
): Route {
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const {
    I_BASE,
    I_NODE,
    I_NUM,
    I_WANTS,
    K_CLASS,
    K_LENGTH,
    K_READY,
    MANY,
    Q_HEAD,
    Q_LANE,
    Q_OUT,
    Q_PORT,
    READY,
    X_HEAD,
  } = L;
  const { S_COPIES } = S;
  const { layout, sums, lft, mft, switchCount, firstMlid, mlids } = state;
  const { showAhead, showAheadOf, sl2vl, sl2vlDiscards, uniform } = state;
  const { M, W, LANE0, REQUESTS, O_BUSY, O_REQUESTED, O_FILLED } = records;
  const { QX_LANE, QX_BRANCHES, QX_END, QX_STARTED, QX_MASK } = records;
  const { PORT_WORDS, LANE_WORDS } = records;
  const BUFFERED = layout.buffered;
  const REMAP = sl2vl !== undefined;
  const { live, wired } = state.general;
  const queues = createInputQueues(state);
  const WATCHED = state.drop !== undefined || live !== undefined;
  const record = createDropRecord(state);
  const receiversOf = createPacketReceivers(state);

  function request(o: number, lane: number, num: number): void {
    M[o + REQUESTS + lane * LANE_WORDS + (W === 1 ? 0 : num >> 5)]! |= 1 << num;
    M[o + O_REQUESTED]! |= 1 << lane;
  }

  const want = (q: number): void => {
    M[M[q + Q_PORT]! + I_WANTS]! |= 1 << records.wantOf(q);
  };

  function requestBranches(q: number): void {
    const i = M[q + Q_PORT]!;
    const cls = M[M[q + Q_HEAD]! + K_CLASS]!;
    want(q);
    records.forEachBranch(q, (o) => {
      request(o, lanes.outLane(i, o, cls, M[q + Q_LANE]!), M[i + I_NUM]!);
      agenda.mark(o);
    });
  }

  /** Earliest start on output `o` at which its link, being faster, does not run out of bytes of packet `p`, each of which takes the routing delay that the header takes. */
  const underrun = (p: number, o: number): number =>
    M[p + K_READY]! + M[p + K_LENGTH]! - records.lengthOn(p, o);

  /** Show-ahead: whether the head takes the full delay because the output is not idle. */
  function mustWait(q: number, p: number, i: number, t: number): boolean {
    const node = M[i + I_NODE]!;
    if (!showAhead || t >= M[p + K_READY]! + showAheadOf[node]!) return false;
    const dlid = M[p + K_CLASS]! & 0xffff;
    const port =
      dlid < MULTICAST_LID_MIN ? lft[dlid * switchCount + node]! : NO_PATH;
    const out = M[i + I_BASE]! + port * PORT_WORDS;
    // Port 0 is the switch's own endport.
    if (M[i + I_NUM] === 0) return false;
    if (
      port !== 0 &&
      port !== NO_PATH &&
      M[out + O_BUSY]! <= t &&
      !(BUFFERED && M[out + O_FILLED] !== 0)
    )
      return false;
    records.post(READY, q, M[p + K_READY]! + showAheadOf[node]!);
    return true;
  }

  function multicast(q: number, p: number, i: number, t: number): void {
    const node = M[i + I_NODE]!;
    const num = M[i + I_NUM]!;
    const k = (M[p + K_CLASS]! & 0xffff) - firstMlid;
    if (k < 0 || k >= mlids) {
      discard(q, t);
      return;
    }
    for (let w = 0; w < W; w++) {
      let mask = mft[(node * mlids + k) * W + w]!;
      if (w === num >> 5) mask &= ~(1 << num);
      M[q + QX_MASK + w] = mask;
    }
    const cls = M[p + K_CLASS]!;
    // Receivers whose branches are closed to the packet, by SL2VL entries of 15 and by dead links.
    const refused =
      sl2vlDiscards === undefined
        ? 0
        : cut(q, (o) => lanes.discards(i, o, cls, M[q + Q_LANE]!));
    const lost =
      live === undefined
        ? 0
        : cut(q, (o) => live.down[M[o + records.O_INDEX]!] !== 0);
    let branches = 0;
    let wait = -Infinity;
    records.forEachBranch(q, (o) => {
      branches++;
      if (!uniform) wait = Math.max(wait, underrun(p, o));
    });
    queues?.startsAt(q, p, wait);
    if (wait > t) {
      records.post(READY, q, wait);
      return;
    }
    const { linkDown, unroutable } = DropCause;
    const inLane = M[q + Q_LANE]!;
    // Copies for closed branches are made to be lost, so that each is accounted for; where there are no others, the packet itself is one of them.
    if (refused > 0 && branches + lost > 0) {
      sums[S_COPIES]!++;
      record(p, i, inLane, t, unroutable, refused);
    }
    if (branches === 0) {
      if (lost > 0) discard(q, t, linkDown, lost);
      else discard(q, t, unroutable);
      return;
    }
    if (lost > 0) {
      sums[S_COPIES]!++;
      record(p, i, inLane, t, linkDown, lost);
    }
    M[q + QX_BRANCHES] = branches;
    M[q + QX_END] = t;
    if (WATCHED) M[q + QX_STARTED] = 0;
    M[q + Q_OUT] = MANY;
    const gate = gateOf();
    if (gate !== undefined) gate.arrived(q, t);
    else requestBranches(q);
  }

  /** Takes closed outputs out of the mask of multicast head `q`. @returns how many receivers there are behind them */
  function cut(q: number, isClosed: (o: number) => boolean): number {
    let lost = 0;
    records.forEachBranch(q, (o) => {
      if (!isClosed(o)) return;
      const port = M[o + records.O_NUM]!;
      M[q + QX_MASK + (port >> 5)]! &= ~(1 << port);
      lost += receiversOf.through(M[q + Q_HEAD]!, o);
    });
    return lost;
  }

  /** A host's packet goes to its only output; with output buffers straight before the link, for a host has no crossbar. */
  function fromHost(q: number, p: number, i: number, t: number): void {
    const lane = M[q + Q_LANE]!;
    if (endportsOf()?.send(q, p, i, t) === true) return;
    if (REMAP) M[q + QX_LANE] = lane;
    if (!BUFFERED) {
      send(q, i, lane, t);
      return;
    }
    M[q + Q_HEAD] = -1;
    M[i + LANE0 + lane * LANE_WORDS + X_HEAD] = p;
    M[i + O_FILLED]! |= 1 << lane;
    if (M[i + O_BUSY]! > t) agenda.revisitWhenFree(i);
    else agenda.mark(i);
  }

  /** The head of `q` requests `lane` of output `o`. */
  function send(q: number, o: number, lane: number, t: number): void {
    const i = M[q + Q_PORT]!;
    request(o, lane, M[i + I_NUM]!);
    M[q + Q_OUT] = o;
    want(q);
    if (!BUFFERED && M[o + O_BUSY]! > t) agenda.revisitWhenFree(o);
    else agenda.mark(o);
  }

  function toOutput(q: number, o: number, t: number): void {
    const i = M[q + Q_PORT]!;
    const cls = M[M[q + Q_HEAD]! + K_CLASS]!;
    if (lanes.discards(i, o, cls, M[q + Q_LANE]!)) {
      discard(q, t);
      return;
    }
    const lane = lanes.outLane(i, o, cls, M[q + Q_LANE]!);
    if (REMAP) M[q + QX_LANE] = lane;
    send(q, o, lane, t);
  }

  function ready(q: number, t: number): void {
    const p = M[q + Q_HEAD]!;
    const i = M[q + Q_PORT]!;
    const node = M[i + I_NODE]!;
    if (node < 0) {
      fromHost(q, p, i, t);
      return;
    }
    if (live !== undefined && live.doomed[records.packetIndex(p)] !== 0) {
      live.doomed[records.packetIndex(p)] = 0;
      discard(q, t, DropCause.linkDown);
      return;
    }
    if (mustWait(q, p, i, t)) return;
    const cls = M[p + K_CLASS]!;
    const dlid = cls & 0xffff;
    if (dlid >= MULTICAST_LID_MIN) {
      multicast(q, p, i, t);
      return;
    }
    let port = lft[dlid * switchCount + node]!;
    if (choosePort !== undefined) port = choosePort(q, p, port, t);
    if (port === NO_PATH) {
      discard(q, t);
      return;
    }
    const o = M[i + I_BASE]! + port * PORT_WORDS;
    if (live !== undefined && live.down[M[o + records.O_INDEX]!] !== 0) {
      discard(q, t, DropCause.linkDown);
      return;
    }
    const wait = uniform ? t : underrun(p, o);
    queues?.startsAt(q, p, wait);
    if (wait > t) {
      records.post(READY, q, wait);
      return;
    }
    if (port === 0 && wired[node] !== 0) {
      endportsOf()?.absorb(q, p, o, t);
      return;
    }
    toOutput(q, o, t);
  }

  return { ready, toOutput, requestBranches };
}
