import type {
  Arbiter,
  ArbiterFactory,
  LaneScheduler,
  LaneSchedulerFactory,
  RequestHeads,
  VlArbTable,
} from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";

/** Kinds of one part that a network can mix. */
export const MOST_KINDS = 5;

function distinct<Factory extends { readonly name: string }>(
  factories: readonly Factory[],
  what: string,
): Factory[] {
  const kinds = [...new Set(factories)];
  if (kinds.length > MOST_KINDS) {
    throw new FabricError({
      code: "E_NETWORK_KINDS",
      message: `too many kinds of ${what} in one network`,
      got: kinds.map(({ name }) => name).join(", "),
      expected: `at most ${MOST_KINDS} different ones`,
    });
  }
  return kinds;
}

/**
 * One arbiter for a network whose switches have different ones.
 *
 * Why a chain of comparisons: V8 inlines a method of a constant object, but calls through a megamorphic site where the object comes out of an
 * array; the bench `boundary` prints what five kinds cost this way.
 *
 * @param factoryOf output -> factory of its switch
 */
export function mixArbiters(
  factoryOf: readonly ArbiterFactory[],
  lanes: number,
  inputs: number,
  heads: RequestHeads,
): Arbiter {
  const kinds = distinct(factoryOf, "arbiters");
  const slots = factoryOf.length * lanes;
  if (kinds.length === 1) return kinds[0]!.create(slots, inputs, heads);
  const kindOf = new Uint8Array(slots);
  for (let slot = 0; slot < slots; slot++)
    kindOf[slot] = kinds.indexOf(factoryOf[Math.floor(slot / lanes)]!);
  const parts = kinds.map((factory) => factory.create(slots, inputs, heads));
  const last = parts.at(-1)!;
  const [a, b = last, c = last, d = last] = parts as [Arbiter, ...Arbiter[]];
  return {
    pick(slot, requests) {
      const kind = kindOf[slot];
      return kind === 0
        ? a.pick(slot, requests)
        : kind === 1
          ? b.pick(slot, requests)
          : kind === 2
            ? c.pick(slot, requests)
            : kind === 3
              ? d.pick(slot, requests)
              : last.pick(slot, requests);
    },
    pickWide(slot, words, at, count) {
      const kind = kindOf[slot];
      return kind === 0
        ? a.pickWide(slot, words, at, count)
        : kind === 1
          ? b.pickWide(slot, words, at, count)
          : kind === 2
            ? c.pickWide(slot, words, at, count)
            : kind === 3
              ? d.pickWide(slot, words, at, count)
              : last.pickWide(slot, words, at, count);
    },
    granted(slot, input) {
      const kind = kindOf[slot];
      if (kind === 0) a.granted(slot, input);
      else if (kind === 1) b.granted(slot, input);
      else if (kind === 2) c.granted(slot, input);
      else if (kind === 3) d.granted(slot, input);
      else last.granted(slot, input);
    },
  };
}

/** As {@link mixArbiters}, for lane schedulers. */
export function mixLaneSchedulers(
  factoryOf: readonly LaneSchedulerFactory[],
  lanes: number,
  vlArb?: VlArbTable,
): LaneScheduler {
  const kinds = distinct(factoryOf, "lane schedulers");
  const outputs = factoryOf.length;
  if (kinds.length === 1) return kinds[0]!.create(outputs, lanes, vlArb);
  const kindOf = Uint8Array.from(factoryOf, (factory) =>
    kinds.indexOf(factory),
  );
  const parts = kinds.map((factory) => factory.create(outputs, lanes, vlArb));
  const last = parts.at(-1)!;
  const [a, b = last, c = last, d = last] = parts as [
    LaneScheduler,
    ...LaneScheduler[],
  ];
  return {
    pick(output, ready) {
      const kind = kindOf[output];
      return kind === 0
        ? a.pick(output, ready)
        : kind === 1
          ? b.pick(output, ready)
          : kind === 2
            ? c.pick(output, ready)
            : kind === 3
              ? d.pick(output, ready)
              : last.pick(output, ready);
    },
    granted(output, lane, bytes) {
      const kind = kindOf[output];
      if (kind === 0) a.granted(output, lane, bytes);
      else if (kind === 1) b.granted(output, lane, bytes);
      else if (kind === 2) c.granted(output, lane, bytes);
      else if (kind === 3) d.granted(output, lane, bytes);
      else last.granted(output, lane, bytes);
    },
  };
}
