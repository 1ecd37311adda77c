import { FabricError, formatTime, type Ps } from "@fabriclab/units";
import * as L from "./layout.ts";
import { forgetFreeBirths, renewBirths, waitingAt } from "./renew-births.ts";
import { R_BUCKET, R_TIME } from "./registers.ts";
import type { NetworkState } from "./state.ts";

/**
 * Relative time at which the base of the clock is moved. A multiple of every wheel's span (2^bucketBits * FAR_SLOTS), so that events keep
 * their slots.
 */
export const REBASE_TICKS = 0x40000000;

/** Ticks for which a packet of traffic that waits for its own answers may wait. */
const LONGEST_WAIT = 2 ** 31;

/**
 * Subtracts `REBASE_TICKS` from every time in the memory and adds it to the base. Why: inside the loop times are 32-bit integers compared
 * with `<`, and a run may last longer than 2^31 ticks. O(memory), once in 2^30 ticks. The journal must be empty.
 *
 * @param tickPs for the message of the error
 * @throws FabricError `E_NETWORK_TIME_RANGE` where a packet of finite traffic that waits for its own answers has waited for more than 2^31 ticks, other than
 * behind a link that is down: such a run may have no end
 */
export function rebase(state: NetworkState, tickPs: number): void {
  const { memory: M, layout, registers, clock, wheel } = state;
  const { waits, queues } = state;
  /** For times in the past, whose exact value no longer matters: less than 2^31 ticks before any time to come, so that a difference fits 32 bits. */
  const past = (at: number): void => {
    M[at] = Math.max(M[at]! - REBASE_TICKS, 1 - REBASE_TICKS);
  };
  refuseEndless(state, tickPs);
  renewBirths(state, REBASE_TICKS);
  for (let k = 0; k < layout.packets; k++)
    past(layout.firstPacket + k * L.PACKET_WORDS + L.K_READY);
  if (queues !== undefined) queues.since[0]! -= REBASE_TICKS;
  const ports = layout.ports;
  for (let port = 0; port < ports; port++) {
    const i = layout.firstPort + port * layout.portWords;
    const o = i + layout.out;
    past(i + L.I_BUSY);
    past(o + L.O_BUSY);
    past(o + L.O_EVENT + 1);
    if (waits !== undefined)
      waits.since[port] = Math.max(
        waits.since[port]! - REBASE_TICKS,
        1 - REBASE_TICKS,
      );
    for (let k = 0; k < layout.queues; k++) {
      const q = i + L.Q0 + k * layout.queueWords;
      if (!state.ahead || M[i + L.I_NODE]! < 0) past(q + L.Q_EVENT + 1);
      past(q + L.Q_CREDIT_EVENT + 1);
      for (let entry = 0; entry < layout.ringLength; entry++)
        past(q + layout.ring + layout.ringStep * entry);
      if (layout.extras) {
        for (const field of [L.QX_END, L.QX_TIMER + 1, L.QX_TIMER_AT])
          past(q + layout.extra + field);
        if (M[q + layout.extra + L.QX_DEADLINE] !== L.NEVER)
          past(q + layout.extra + L.QX_DEADLINE);
      }
      if (layout.general)
        for (const field of [
          L.G_WAKE + 1,
          L.G_WAKE_TICK,
          L.G_DUE + 1,
          L.G_DUE_TICK,
        ])
          past(q + layout.generalExtra + field);
    }
    for (let lane = 0; layout.buffered && lane < layout.lanes; lane++) {
      const x = o + L.O_LANES + lane * layout.laneWords;
      past(x + L.X_BUSY);
      past(x + L.X_EVENT + 1);
    }
  }
  registers[R_TIME]! -= REBASE_TICKS;
  registers[R_BUCKET]! -= REBASE_TICKS >> wheel.bucketBits;
  clock.base += REBASE_TICKS;
}

/** Of traffic that reacts to deliveries nobody can tell that it overloads a link. */
function refuseEndless(state: NetworkState, tickPs: number): void {
  const { memory: M, layout, clock, births, registers } = state;
  if (!state.traffic.some((_, index) => mayBeEndless(state, index))) return;
  forgetFreeBirths(state);
  const kept = keptAtHosts(state);
  const timeOf = (tick: number): string =>
    formatTime(Math.round(tick * tickPs) as Ps);
  for (let k = 0; k < layout.packets; k++) {
    const p = layout.firstPacket + k * L.PACKET_WORDS;
    if (kept.has(p)) continue;
    if (!mayBeEndless(state, (M[p + L.K_CLASS]! >> 20) & 255)) continue;
    const birth = births.tickOf(M[p + L.K_BIRTH]!);
    if (birth >= clock.base + REBASE_TICKS - LONGEST_WAIT) continue;
    throw new FabricError({
      code: "E_NETWORK_TIME_RANGE",
      message:
        "a packet of traffic that waits for its own answers has been waiting for more than 2^31 ticks",
      got: `a packet that was born at ${timeOf(birth)} and waits at ${timeOf(clock.base + registers[R_TIME]!)}, with ticks of ${formatTime(tickPs as Ps)}`,
      hint: "the network is overloaded, or the tick is too fine for so long a run",
    });
  }
}

const mayBeEndless = (
  { closedOf, traffic }: NetworkState,
  index: number,
): boolean => closedOf[index] === 1 && traffic[index]!.finite;

/** First packets of hosts behind links that are down: they may wait for as long as the run lasts. */
function keptAtHosts(state: NetworkState): ReadonlySet<number> {
  const kept = new Set<number>();
  const { live } = state.general;
  if (live === undefined) return kept;
  const { memory: M, layout } = state;
  for (const i of state.groupBase.subarray(state.switchCount)) {
    if (live.down[M[i + layout.out + L.O_INDEX]!] !== 1) continue;
    for (let lane = 0; lane < layout.lanes; lane++)
      for (const p of waitingAt(state, i, lane)) kept.add(p);
  }
  return kept;
}
