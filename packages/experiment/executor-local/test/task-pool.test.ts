import { describe, expect, it } from "vitest";
import { taskPool, type Json } from "@fabriclab/experiment-executor-local";

const module = new URL("./tasks/sleep.ts", import.meta.url);
const execArgv = ["--conditions=fabriclab-source"];

describe("a pool of threads", () => {
  it("uses fewer threads when memory is short, and still does every task once", async () => {
    let ended = 0;
    const notes: string[] = [];
    const values = new Map<string, Json>();
    // More than the bound until the first task has ended: only one may run.
    const pool = taskPool({
      module,
      workers: 2,
      execArgv,
      memory: { bytes: 100 * 2 ** 20, used: () => (ended === 0 ? 2 ** 30 : 0) },
      onNote: (text) => notes.push(text),
    });
    try {
      await pool.run(
        [1, 2, 3].map((n) => ({ key: `${n}`, label: `task ${n}`, input: n })),
        {
          onOutcome({ key }, outcome) {
            ended++;
            expect(values.has(key)).toBe(false);
            if (outcome.status === "done") values.set(key, outcome.value);
          },
        },
      );
    } finally {
      await pool.close();
    }
    expect([...values].sort()).toEqual([
      ["1", 1],
      ["2", 4],
      ["3", 9],
    ]);
    expect(notes[0]).toBe("more than 100 MiB in use: 1 thread from now on");
    expect(notes[1]).toMatch(
      /^task [123] alone brings the memory in use above/,
    );
  });
});
