import { JOURNAL_BIRTH, JOURNAL_STRIDE } from "@fabriclab/spec";
import * as L from "./layout.ts";
import { R_FREE, R_JOURNAL } from "./registers.ts";
import type { NetworkState } from "./state.ts";

/**
 * Writes all birth words anew, relative to a base that lies `moved` ticks later, and forgets the late births of packets that are gone. O(packet records). Not
 * while another part of a split network has still to take mail of this one.
 */
export function renewBirths(state: NetworkState, moved: number): void {
  const { memory: M, layout, journal, registers, births, clock } = state;
  forgetFreeBirths(state);
  births.renew(clock.base + moved, layout.packets, (renewed) => {
    for (let k = 0; k < layout.packets; k++) {
      const at = layout.firstPacket + k * L.PACKET_WORDS + L.K_BIRTH;
      M[at] = renewed(M[at]!);
    }
    const end = registers[R_JOURNAL]!;
    for (let at = JOURNAL_BIRTH; at < end; at += JOURNAL_STRIDE)
      journal[at] = renewed(journal[at]!);
  });
  const hosts = state.groupBase.subarray(state.switchCount);
  for (const [endpoint, i] of hosts.entries())
    for (let lane = 0; lane < layout.lanes; lane++)
      for (const p of waitingAt(state, i, lane))
        births.waits(endpoint * layout.lanes + lane, M[p + L.K_BIRTH]!);
}

/** Free records hold stale births; they must not look old. */
export function forgetFreeBirths({ memory: M, registers }: NetworkState): void {
  for (let p = registers[R_FREE]!; p >= 0; p = M[p]!) M[p + L.K_BIRTH] = 0;
}

/** Packets in the queue of the host at port record `i`, and in its output buffer. */
export function waitingAt(
  { memory: M, layout }: NetworkState,
  i: number,
  lane: number,
): number[] {
  const found: number[] = [];
  const add = (head: number): void => {
    for (let p = head; p >= 0; p = M[p]!) found.push(p);
  };
  add(M[i + L.Q0 + lane * layout.queueWords + L.Q_HEAD]!);
  if (layout.buffered)
    add(M[i + layout.out + L.O_LANES + lane * layout.laneWords + L.X_HEAD]!);
  return found;
}
