import { EVENT_KIND_BITS, put, remove } from "@fabriclab/kernel";
import type { Discard } from "./discard.ts";
import * as L from "./layout.ts";
import { createPacketReceivers } from "./packet-receivers.ts";
import { R_BUCKET } from "./registers.ts";
import type { NetworkState } from "./state.ts";
import { createWithdraw } from "./withdraw.ts";

/** The clock of a drop policy: how long the head of each queue may still wait. Absent policy = never called. */
export interface Patience {
  /** A packet arrives at tick `since` in the empty queue `q`. */
  arrived(q: number, since: number): void;
  /** The head of `q` was granted at `t` and has left by `since`; its follower, if any, is the head from then on. */
  left(q: number, t: number, since: number): void;
  /** The head of `q` was discarded at `t`, but not by this clock; its follower, if any, is the head from then on. */
  discarded(q: number, t: number): void;
  /** The PATIENCE event of `q`. May discard the head (the loop's registers must be written back). */
  expired(q: number, t: number): void;
}

/**
 * Longest wait that one event measures. Times in the loop are 32-bit numbers up to 2^30 and a little more; a longer patience (IBA knows limits of
 * seconds) is waited for in parts.
 */
const LONGEST = 0x20000000;

/** Builds the drop clock of a network; one PATIENCE event per queue at most is pending. */
export function createPatience(
  state: NetworkState,
  discard: Discard,
): Patience {
  const { memory: M, registers, layout, wheel, drop } = state;
  const { near, nearBits, far, farBits, bucketBits } = wheel;
  const withdraw = createWithdraw(state);
  const receiversOf = createPacketReceivers(state);
  /** What is left of a head's patience beyond its deadline. */
  const left = new Float64Array(
    drop === undefined ? 0 : layout.ports * layout.lanes,
  );
  const TIMER = layout.extra + L.QX_TIMER;
  const PENDING = layout.extra + L.QX_TIMER_PENDING;
  const AT = layout.extra + L.QX_TIMER_AT;
  const DEADLINE = layout.extra + L.QX_DEADLINE;

  const indexOf = (q: number): number =>
    M[M[q + L.Q_PORT]! + layout.out + L.O_INDEX]! * layout.lanes +
    M[q + L.Q_LANE]!;
  const eventOf = (q: number): number =>
    ((q + TIMER) << EVENT_KIND_BITS) | L.PATIENCE;

  function arm(q: number, tick: number): void {
    M[q + PENDING] = 1;
    M[q + AT] = tick;
    put(
      M,
      near,
      nearBits,
      far,
      farBits,
      bucketBits,
      registers[R_BUCKET]!,
      eventOf(q),
      tick,
    );
  }

  function becameHead(q: number, p: number, since: number): void {
    const cls = M[p + L.K_CLASS]!;
    const ticks = drop!.patience(
      indexOf(q),
      (cls >> 16) & 15,
      (cls >>> 28) & 15,
      state.clock.base + since,
      state.clock.base + arrival(M[q + L.Q_PORT]!, p),
    );
    const wait = Math.max(1, Math.ceil(ticks));
    const part = Math.min(wait, LONGEST);
    left[indexOf(q)] = wait - part;
    const deadline = ticks < 0 ? L.NEVER : since + part;
    M[q + DEADLINE] = deadline;
    if (deadline === L.NEVER) return;
    if (M[q + PENDING] !== 0) {
      // An earlier event finds out by itself that the deadline has moved; a later one must come forward.
      if (M[q + AT]! <= deadline) return;
      remove(M, wheel, registers[R_BUCKET]!, eventOf(q), M[q + AT]!);
    }
    arm(q, deadline);
  }

  /** When the header of packet `p`, in a queue of input `i`, arrived. */
  function arrival(i: number, p: number): number {
    const link = M[M[i + L.I_UP]! + layout.out + L.O_INDEX]!;
    return M[p + L.K_READY]! - state.hopOf[link]! + state.flightOf[link]!;
  }

  function followed(q: number, t: number): void {
    const p = M[q + L.Q_HEAD]!;
    if (p < 0) M[q + DEADLINE] = L.NEVER;
    else becameHead(q, p, Math.max(t, arrival(M[q + L.Q_PORT]!, p)));
  }

  return {
    arrived(q, since) {
      becameHead(q, M[q + L.Q_HEAD]!, since);
    },
    left(q, t, since) {
      drop!.sent(indexOf(q), state.clock.base + t);
      followed(q, since);
    },
    discarded: followed,
    expired(q, t) {
      M[q + PENDING] = 0;
      const p = M[q + L.Q_HEAD]!;
      const deadline = M[q + DEADLINE]!;
      if (p < 0 || deadline === L.NEVER) return;
      if (deadline > t) {
        arm(q, deadline);
        return;
      }
      const rest = left[indexOf(q)]!;
      if (rest > 0) {
        const part = Math.min(rest, LONGEST);
        left[indexOf(q)] = rest - part;
        M[q + DEADLINE] = deadline + part;
        arm(q, deadline + part);
        return;
      }
      // A head that is still being routed, or that has sent a copy already, is not taken away.
      if (M[q + L.Q_OUT] === -1) {
        arm(q, Math.max(t, M[p + L.K_READY]!) + 1);
        return;
      }
      if (M[q + L.Q_OUT] === L.MANY && M[q + layout.extra + L.QX_STARTED] !== 0)
        return;
      const receivers = receiversOf.ofHead(q);
      withdraw.all(q, t);
      discard(q, t, drop!.dropped(indexOf(q), state.clock.base + t), receivers);
      followed(q, t);
    },
  };
}
