import { sideOf, type Side } from "./sides.ts";
import type { SwitchLinks } from "@fabriclab/paths";
import type { UpDownOrder } from "./order.ts";

/** Destinations whose ways are found at once: bits of a word. */
export const AT_ONCE = 32;

/** Where switches send packets for up to `AT_ONCE` destinations; bit `i` stands for the i-th of them. */
export interface ManyWays {
  readonly above: Side;
  readonly below: Side;
  /** Entry of `above` -> the destinations for which it is the way. */
  readonly upBits: Int32Array;
  /** The same of `below`. */
  readonly downBits: Int32Array;
  /** Finds the ways to the destinations at these places; the bits are those of the last ones. */
  find(places: Int32Array): void;
}

/**
 * The ways of `autonetPorts`, many at once: a search goes out from all destinations by hops, and what it does with a switch it does for all
 * destinations that are as far from it in one step (M. Then et al., The more the merrier: efficient multi-source graph traversal, PVLDB 8(4), 2014).
 * First along ways down; then along all, where a switch that has a way down waits until the search has gone as far as that is long.
 *
 * Complexity: O(links) at most for a destination and round, as many destinations as are equally far at once.
 */
export function manyWays(
  links: SwitchLinks,
  order: UpDownOrder,
  unlessLonger: boolean,
): ManyWays {
  const { switchCount } = links;
  const array = (): Int32Array => new Int32Array(switchCount);
  const above = sideOf(links, order, "above");
  const below = sideOf(links, order, "below");
  const upBits = new Int32Array(links.to.length);
  const downBits = new Int32Array(links.to.length);
  // All by place. `has`: destinations that it has a way down to; `known`: those that the search has come to it from.
  const [barred, has, known] = [array(), array(), array()];
  // The front of the search: switches, and the destinations from which it has just come to each. Then the next one.
  let [front, bits, size] = [array(), array(), 0];
  let [nextFront, nextBits, nextSize] = [array(), array(), 0];
  // Destinations that the front offers to switches beside it.
  const [offered, asked] = [array(), array()];
  let askedSize = 0;
  // The switches that have ways down by hops, `levels[h]` the end of those of h, each time with the destinations.
  const downAt: number[] = [];
  const downOf: number[] = [];
  const levels: number[] = [];

  const enter = (at: number, some: number): void => {
    const before = nextBits[at] ?? 0;
    if (before === 0) nextFront[nextSize++] = at;
    nextBits[at] = before | some;
  };
  /** The next front becomes the front. */
  const advance = (): void => {
    for (let i = 0; i < size; i++) bits[front[i] ?? 0] = 0;
    [front, nextFront] = [nextFront, front];
    [bits, nextBits] = [nextBits, bits];
    size = nextSize;
    nextSize = 0;
  };
  /** Offers what the front has to those on one side of it, who do not take what `isDone` and `isBarred` say. */
  const offer = (
    { start, to }: Side,
    isDone: Int32Array,
    isBarred: Int32Array,
  ): void => {
    for (let i = 0; i < size; i++) {
      const at = front[i] ?? 0;
      const some = bits[at] ?? 0;
      const end = start[at + 1] ?? 0;
      for (let entry = start[at] ?? 0; entry < end; entry++) {
        const other = to[entry] ?? 0;
        const fresh = some & ~((isDone[other] ?? 0) | (isBarred[other] ?? 0));
        if (fresh === 0) continue;
        const before = offered[other] ?? 0;
        if (before === 0) asked[askedSize++] = other;
        offered[other] = before | fresh;
      }
    }
  };
  /** Gives each of these destinations to the first neighbour that has it. */
  const choose = (
    at: number,
    { start, to }: Side,
    ways: Int32Array,
    some: number,
  ): void => {
    const end = start[at + 1] ?? 0;
    for (let entry = start[at] ?? 0; some !== 0 && entry < end; entry++) {
      const given = some & (bits[to[entry] ?? 0] ?? 0);
      ways[entry] = (ways[entry] ?? 0) | given;
      some ^= given;
    }
  };

  const goDown = (places: Int32Array, scope: number): void => {
    has.fill(0);
    downAt.length = downOf.length = levels.length = 0;
    for (const [i, at] of places.entries()) {
      const bit = scope & (1 << i);
      if (bit === 0) continue;
      has[at] = (has[at] ?? 0) | bit;
      enter(at, bit);
    }
    for (;;) {
      advance();
      if (size === 0) break;
      for (let i = 0; i < size; i++) {
        const at = front[i] ?? 0;
        downAt.push(at);
        downOf.push(bits[at] ?? 0);
      }
      levels.push(downAt.length);
      offer(above, has, barred);
      for (; askedSize > 0;) {
        const at = asked[--askedSize] ?? 0;
        const some = offered[at] ?? 0;
        offered[at] = 0;
        has[at] = (has[at] ?? 0) | some;
        choose(at, below, downBits, some);
        enter(at, some);
      }
    }
  };

  /** @returns destinations for which a switch was barred, so that their ways must be found again */
  const goAnyWay = (): number => {
    let again = 0;
    known.fill(0);
    for (let hops = 0, done = 0; ; hops++) {
      const end = levels[hops] ?? done;
      for (; done < end; done++) {
        const at = downAt[done] ?? 0;
        const some = downOf[done] ?? 0;
        known[at] = (known[at] ?? 0) | some;
        enter(at, some);
      }
      for (; askedSize > 0;) {
        const at = asked[--askedSize] ?? 0;
        const some = (offered[at] ?? 0) & ~(known[at] ?? 0);
        offered[at] = 0;
        // Those whose way down is longer than this way up.
        const longer = some & (has[at] ?? 0);
        barred[at] = (barred[at] ?? 0) | longer;
        again |= longer;
        const up = some ^ longer;
        if (up === 0) continue;
        known[at] = (known[at] ?? 0) | up;
        choose(at, above, upBits, up);
        enter(at, up);
      }
      advance();
      if (size === 0 && done === downAt.length) return again;
      offer(below, known, unlessLonger ? known : has);
    }
  };

  return {
    ...{ above, below, upBits, downBits },
    find(places) {
      barred.fill(0);
      upBits.fill(0);
      downBits.fill(0);
      let scope = places.length === AT_ONCE ? -1 : (1 << places.length) - 1;
      for (;;) {
        goDown(places, scope);
        scope = goAnyWay();
        if (scope === 0) return;
        for (let entry = 0; entry < upBits.length; entry++) {
          upBits[entry] = (upBits[entry] ?? 0) & ~scope;
          downBits[entry] = (downBits[entry] ?? 0) & ~scope;
        }
      }
    },
  };
}
