import type { PacketDraft } from "@fabriclab/spec";
import fc from "fast-check";
import { expect, it } from "vitest";
import { classWord, DraftQueue } from "../src/draft-queue.ts";

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

it("a queue of drafts hands out what an array would", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("push", "push", "pushFirst", "shift"), {
        maxLength: 200,
      }),
      fc.integer({ min: 0, max: 2 ** 50 }),
      (steps, from) => {
        const queue = new DraftQueue();
        const list: PacketDraft[] = [];
        steps.forEach((step, tag) => {
          const draft = draftOf(from + tag, tag);
          if (step === "push") {
            queue.push(draft, tag & 0x7f);
            list.push(draft);
          } else if (step === "pushFirst") {
            queue.pushFirst(draft, tag & 0x7f);
            list.unshift(draft);
          } else if (list.length > 0) {
            queue.shift();
            list.shift();
          }
          expect(queue.length).toBe(list.length);
          const [first] = list;
          if (first === undefined) return;
          expect([queue.birth, queue.leaves, queue.bytes, queue.tag]).toEqual([
            first.birth,
            first.readyAt,
            first.bytes,
            first.tag,
          ]);
          expect(queue.classWord).toBe(classWord(first, first.tag & 0x7f));
        });
      },
    ),
  );
});

it("a packet that is not held back may leave at its birth, and never before", () => {
  const queue = new DraftQueue();
  const { readyAt: _, ...plain } = draftOf(7, 1);
  queue.push(plain, 0);
  expect(queue.leaves).toBe(7);
  queue.pushFirst({ ...plain, readyAt: 3 }, 0);
  expect(queue.leaves).toBe(7);
});
