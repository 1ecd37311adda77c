import type { PacketDraft } from "@fabriclab/spec";
import fc from "fast-check";
import { expect, it } from "vitest";
import { classWord, DraftRings } from "../src/draft-rings.ts";

const draftOf = (birth: number, tag: number): PacketDraft => ({
  birth,
  readyAt: birth + (tag % 3),
  dlid: 0xc000 + (tag & 0xff),
  bytes: 64 + tag,
  sl: tag & 15,
  tag,
  flags: tag & 7,
  retryAt: -1,
});

it("rings of drafts hand out what arrays would, whichever grow between", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          step: fc.constantFrom("push", "push", "pushFirst", "shift"),
          ring: fc.constantFrom(0, 0, 0, 1, 2),
        }),
        { maxLength: 300 },
      ),
      fc.integer({ min: 0, max: 2 ** 50 }),
      (steps, from) => {
        const rings = new DraftRings(3);
        const lists: PacketDraft[][] = [[], [], []];
        steps.forEach(({ step, ring }, tag) => {
          const draft = draftOf(from + tag, tag);
          const list = lists[ring]!;
          if (step === "push") {
            rings.push(ring, draft, tag & 0x7f);
            list.push(draft);
          } else if (step === "pushFirst") {
            rings.pushFirst(ring, draft, tag & 0x7f);
            list.unshift(draft);
          } else if (list.length > 0) {
            rings.shift(ring);
            list.shift();
          }
          lists.forEach((waiting, each) => {
            expect(rings.waiting(each)).toBe(waiting.length);
            const [first] = waiting;
            if (first === undefined) return;
            const place = rings.first(each);
            expect([
              rings.birth(place),
              rings.leaves(place),
              rings.bytes(place),
              rings.tag(place),
              rings.classWord(place),
            ]).toEqual([
              first.birth,
              first.readyAt,
              first.bytes,
              first.tag,
              classWord(first, first.tag & 0x7f),
            ]);
          });
        });
      },
    ),
  );
});

it("a packet that is not held back may leave at its birth, and never before", () => {
  const rings = new DraftRings(1);
  const { readyAt: _, ...plain } = draftOf(7, 1);
  rings.push(0, plain, 0);
  expect(rings.leaves(rings.first(0))).toBe(7);
  rings.pushFirst(0, { ...plain, readyAt: 3 }, 0);
  expect(rings.leaves(rings.first(0))).toBe(7);
});
