import type { WalkEnd } from "@fabriclab/paths";
import type { Lid } from "@fabriclab/units";
import type { EndPlace } from "./failed-pair.ts";

/** A place where packets end that do not arrive, with how many pairs' packets do. */
export interface FailurePlace extends EndPlace {
  readonly end: WalkEnd;
  /** Ordered pairs whose packets end here. */
  readonly pairs: number;
  /** One of the LIDs that they are sent to. */
  readonly lid: Lid;
}

/** Gathers failures by how and where they end. */
export class FailurePlaces {
  readonly #places = new Map<string, FailurePlace & { pairs: number }>();

  add(end: WalkEnd, at: EndPlace, lid: Lid, pairs: number): void {
    const key = `${end} ${at.node} ${at.port}`;
    const known = this.#places.get(key);
    if (known === undefined) this.#places.set(key, { ...at, end, pairs, lid });
    else known.pairs += pairs;
  }

  /** Those with most pairs first. */
  done(): FailurePlace[] {
    return [...this.#places.values()].sort(
      (a, b) => b.pairs - a.pairs || a.node - b.node || a.port - b.port,
    );
  }
}
