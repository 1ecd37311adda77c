import type { Follower } from "./app.ts";
import { toHash, type Shared } from "./share.ts";

/**
 * Keeps the address of the page that of the experiment that is shown: to reload the page gives it back, and the address can be sent as it stands. An address that says nothing stays as it is
 * until something is changed. Changes are no steps of the browser's history.
 */
export class AddressBar implements Follower {
  readonly #shared: () => Shared;
  /** What was shown last, as JSON. */
  #last: string | undefined;
  /** How often the address was read; the last reading may still be going on. */
  #readings = 0;
  #isRead = true;

  constructor(shared: () => Shared) {
    this.#shared = shared;
  }

  follow(): void {
    void this.write();
  }

  wait(): void {
    void this.write();
  }

  /** The address is being read: nothing takes its place until `release` is told the number that this gives. */
  hold(): number {
    this.#isRead = false;
    // What is being packed is not written any more.
    this.#last = undefined;
    return ++this.#readings;
  }

  /** The address was read. @param held what it holds; where that is not what is shown, the address follows */
  release(reading: number, held: Shared = this.#shared()): void {
    if (reading !== this.#readings) return;
    this.#isRead = true;
    this.#last = JSON.stringify(held);
    void this.write();
  }

  /** What is shown may be another experiment, or another pair of it. */
  async write(): Promise<void> {
    if (!this.#isRead) return;
    const shared = this.#shared();
    const now = JSON.stringify(shared);
    const before = this.#last;
    this.#last = now;
    if (before === undefined || before === now) return;
    const address = location.href;
    const hash = await toHash(shared);
    // An address that was written by hand meanwhile is about to be read.
    if (this.#last !== now || location.href !== address) return;
    try {
      history.replaceState(null, "", `${location.search}#${hash}`);
    } catch {
      // A browser that takes only so many changes a minute: the next one is written.
    }
  }
}
