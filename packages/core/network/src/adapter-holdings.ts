import type { EndportIx } from "@fabriclab/units";

interface Asked {
  readonly traffic: number;
  /** It had nothing when the adapter last asked, and named no time. */
  isDry: boolean;
}

/** What host adapters hold of the traffic's packets, and which of its streams had nothing when they were last asked. */
export class AdapterHoldings {
  /** By the traffic's index: packets that an adapter has taken and not handed on. */
  readonly #held: Int32Array;
  /** By source: a delivery wakes one, and there may be thousands. */
  readonly #askedOf = new Map<EndportIx, Asked[]>();

  /** @param traffic number of its entries */
  constructor(traffic: number) {
    this.#held = new Int32Array(traffic);
  }

  /** A stream that an adapter will ask. @returns to be called with each answer */
  stream(
    traffic: number,
    source: EndportIx,
  ): (hasOne: boolean, retryAt: number) => void {
    const asked: Asked = { traffic, isDry: false };
    const others = this.#askedOf.get(source);
    if (others === undefined) this.#askedOf.set(source, [asked]);
    else others.push(asked);
    return (hasOne, retryAt) => {
      asked.isDry = !hasOne && retryAt < 0;
      if (hasOne) this.#held[traffic]! += 1;
    };
  }

  /** An adapter has handed a packet on. */
  handedOn(traffic: number): void {
    this.#held[traffic]! -= 1;
  }

  /** Streams of a source that had nothing may have something now. */
  wake(source: EndportIx): void {
    for (const asked of this.#askedOf.get(source) ?? []) asked.isDry = false;
  }

  /** Whether an adapter holds, or may yet get, a packet of such traffic. */
  has(of: (traffic: number) => boolean): boolean {
    return (
      this.#held.some((count, traffic) => count > 0 && of(traffic)) ||
      [...this.#askedOf.values()].some((list) =>
        list.some(({ traffic, isDry }) => !isDry && of(traffic)),
      )
    );
  }
}
