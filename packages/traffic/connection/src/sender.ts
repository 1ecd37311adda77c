/** When a connection sends what. Times in ticks. */
export interface SenderTiming {
  /** First message. */
  readonly start: number;
  /** Between messages; not whole. */
  readonly interval: number;
  /** Messages in all; may be Infinity. */
  readonly messages: number;
  readonly window: number;
  readonly timeout: number;
  /** How often in a row it sends again without an ACK that acknowledges something; may be Infinity. */
  readonly retries: number;
  readonly migrates: boolean;
  readonly migrateAfter: number;
  readonly rearm: number;
}

/** What a sender did. */
export interface SenderCounts {
  resent: number;
  timeouts: number;
  naks: number;
  migrations: number;
}

/** Result of `Sender.next`: no message now. */
export const NOTHING = -1;

/**
 * The requester of a reliable connection: go-back-N with a transport timer and a retry counter, and automatic path migration. It knows numbers of
 * messages and which of two paths is in use, and nothing of packets.
 */
export class Sender {
  /** Index of the path in use: 0 = primary. */
  path = 0;
  readonly counts: SenderCounts = {
    resent: 0,
    timeouts: 0,
    naks: 0,
    migrations: 0,
  };
  /** When the message to send was ready for the first time. */
  birth = 0;
  /** That message is the first one after the sender went back. */
  goesBack = false;
  /** After `next` gave nothing: when to ask again, Infinity = after an ACK. */
  askAt = Infinity;
  /** Its retries are used up: the queue pair is in the error state, sends nothing more and hears no answer. */
  failed = false;
  /** After that an ACK of a message that it waited for came: not lost, but late. */
  answeredLate = false;
  /** When the last of the messages that have left did so for the first time; -1 = none has. */
  #lastSent = -1;
  readonly #timing: SenderTiming;
  #canMigrate: boolean;
  /** Oldest message without an ACK. */
  #base = 0;
  /** Message to be sent next. */
  #cursor = 0;
  /** Messages sent at least once. */
  #top = 0;
  /** When an ACK last came while the window was full. */
  #opened = -1;
  /** Messages that were ready before their window had room for them. */
  #lateByWindow = 0;
  #wentBack = false;
  #deadline = Infinity;
  /** Timeouts in a row on the path in use. */
  #inARow = 0;
  /** The retry counter, counted up from 0. */
  #retried = 0;
  /** It migrated, and nothing was acknowledged since. */
  #moved = false;
  #armedFrom = 0;

  /** @param canMigrate there is an alternate path */
  constructor(timing: SenderTiming, canMigrate: boolean) {
    this.#timing = timing;
    this.#canMigrate = canMigrate && timing.migrates;
  }

  /** The paths are others than the constructor was told. */
  rerouted(canMigrate: boolean): void {
    this.#canMigrate = canMigrate && this.#timing.migrates;
  }

  /** When message `number` is ready for the first time. */
  due(number: number): number {
    const { start, interval } = this.#timing;
    return Math.round(start + number * interval);
  }

  /** All messages have their ACK. */
  get isDone(): boolean {
    return this.#base >= this.#timing.messages;
  }

  /** It has sent again, and nothing was acknowledged since. */
  get isRetrying(): boolean {
    return this.#retried > 0 && !this.failed;
  }

  /**
   * Time that its messages took to leave for the first time, over the time in which they were ready; 1 = each left at once. Undefined where some were sent again, as
   * then a loss may have held them up, where not all of a given number have left, and where fewer than `least` have.
   */
  slowness(least: number): number | undefined {
    const { messages, interval } = this.#timing;
    const isShort = Number.isFinite(messages)
      ? this.#top < messages
      : this.#top < least;
    if (isShort || this.counts.resent > 0) return undefined;
    return (this.#lastSent - this.due(0)) / ((this.#top - 1) * interval);
  }

  /** Messages that had become ready since the last one to leave had, when it left. */
  get waiting(): number {
    const { interval } = this.#timing;
    return (this.#lastSent - this.due(this.#top - 1)) / interval;
  }

  /** Share of the messages that left for which the window had no room when they were ready. */
  get windowShare(): number {
    return this.#top === 0 ? 0 : this.#lateByWindow / this.#top;
  }

  /** Messages that have their ACK. */
  get acknowledgedCount(): number {
    return this.#base;
  }

  /** Messages that were sent and have no ACK. */
  get outstanding(): number {
    return this.#top - this.#base;
  }

  /** @returns the number of the message to send at `now`, or NOTHING */
  next(now: number): number {
    const { messages, window, timeout } = this.#timing;
    if (now >= this.#deadline) this.#timedOut(now);
    if (this.failed) {
      this.askAt = Infinity;
      return NOTHING;
    }
    const number = this.#cursor;
    const ready = this.due(number);
    if (number >= messages || number - this.#base >= window || ready > now) {
      const blocked = number >= messages || number - this.#base >= window;
      this.askAt = Math.min(this.#deadline, blocked ? Infinity : ready);
      return NOTHING;
    }
    const isAgain = number < this.#top;
    if (isAgain) this.counts.resent += 1;
    this.goesBack = isAgain && this.#wentBack;
    this.#wentBack = false;
    // The first message without an ACK is what the timer is for.
    if (this.#deadline === Infinity) this.#deadline = now + timeout;
    this.#cursor += 1;
    this.#top = Math.max(this.#top, this.#cursor);
    if (!isAgain) {
      this.#lastSent = now;
      if (ready < this.#opened) this.#lateByWindow += 1;
    }
    this.birth = isAgain ? now : ready;
    return number;
  }

  /** An ACK of all messages before `expected` has come at `now`. @param isNak the receiver misses `expected` */
  acknowledged(expected: number, isNak: boolean, now: number): void {
    if (this.failed) {
      this.answeredLate ||= expected > this.#base;
      return;
    }
    if (expected > this.#base) {
      if (this.outstanding >= this.#timing.window) this.#opened = now;
      this.#base = expected;
      this.#inARow = 0;
      this.#retried = 0;
      this.#moved = false;
      this.#deadline =
        this.#base < this.#top ? now + this.#timing.timeout : Infinity;
      this.#cursor = Math.max(this.#cursor, this.#base);
    }
    if (!isNak || expected !== this.#base || this.#base >= this.#top) return;
    this.counts.naks += 1;
    this.#goBack(now, false);
  }

  #timedOut(now: number): void {
    this.counts.timeouts += 1;
    this.#inARow += 1;
    this.#deadline = now + this.#timing.timeout;
    this.#goBack(now, this.#inARow >= this.#timing.migrateAfter);
  }

  /**
   * Sends again from the oldest message without an ACK: on the other path where that is due or the last retry is used, else on this one, and not at all
   * once there is neither. A migration restarts the retry counter, unless nothing was acknowledged since the one before: two dead paths that are armed
   * in turn would keep it from ever running out.
   */
  #goBack(now: number, isDue: boolean): void {
    const { rearm, retries } = this.#timing;
    const isSpent = this.#retried >= retries;
    const canMove = this.#canMigrate && now >= this.#armedFrom;
    if (isSpent && (!canMove || this.#moved)) {
      this.failed = true;
      this.#deadline = Infinity;
      return;
    }
    this.#cursor = this.#base;
    this.#wentBack = true;
    if (!canMove || !(isDue || isSpent)) {
      this.#retried += 1;
      return;
    }
    this.path = 1 - this.path;
    this.counts.migrations += 1;
    this.#inARow = 0;
    this.#retried = this.#moved ? this.#retried + 1 : 0;
    this.#moved = true;
    this.#armedFrom = now + rearm;
  }
}
