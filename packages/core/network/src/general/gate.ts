/**
 * How multicast heads get at their outputs where they do not simply request each: gangs, a bound on transfers, central queues.
 * A head that waits at the gate has `Q_OUT = MANY` and its outputs in `QX_MASK`, but no request at any output.
 */
export interface Gate {
  /** The multicast head of queue `q` was routed in the first phase of tick `t`; its outputs are in its mask. */
  arrived(q: number, t: number): void;
  /** Second phase of tick `t`, before the outputs of switch `sw`: start what can start, and see to it that the rest is woken. */
  decide(sw: number, t: number): void;
  /** Whether the head of `q`, which requests its outputs, may have a copy sent at `t`; if not, they are looked at again when it may. */
  admits(q: number, t: number): boolean;
  /** With holding buffers: a copy of the multicast packet of `q` was granted at `t`, others are still to be; its tail leaves the input at `finish`. */
  started(q: number, finish: number, t: number): void;
  /** Lanes of output `o` that unicast heads may not cross on now. */
  heldLanes(o: number): number;
  /** Whether a head at the gate waits for output `o`. */
  awaits(o: number): boolean;
  /** The last copy of the packet of `q` was granted, or lost; its tail leaves the input at `finish`. */
  left(q: number, finish: number): void;
  /** The head of `q` is discarded. */
  forget(q: number): void;
  /** Outputs were taken out of the mask of the head of `q`, others are left. */
  cut(q: number): void;
  /** The queues whose heads the head of `q` waits for, beyond room for its copies; for a unicast head, those that hold its output `o`. */
  blockers(q: number, o: number): readonly WaitFor[];
}

/** Another multicast packet that must go on first, and what it keeps: the head of `queue`, or what is in that holding buffer. */
export interface WaitFor {
  readonly queue: number;
  readonly reason: "gang" | "holding buffer";
  /** One of several, any of which would do. */
  readonly any?: boolean;
}
