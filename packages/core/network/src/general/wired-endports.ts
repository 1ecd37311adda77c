import { lowestBit } from "@fabriclab/kernel";
import { DropCause } from "@fabriclab/spec";
import { MULTICAST_LID_MIN } from "@fabriclab/units";
import { createDropRecord } from "../discard.ts";
import type { LaneMap } from "../lane-map.ts";
import * as L from "../layout.ts";
import type { NetworkState } from "../state.ts";
import type { Agenda } from "./agenda.ts";
import type { Credits } from "./credits.ts";
import type { Grants } from "./grant.ts";
import type { Link } from "./link.ts";
import type { Records } from "./records.ts";

const NO_PATH = 255;

/** Own endports of switches that are wired to every port (`SwitchModel.endportAtEveryPort`). */
export interface WiredEndports {
  /** The own endport of switch `node` takes the head `p` of `q`, whatever else it takes at the moment. */
  absorb(q: number, p: number, o: number, t: number): void;
  /**
   * The endpoint at port `i` is an own endport and the head `p` of its queue `q` has an output to wait for: it goes there, and so does all that
   * its streams have for now. @returns false where the packet must go the common way
   */
  send(q: number, p: number, i: number, t: number): boolean;
  /** Whether packets of an own endport wait for output `o`. */
  waits(o: number): boolean;
  /** Whether one of them could start on output `o` at `t`: gangs leave the output to it. */
  ready(o: number, t: number): boolean;
  /** Starts one of them on the idle link of `o`, if it may start; returns whether one did. */
  serve(o: number, t: number): boolean;
  /** The link of `o` is down: what waits for it is lost. */
  lose(o: number, t: number): void;
}

/** @param stopBefore called with a tick at which closed-loop traffic wants to be asked again: the slice must end before it */
export function createWiredEndports(
  state: NetworkState,
  records: Records,
  agenda: Agenda,
  credits: Credits,
  lanes: LaneMap,
  grants: Grants,
  link: Link,
  stopBefore: (tick: number, t: number) => void,
): WiredEndports {
  const { layout, lft, hopOf, sources, switchCount } = state;
  const { ownHead, ownTail, wired, live } = state.general;
  const { M, V, O_BUSY, O_DOWN, O_INDEX, QUEUE_WORDS, PORT_WORDS } = records;
  const NONE = ownHead.length === 0;
  const record = createDropRecord(state);

  function absorb(q: number, p: number, o: number, t: number): void {
    const lane = M[q + L.Q_LANE]!;
    const finish = t + records.lengthOn(p, o);
    grants.read(q, o, finish);
    grants.leave(q, p, finish, t);
    link.absorb(o, lane, p, t);
  }

  /** The output of the switch behind endpoint `i` for packet `p`; -1 = not such an endport, or the packet must go the common way. */
  function outputOf(p: number, i: number): number {
    const inside = M[i + layout.out + L.O_DOWN]!;
    const node = M[inside + L.I_NODE]!;
    const dlid = M[p + L.K_CLASS]! & 0xffff;
    const isOwn = M[inside + L.I_NUM] === 0;
    if (!isOwn || wired[node] === 0 || dlid >= MULTICAST_LID_MIN) return -1;
    const port = lft[dlid * switchCount + node]!;
    const o = M[inside + L.I_BASE]! + port * PORT_WORDS;
    const isLost =
      port === 0 ||
      port === NO_PATH ||
      (live !== undefined && live.down[M[o + O_INDEX]!] !== 0);
    return isLost ? -1 : o;
  }

  function enqueue(p: number, o: number, i: number, q: number, t: number) {
    const inside = M[i + layout.out + L.O_DOWN]!;
    const cls = M[p + L.K_CLASS]!;
    const own = i + layout.out;
    const lane = lanes.outLane(inside, o, cls, M[q + L.Q_LANE]!);
    link.inject(own, M[q + L.Q_LANE]!, p, t);
    const ready = t + hopOf[M[own + L.O_INDEX]!]!;
    M[p + L.K_READY] = ready;
    M[p] = -1;
    const at = M[o + O_INDEX]! * V + lane;
    if (ownHead[at]! < 0) ownHead[at] = p;
    else M[ownTail[at]!] = p;
    ownTail[at] = p;
    if (ready > t) agenda.revisit(o, ready);
    else agenda.mark(o);
  }

  function send(q: number, p: number, i: number, t: number): boolean {
    const first = NONE ? -1 : outputOf(p, i);
    if (first < 0) return false;
    enqueue(p, first, i, q, t);
    M[q + L.Q_HEAD] = -1;
    const endpoint = ~M[i + L.I_NODE]!;
    for (;;) {
      const next = records.take();
      if (!sources.pull(endpoint * V + M[q + L.Q_LANE]!, next)) {
        records.release(next);
        break;
      }
      const ready = M[next + L.K_READY]!;
      const o = ready > t ? -1 : outputOf(next, i);
      if (o < 0) {
        M[q + L.Q_HEAD] = next;
        records.post(L.READY, q, Math.max(ready, t + 1));
        break;
      }
      enqueue(next, o, i, q, t);
    }
    stopBefore(sources.alarm(), t);
    return true;
  }

  function waits(o: number): boolean {
    if (NONE) return false;
    const first = M[o + O_INDEX]! * V;
    for (let lane = 0; lane < V; lane++)
      if (ownHead[first + lane]! >= 0) return true;
    return false;
  }

  /** Whether the link of `o` has room behind it for packet `p` on `lane`. */
  const hasRoom = (o: number, lane: number, p: number, t: number): boolean =>
    records.isOpen(o) ||
    credits.suffices(M[o + O_DOWN]! + L.Q0 + lane * QUEUE_WORDS, p, t);

  function ready(o: number, t: number): boolean {
    if (NONE) return false;
    const first = M[o + O_INDEX]! * V;
    for (let lane = 0; lane < V; lane++) {
      const p = ownHead[first + lane]!;
      if (p >= 0 && M[p + L.K_READY]! <= t && hasRoom(o, lane, p, t))
        return true;
    }
    return false;
  }

  function serve(o: number, t: number): boolean {
    if (NONE || M[o + O_BUSY]! > t) return false;
    const first = M[o + O_INDEX]! * V;
    let filled = 0;
    for (let lane = 0; lane < V; lane++) {
      const p = ownHead[first + lane]!;
      if (p < 0) continue;
      if (M[p + L.K_READY]! <= t) filled |= 1 << lane;
      else agenda.revisit(o, M[p + L.K_READY]!);
    }
    while (filled !== 0) {
      const lane =
        V === 1 || (filled & (filled - 1)) === 0
          ? lowestBit(filled)
          : state.laneScheduler.pick(M[o + O_INDEX]!, filled);
      const p = ownHead[first + lane]!;
      const down = M[o + O_DOWN]! + L.Q0 + lane * QUEUE_WORDS;
      if (records.isOpen(o) || credits.take(down, p, t)) {
        ownHead[first + lane] = M[p]!;
        link.transmit(o, lane, p, t);
        return true;
      }
      filled &= ~(1 << lane);
    }
    return false;
  }

  function lose(o: number, t: number): void {
    const first = M[o + O_INDEX]! * V;
    for (let lane = 0; lane < V; lane++) {
      for (let p = ownHead[first + lane]!; p >= 0;) {
        const next = M[p]!;
        record(p, o - layout.out, lane, t, DropCause.linkDown, 1);
        records.release(p);
        p = next;
      }
      ownHead[first + lane] = -1;
    }
  }

  return { absorb, send, waits, ready, serve, lose };
}
