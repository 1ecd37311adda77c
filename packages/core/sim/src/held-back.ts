import { allBirths } from "./births.ts";
import type { Drive } from "./drive.ts";
import type { EndlessBeside } from "./endless-beside.ts";
import type { Injections } from "./injections.ts";

const NOTHING: Injections = { packets: 0, bytes: 0, wait: 0 };
/** Mean time in the source queue over the length of the run: where it is less, no share worth a word was held back. */
const LEAST_WAIT = 0.02;
/** Moments at which a source sends, below which nothing is claimed: a burst waits for itself. */
const LEAST_MOMENTS = 10;
/** Looks at the queues in the second half of the time in which packets are born, below which nothing is claimed. */
const LEAST_LOOKS = 3;
/** Of all that was born so far, what waits at its source whenever one looks, where the network does not take what is offered: less may be chance. */
const LEAST_HELD = 0.05;
/** How fast what waits grows in the second half, against time: the queue of a load at capacity, which grows as the root of time does, stays below. */
const LEAST_GROWTH = 0.5;

/**
 * Looks at what has entered the network while finite traffic is sent, and tells whether its sources were held back all along: then every latency holds a wait that
 * grew as long as they sent.
 */
export class HeldBack {
  readonly #drive: Drive;
  readonly #beside: EndlessBeside | undefined;
  readonly #times: number[] = [];
  readonly #entered: number[] = [];

  /** @param beside the endless traffic, which is left out of account */
  constructor(drive: Drive, beside: EndlessBeside | undefined) {
    this.#drive = drive;
    this.#beside = beside;
  }

  /** To be called after every slice. */
  look(): void {
    this.#times.push(this.#drive.now);
    this.#entered.push(this.#finite().bytes);
  }

  /** What of the finite traffic has entered the network. */
  #finite(): Injections {
    const { injected, injectedBytes, sourceWait } = this.#drive.engine.counts;
    const { packets, bytes, wait } = this.#beside?.all ?? NOTHING;
    return {
      packets: injected - packets,
      bytes: injectedBytes - bytes,
      wait: sourceWait - wait,
    };
  }

  /**
   * The share of what was born that had entered the network when the last packet was born; undefined where the network took what was offered, or nobody can tell.
   *
   * O(packets), where packets waited for long.
   */
  share(): number | undefined {
    const { composition, now } = this.#drive;
    const { packets, wait } = this.#finite();
    if (!(wait > LEAST_WAIT * now * packets)) return undefined;
    const born = allBirths(composition, this.#times);
    if (born === undefined || born.moments < LEAST_MOMENTS) return undefined;
    const held = this.#times
      .map((time, at) => {
        const bytes = born.bytes[at]!;
        return { time, bytes, waiting: bytes - this.#entered[at]! };
      })
      .filter(({ time }) => time > born.last / 2 && time <= born.last);
    const [first, last] = [held[0], held.at(-1)];
    if (held.length < LEAST_LOOKS || first === undefined || last === undefined)
      return undefined;
    if (held.some(({ waiting, bytes }) => waiting < LEAST_HELD * bytes))
      return undefined;
    const grown = 1 + LEAST_GROWTH * (last.time / first.time - 1);
    return last.waiting >= grown * first.waiting
      ? 1 - last.waiting / last.bytes
      : undefined;
  }
}

/** What to say of it. @param mixed endless traffic ran beside it */
export const heldBackWords = (
  share: number | undefined,
  mixed: boolean,
): string =>
  share === undefined
    ? ""
    : ` The sources${mixed ? " of the finite traffic" : ""} were held back while they sent: the network took ${Number((100 * share).toPrecision(2))} % of what ${mixed ? "they offered" : "was offered"}, so queues grew all the time, and mean latencies depend on how long they send.`;
