/** The four barrier packets; the paper's Type field has 3 bits (E-003-8). */
export const BarrierType = {
  combine: 0,
  distribute: 1,
  combineAck: 2,
  distributeDun: 3,
} as const;
export type BarrierType = (typeof BarrierType)[keyof typeof BarrierType];

/** What a node of a barrier tree waits for. */
export const BarrierState = {
  /** Its children, or on a host the process. */
  collect: 0,
  /** The acknowledgement of its combine packet. */
  sent: 1,
  /** The distribute packet. */
  wait: 2,
} as const;
export type BarrierState = (typeof BarrierState)[keyof typeof BarrierState];

/** One bit that tells a barrier from the next. */
export type Sequence = 0 | 1;

/** The parent as an addressee; children are 0 … children-1. */
export const PARENT = -1;

/** What a machine does to the world. */
export interface BarrierActions {
  /** @param again a repetition of what was sent before */
  send(to: number, type: BarrierType, sequence: Sequence, again: boolean): void;
  /** Starts the timer of its state anew (`ack` in `sent`, `dun` in `wait`); `none` stops it. */
  timer(which: "ack" | "dun" | "none"): void;
  /** The barrier is complete here: a host lets its process go. */
  released(): void;
}

/**
 * One node of a barrier tree in one group (Wang et al. 2008, section 2.4): a switch (children, perhaps a parent), or a host, which has no children and
 * whose process takes their place.
 *
 * One sequence bit tells two barriers apart, which is sound only on links that keep order (E-003-9).
 */
export class BarrierMachine {
  sequence: Sequence = 0;
  state: BarrierState = BarrierState.collect;
  /** Child -> 1 when it has combined. On a host entry 0 = the process has entered. */
  readonly marked: Uint8Array;
  /** Entries of `marked` that are still 0. */
  missing: number;
  readonly #children: number;
  readonly #root: boolean;
  readonly #act: BarrierActions;

  /** @param children 0 = a host */
  constructor(children: number, hasParent: boolean, act: BarrierActions) {
    this.#children = children;
    this.marked = new Uint8Array(Math.max(1, children));
    this.missing = this.marked.length;
    this.#root = !hasParent;
    this.#act = act;
  }

  /** A host's process enters the barrier. It must not enter the next one before it is released. */
  enter(): void {
    this.#mark(0);
  }

  /** A packet comes from `from`: a child's number, or `PARENT`. */
  receive(from: number, type: BarrierType, sequence: Sequence): void {
    if (from === PARENT) this.#fromParent(type, sequence);
    else this.#fromChild(from, type, sequence);
  }

  /** The timer of the present state has run out. */
  timeout(): void {
    if (this.state === BarrierState.sent) {
      this.#act.send(PARENT, BarrierType.combine, this.sequence, true);
      this.#act.timer("ack");
    } else if (this.state === BarrierState.wait) {
      this.#act.send(PARENT, BarrierType.distributeDun, this.sequence, true);
      this.#act.timer("dun");
    }
  }

  #fromParent(type: BarrierType, sequence: Sequence): void {
    if (sequence !== this.sequence || this.state === BarrierState.collect)
      return;
    // In `sent` too: the acknowledgement may have been lost.
    if (type === BarrierType.distribute) this.#complete();
    else if (
      type === BarrierType.combineAck &&
      this.state === BarrierState.sent
    ) {
      this.state = BarrierState.wait;
      this.#act.timer("dun");
    }
  }

  #fromChild(from: number, type: BarrierType, sequence: Sequence): void {
    const isCurrent = sequence === this.sequence;
    if (type === BarrierType.combine) {
      // What the packet sets going leaves before its acknowledgement, which nobody waits for.
      if (isCurrent) this.#mark(from);
      this.#act.send(from, BarrierType.combineAck, sequence, false);
      if (isCurrent) return;
    } else if (type !== BarrierType.distributeDun || isCurrent) return;
    // That barrier is complete here already: the child has missed it.
    this.#act.send(from, BarrierType.distribute, sequence, true);
  }

  #mark(child: number): void {
    if (this.marked[child] !== 0) return;
    this.marked[child] = 1;
    this.missing -= 1;
    if (this.missing > 0) return;
    if (this.#root) {
      this.#complete();
      return;
    }
    this.state = BarrierState.sent;
    this.#act.send(PARENT, BarrierType.combine, this.sequence, false);
    this.#act.timer("ack");
  }

  #complete(): void {
    const { sequence } = this;
    this.marked.fill(0);
    this.missing = this.marked.length;
    this.sequence = sequence === 0 ? 1 : 0;
    this.state = BarrierState.collect;
    this.#act.timer("none");
    for (let child = 0; child < this.#children; child += 1)
      this.#act.send(child, BarrierType.distribute, sequence, false);
    this.#act.released();
  }
}
