import { expect, it } from "vitest";
import { threadsNote } from "../src/threads-note.ts";

it("says nothing of threads that had their cores", () => {
  expect(
    threadsNote(2, { took: 10, starting: 0.5, processor: 18 }),
  ).toBeUndefined();
});

it("says that starting threads took a good part of a run", () => {
  expect(threadsNote(2, { took: 1, starting: 0.5, processor: 1 })).toBe(
    "note: starting 2 threads took 0.5 of 1.0 s: they pay for runs that last much longer",
  );
});

it("says that threads shared their cores with other work: 11 s of processors in 10 s for two, 24 in 10 for four", () => {
  expect(threadsNote(2, { took: 11, starting: 1, processor: 11 })).toBe(
    "note: the 2 threads had 1.1 cores between them, and waited for each other: where other work needs the cores, a run on one thread is quicker",
  );
  expect(threadsNote(4, { took: 11, starting: 1, processor: 24 })).toMatch(
    /^note: the 4 threads had 2\.4 cores/,
  );
});
