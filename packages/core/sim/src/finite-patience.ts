import type { Drive } from "./drive.ts";
import type { FiniteGoal } from "./finite-goal.ts";

/** Slices without a packet moving, each an eighth longer than the run so far, after which a run that is not deadlocked is given up. */
const PATIENCE = 64;
/** The same while something is still to come by itself, though not from the network: the last of these slices ends hours after the first. */
const LONG_PATIENCE = 160;
/** The same beside endless traffic, where all that could still send finite traffic is behind links that are down for good. */
const HOPELESS_PATIENCE = 8;
/** Slices in which finite traffic sends and comes no nearer to its end, while a link is down for good, after which it is taken to send in vain. */
const VAIN_SLICES = 32;

/** What a slice began with. */
export interface SliceStart {
  /** Packet-hops of the run. */
  readonly hops: number;
  /** Finite packets that were delivered or dropped. */
  readonly settled: number;
}

/** Why a run is given up: links are down for good before what is left, or there is no reason that the network could give. */
export type GivenUp = "behind dead links" | "stalled";

/** Counts the slices in which finite traffic comes no nearer to its end, and tells when there were enough. */
export class FinitePatience {
  readonly #drive: Drive;
  readonly #goal: FiniteGoal;
  readonly #mixed: boolean;
  /** Slices without a packet moving. */
  #still = 0;
  /** The farthest that the traffic has come, and slices since in which it sent. */
  #reached = 0;
  #inVain = 0;

  /** @param mixed endless traffic runs beside the finite one */
  constructor(drive: Drive, goal: FiniteGoal, mixed: boolean) {
    this.#drive = drive;
    this.#goal = goal;
    this.#mixed = mixed;
  }

  /** To be asked after every slice: whether finite traffic sends again and again over links that are down for good. */
  isInVain(before: SliceStart, settled: number): boolean {
    const { stuck } = this.#drive.changes;
    const progress = this.#goal.progress();
    if (progress > this.#reached || !stuck) this.#inVain = 0;
    else if (settled > before.settled) this.#inVain += 1;
    this.#reached = progress;
    return this.#inVain >= VAIN_SLICES;
  }

  /** A slice in which finite packets came to their end. */
  moved(): void {
    this.#still = 0;
  }

  /** A slice in which none did. @returns why to give the run up, if there were enough of them */
  unmoved(before: SliceStart): GivenUp | undefined {
    const { engine, changes } = this.#drive;
    const { counts } = engine;
    const isMixed = this.#mixed;
    // Endless traffic moves packets all the time.
    const moves = !isMixed && counts.packetHops > before.hops;
    const waits = counts.inFlight > 0 && counts.packetHops === before.hops;
    const behind = changes.stuck && (isMixed || counts.inFlight === 0);
    this.#still = !moves && (waits || behind) ? this.#still + 1 : 0;
    // A start or a time-out may be seconds away, a million packet times.
    const coming = !isMixed && !waits && engine.quiet?.() === false;
    const patience = coming
      ? LONG_PATIENCE
      : isMixed && changes.stuck && this.#goal.isHopeless()
        ? HOPELESS_PATIENCE
        : PATIENCE;
    if (this.#still < patience) return undefined;
    return behind ? "behind dead links" : "stalled";
  }
}
