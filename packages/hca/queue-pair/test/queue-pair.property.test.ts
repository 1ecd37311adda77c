import fc from "fast-check";
import type { Stream } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { blank, build, pair, served, type Element } from "./drafted.ts";

type Waiting = Required<Element> & { readonly queue: number };
type Queues = readonly (readonly Required<Element>[])[];

/** The same, tick by tick: whenever the engine is free, the best of what is born. Bytes take a tick each. */
function reference(queues: Queues) {
  const waiting: Waiting[] = queues.flatMap((elements, queue) =>
    elements.map((element) => ({ ...element, queue })),
  );
  const done: (readonly [number, number])[] = [];
  for (let tick = 0; waiting.length > 0; tick++) {
    const born = waiting.filter(({ birth }) => birth <= tick);
    if (born.length === 0) continue;
    const best = born.reduce((a, b) => {
      if (a.sl !== b.sl) return a.sl < b.sl ? a : b;
      if (a.birth !== b.birth) return a.birth < b.birth ? a : b;
      return a.queue <= b.queue ? a : b;
    });
    waiting.splice(waiting.indexOf(best), 1);
    done.push([best.tag, tick + best.bytes]);
    tick += best.bytes - 1;
  }
  return done;
}

const queueOf = (sl: fc.Arbitrary<number>) =>
  fc
    .array(
      fc.record({
        // Some of them tie.
        birth: fc.oneof(fc.nat(60), fc.nat(3)),
        sl,
        bytes: fc.integer({ min: 1, max: 12 }),
      }),
      { maxLength: 12 },
    )
    .map((list) => list.sort((a, b) => a.birth - b.birth));

const ofOneLevel = fc.nat(3).chain((sl) => queueOf(fc.constant(sl)));
const ofSeveral = queueOf(fc.nat(3));

const queuesOf = (queue: typeof ofSeveral) =>
  fc
    .oneof(
      fc.array(queue, { minLength: 1, maxLength: 4 }),
      fc.array(queue, { minLength: 5, maxLength: 20 }),
    )
    .map((lists) =>
      lists.map((list, q) =>
        list.map((element, i) => ({ ...element, tag: q * 100 + i })),
      ),
    );

describe("queue pairs", () => {
  it("are served as a reference serves them tick by tick: nothing is lost or late, and no level changes its order", () => {
    fc.assert(
      fc.property(queuesOf(fc.oneof(ofOneLevel, ofSeveral)), (lists) => {
        const due = reference(lists);
        expect(served(lists.map((elements) => pair(elements)))).toEqual(due);
      }),
      { numRuns: 300 },
    );
  });

  it("say of each level, where each has its own, whether it has ended", () => {
    fc.assert(
      fc.property(queuesOf(ofOneLevel), (lists) => {
        const levelOf = new Map(
          lists.flat().map(({ tag, sl }) => [tag, sl] as const),
        );
        const left = reference(lists).map(([tag]) => levelOf.get(tag));
        const [stream] = build().adapt!(
          lists.map((elements) => pair(elements)),
          1000,
        );
        for (;;) {
          for (const level of [0, 1, 2, 3])
            expect(stream!.ended!(level)).toBe(!left.includes(level));
          if (!stream!.next(blank())) break;
          left.shift();
        }
        expect(left).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

interface World {
  now: number;
  /** Ticks, ascending. */
  readonly deliveries: readonly number[];
}

/** An element, and whether a delivery makes its stream draft it. */
type Reaction = Required<Element> & { readonly isAnswer: boolean };

/**
 * A queue pair of such elements. What waits for no delivery waits for its time: until then the stream has nothing, and says when it will.
 */
function reacting(reactions: readonly Reaction[], world: World): Stream {
  const stream = pair(reactions);
  let next = 0;
  return {
    ...stream,
    next(draft) {
      const reaction = reactions[next];
      draft.retryAt = -1;
      if (reaction === undefined) return false;
      if (reaction.birth > world.now) {
        if (!reaction.isAnswer) draft.retryAt = reaction.birth;
        return false;
      }
      next += 1;
      return stream.next(draft);
    },
  };
}

/** Asks when there is a delivery, and at the ticks that the adapter names. */
function drive(streams: readonly Stream[], world: World) {
  const clock = { closedLoop: true, now: () => world.now };
  const [stream] = build().adapt!(streams, 1000, clock);
  const draft = blank();
  const done: (readonly [number, number])[] = [];
  for (;;) {
    while (stream!.next(draft)) done.push([draft.tag, draft.readyAt!]);
    const again = draft.retryAt < 0 ? Infinity : draft.retryAt;
    expect(again).toBeGreaterThan(world.now);
    const delivery = world.deliveries.find((at) => at > world.now);
    world.now = Math.min(again, delivery ?? Infinity);
    if (world.now === Infinity) return done;
  }
}

/** Elements that are born at a delivery, if there is one at their birth or later, or wait for their time. */
const reactionsOf = (
  elements: readonly Required<Element>[],
  { deliveries }: World,
): Reaction[] =>
  elements.map((element) => {
    const delivery = deliveries.find((at) => at >= element.birth);
    return {
      ...element,
      birth: delivery ?? element.birth,
      isAnswer: delivery !== undefined,
    };
  });

describe("queue pairs of traffic that reacts to deliveries", () => {
  it("are served as the reference serves them, which knows all births from the start", () => {
    const ticks = fc
      .array(fc.nat(60), { maxLength: 10 })
      .map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(
        queuesOf(fc.oneof(ofOneLevel, ofSeveral)),
        ticks,
        fc.infiniteStream(fc.boolean()),
        (lists, deliveries, reacts) => {
          const world = { now: 0, deliveries };
          const queues = lists.map((list) => {
            if (reacts.next().value !== true)
              return { born: list, stream: pair(list) };
            const born = reactionsOf(list, world);
            return { born, stream: reacting(born, world) };
          });
          const served = drive(
            queues.map(({ stream }) => stream),
            world,
          );
          expect(served).toEqual(reference(queues.map(({ born }) => born)));
        },
      ),
      { numRuns: 300 },
    );
  });
});
