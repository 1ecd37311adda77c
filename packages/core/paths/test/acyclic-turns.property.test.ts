import { irregularFabric } from "@fabriclab/testing-fabrics";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AcyclicTurns, linkTurns, switchLinks } from "../src/index.ts";

/** Whether `to` can be reached from `from` along turns, by a plain search. */
function leads(turns: ReadonlySet<string>, from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const at of seen)
    for (const turn of turns) {
      const [tail, head] = turn.split(" ").map(Number);
      if (tail === at && head !== undefined) seen.add(head);
    }
  return seen.has(to);
}

describe("turns that close no cycle", () => {
  it("are refused exactly where a plain search finds the way back", () => {
    fc.assert(
      fc.property(
        fc.record({
          switches: fc.integer({ min: 3, max: 8 }),
          ports: fc.integer({ min: 4, max: 6 }),
          extraLinks: fc.integer({ min: 1, max: 6 }),
          seed: fc.nat(),
        }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 40 }),
        (options, picks) => {
          const links = switchLinks(irregularFabric(options));
          const order = new AcyclicTurns(links, linkTurns(links));
          const kept = new Set<string>();
          for (const [a, b] of picks) {
            const from = a % links.channel.length;
            const sw = links.to[from] ?? 0;
            const first = links.start[sw] ?? 0;
            const into = first + (b % ((links.start[sw + 1] ?? 0) - first));
            const closes = leads(kept, into, from);
            expect(order.add(from, into)).toBe(!closes);
            if (!closes) kept.add(`${from} ${into}`);
          }
        },
      ),
    );
  });

  it("are refused exactly where a plain search finds the way back, also after some were kept and others taken back", () => {
    fc.assert(
      fc.property(
        fc.record({
          switches: fc.integer({ min: 3, max: 8 }),
          ports: fc.integer({ min: 4, max: 6 }),
          extraLinks: fc.integer({ min: 1, max: 6 }),
          seed: fc.nat(),
        }),
        fc.array(
          fc.oneof(
            {
              weight: 8,
              arbitrary: fc.record({ a: fc.nat(), b: fc.nat() }),
            },
            { weight: 1, arbitrary: fc.constant("keep" as const) },
            { weight: 1, arbitrary: fc.record({ takeBack: fc.nat() }) },
          ),
          { maxLength: 120 },
        ),
        (options, steps) => {
          const links = switchLinks(irregularFabric(options));
          const order = new AcyclicTurns(links, linkTurns(links));
          let kept: string[] = [];
          let added: string[] = [];
          for (const step of steps) {
            if (step === "keep") {
              kept = [...kept, ...added];
              added = [];
              order.keep();
            } else if ("takeBack" in step) {
              const count = step.takeBack % (added.length + 1);
              added = added.slice(0, count);
              order.takeBack(count);
            } else {
              const from = step.a % links.channel.length;
              const sw = links.to[from] ?? 0;
              const first = links.start[sw] ?? 0;
              const into =
                first + (step.b % ((links.start[sw + 1] ?? 0) - first));
              const turns = new Set([...kept, ...added]);
              const closes = leads(turns, into, from);
              expect(order.add(from, into)).toBe(!closes);
              if (!closes && !turns.has(`${from} ${into}`))
                added.push(`${from} ${into}`);
            }
            expect(order.added).toBe(added.length);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it("are refused where a plain search finds the way back, too, at switches of more than 32 links", () => {
    fc.assert(
      fc.property(fc.nat(), fc.infiniteStream(fc.nat()), (seed, picks) => {
        const switches = 37;
        const links = switchLinks(
          irregularFabric({ switches, ports: 37, extraLinks: 630, seed }),
        );
        const order = new AcyclicTurns(links, linkTurns(links));
        // Links of few switches, so that their turns close cycles soon; the last link of switch 0 among them.
        const last = (links.start[1] ?? 0) - 1;
        expect(last).toBe(35);
        const few = new Set([0, 1, 2, links.to[last] ?? 0]);
        const turns: [number, number][] = [];
        for (const from of links.to.keys()) {
          const sw = links.to[from] ?? 0;
          if (!few.has(sw) || !few.has(links.to[links.back[from] ?? 0] ?? 0))
            continue;
          for (let into = links.start[sw] ?? 0; ; into++) {
            if (into === links.start[sw + 1]) break;
            if (few.has(links.to[into] ?? 0)) turns.push([from, into]);
          }
        }
        const kept = new Set<string>();
        let refused = 0;
        while (turns.length > 0) {
          const pick = Number(picks.next().value) % turns.length;
          const [turn] = turns.splice(pick, 1);
          const [from, into] = turn ?? [0, 0];
          const closes = leads(kept, into, from);
          expect(order.add(from, into)).toBe(!closes);
          if (closes) refused += 1;
          else kept.add(`${from} ${into}`);
        }
        expect(refused).toBeGreaterThan(0);
      }),
      { numRuns: 20 },
    );
  });

  it("are as before when what was not kept is taken back", () => {
    const links = switchLinks(
      irregularFabric({ switches: 6, ports: 5, extraLinks: 5, seed: 2 }),
    );
    const order = new AcyclicTurns(links, linkTurns(links));
    const there = 0;
    const back = links.back[there] ?? 0;
    expect(order.add(there, back)).toBe(true);
    expect(order.add(back, there)).toBe(false);
    order.takeBack();
    expect(order.add(back, there)).toBe(true);
    order.keep();
    order.takeBack();
    expect(order.add(there, back)).toBe(false);
  });

  it("are taken back down to a count", () => {
    const links = switchLinks(
      irregularFabric({ switches: 6, ports: 5, extraLinks: 5, seed: 2 }),
    );
    const order = new AcyclicTurns(links, linkTurns(links));
    const there = 0;
    const back = links.back[there] ?? 0;
    const sw = links.to[there] ?? 0;
    const other = Array.from(
      { length: (links.start[sw + 1] ?? 0) - (links.start[sw] ?? 0) },
      (_, i) => (links.start[sw] ?? 0) + i,
    ).find((link) => link !== back);
    order.add(there, other ?? -1);
    expect(order.added).toBe(1);
    order.add(there, back);
    order.takeBack(1);
    expect(order.added).toBe(1);
    expect(order.add(back, there)).toBe(true);
  });

  it("are the same ones whatever order they begin in", () => {
    const links = switchLinks(
      irregularFabric({ switches: 8, ports: 5, extraLinks: 6, seed: 5 }),
    );
    const size = links.channel.length;
    const plain = new AcyclicTurns(links, linkTurns(links));
    const turned = new AcyclicTurns(
      links,
      linkTurns(links),
      Int32Array.from({ length: size }, (_, link) => size - 1 - link),
    );
    let refused = 0;
    for (let from = 0; from < size; from++) {
      const sw = links.to[from] ?? 0;
      for (
        let into = links.start[sw] ?? 0;
        into < (links.start[sw + 1] ?? 0);
        into++
      ) {
        const isFree = plain.add(from, into);
        expect(turned.add(from, into)).toBe(isFree);
        if (!isFree) refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(0);
  });
});
