import type { Experiment, RunResult } from "@fabriclab/sim";
import { expect, it } from "vitest";
import { resultNotes } from "../src/result-notes.ts";
import { fabriclab, workFolder } from "./command.ts";

const { write } = workFolder();

const run = (seed: number, notes: Record<string, string>): RunResult =>
  ({
    seed,
    metrics: Object.fromEntries(
      Object.entries(notes).map(([name, note]) => [
        name,
        { value: 1, unit: "1", note },
      ]),
    ),
  }) as unknown as RunResult;

/** Entries of which the third is called `video`. */
const entries = {
  traffic: [{}, {}, { name: "video" }],
} as unknown as Pick<Experiment, "traffic">;

it("a note of several traffic entries is said once, with the entries", () => {
  const one = run(1, {
    "transport.messages.traffic0": "no alternate",
    "transport.failed.traffic0": "failed",
    "transport.messages.traffic1": "no alternate",
    "transport.failed.traffic12": "others failed",
  });
  expect(resultNotes([one], entries)).toEqual([
    "traffic[0] and traffic[1]: no alternate",
    "traffic[0]: failed",
    "traffic[12]: others failed",
  ]);
  expect(resultNotes([one, run(2, { order: "mixed" })], entries)).toEqual([
    "seed 1, traffic[0] and traffic[1]: no alternate",
    "seed 1, traffic[0]: failed",
    "seed 1, traffic[12]: others failed",
    "seed 2: mixed",
  ]);
});

it("an entry that has a name is called by it", () => {
  const one = run(1, {
    "transport.messages.video": "no alternate",
    "transport.messages.traffic1": "no alternate",
  });
  expect(resultNotes([one], entries)).toEqual([
    "video and traffic[1]: no alternate",
  ]);
});

it("the note of the only entry names none", () => {
  expect(
    resultNotes([run(1, { "transport.messages": "note" })], entries),
  ).toEqual(["note"]);
});

it("two entries of connection are told apart in a run", async () => {
  const entry = "{ kind: connection, load: 0.1, messages: 4, pattern: shift }";
  const { code, err, out } = await fabriclab(
    "run",
    write(
      "two.yaml",
      `topology: { kind: mesh, columns: 2, rows: 2 }
routing: xy
switch: iba
traffic:
  - ${entry}
  - ${entry}
metrics: [latency]
`,
    ),
  );
  expect(code, err).toBe(0);
  expect(out).toContain("transport.messages.traffic1");
  const notes = (out + err).match(/^note: .*alternate.*$/gm);
  expect(notes).toHaveLength(1);
  expect(notes?.[0]).toContain("note: traffic[0] and traffic[1]: 4 of 4");
});
