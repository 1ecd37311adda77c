import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import type { Json } from "@fabriclab/spec";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { taskPool } from "@fabriclab/experiment-executor-local";

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

describe("a pool that is prepared", () => {
  const loaded = new URL("./tasks/loaded.ts", import.meta.url);
  let folder: string;
  let log: string;
  // Why an object for each pool: a thread that was of no more use is not waited for by `close`, and ends during the next test.
  let threadsOf = { begun: 0, ended: 0 };
  const count = (worker: Worker): void => {
    const counted = threadsOf;
    counted.begun++;
    worker.once("exit", () => counted.ended++);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fabriclab-pool-"));
    log = join(folder, "loaded");
    process.env["FABRICLAB_LOADED"] = log;
    threadsOf = { begun: 0, ended: 0 };
    process.on("worker", count);
  });
  afterEach(() => {
    process.off("worker", count);
    delete process.env["FABRICLAB_LOADED"];
    rmSync(folder, { recursive: true, force: true });
  });
  const threads = (): string[] =>
    existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").sort() : [];
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const tasks = (n: number) =>
    Array.from({ length: n }, (_, i) => ({
      key: `${i}`,
      label: `task ${i}`,
      input: i,
    }));

  it("has loaded the module before there is a task, once in each thread, and uses those threads", async () => {
    const pool = taskPool({ module: loaded, workers: 2, execArgv });
    try {
      pool.prepare(5);
      await until(() => threads().length === 2);
      const used = new Set<string>();
      await pool.run(tasks(6), {
        onOutcome(_, outcome) {
          expect(outcome.status).toBe("done");
          if (outcome.status === "done") used.add(`${outcome.value as number}`);
        },
      });
      expect([...used].sort()).toEqual(threads());
      expect(threads()).toHaveLength(2);
      expect(threadsOf.begun).toBe(2);
    } finally {
      await pool.close();
    }
    expect(threadsOf.ended).toBe(2);
  });

  it("may be given its tasks while it still loads", async () => {
    const pool = taskPool({ module: loaded, workers: 2, execArgv });
    let done = 0;
    try {
      pool.prepare(1);
      await pool.run(tasks(5), {
        onOutcome(_, outcome) {
          if (outcome.status === "done") done++;
        },
      });
    } finally {
      await pool.close();
    }
    expect(done).toBe(5);
    expect(threadsOf.begun).toBe(2);
  });

  it("is closed without having been used: at once, while it loads, and when it has loaded", async () => {
    for (const ready of [
      () => true,
      () => threads().length > 0,
      () => threads().length === 2,
    ]) {
      rmSync(log, { force: true });
      threadsOf = { begun: 0, ended: 0 };
      const pool = taskPool({ module: loaded, workers: 2, execArgv });
      pool.prepare(2);
      await until(ready);
      await pool.close();
      expect(threadsOf).toEqual({ begun: 2, ended: 2 });
    }
  });

  it("is stopped and closed however long it loads", async () => {
    const endless = new URL("./tasks/endless.ts", import.meta.url);
    const pool = taskPool({ module: endless, workers: 2, execArgv });
    const controller = new AbortController();
    pool.prepare(2);
    const run = pool.run(tasks(3), {
      signal: controller.signal,
      onOutcome: () => expect.unreachable(),
    });
    controller.abort();
    await run;
    await pool.close();
    expect(threadsOf).toEqual({ begun: 2, ended: 2 });
  });

  it("tells by its first task that the module cannot be loaded", async () => {
    const pool = taskPool({
      module: new URL("./tasks/missing.ts", import.meta.url),
      workers: 1,
      execArgv,
    });
    const said: string[] = [];
    try {
      pool.prepare(1);
      await pool.run(tasks(1), {
        onOutcome(_, outcome) {
          if (outcome.status === "failed") said.push(outcome.error.message);
        },
      });
    } finally {
      await pool.close();
    }
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/missing\.ts/);
  });
});
