import { EventEmitter } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  abortOnInterrupt,
  runTasks,
  type Progress,
  type RunTasksOptions,
  type Task,
} from "@fabriclab/experiment-executor-local";
import { memoryStore } from "@fabriclab/experiment-store";

const module = new URL("./tasks/arithmetic.ts", import.meta.url);
// The threads load the workspace from sources, as these tests do.
const execArgv = ["--conditions=fabriclab-source"];

let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fabriclab-executor-"));
  log = join(folder, "log");
  writeFileSync(log, "");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const task = (n: number, what = "square"): Task => ({
  key: `task ${n}`,
  label: `square of ${n}`,
  input: { n, what, log },
});
const squares = (count: number) =>
  Array.from({ length: count }, (_, n) => task(n));
const run = (
  options: Partial<RunTasksOptions> & Pick<RunTasksOptions, "tasks">,
) => runTasks({ module, execArgv, ...options });
const begun = (): number => readFileSync(log, "utf8").split("\n").length - 1;

describe("runTasks", () => {
  it("gives the outcomes in the order of the tasks, the same for any number of workers", async () => {
    const one = await run({ tasks: squares(12), workers: 1 });
    const three = await run({ tasks: squares(12), workers: 3 });
    expect(
      one.map((outcome) => outcome.status === "done" && outcome.value),
    ).toEqual(
      Array.from({ length: 12 }, (_, n) => ({ square: n * n, first: true })),
    );
    expect(JSON.stringify(three)).toBe(JSON.stringify(one));
  });

  it("reports a failed task with its description and runs the rest", async () => {
    const outcomes = await run({
      tasks: [task(1), task(2, "throw"), task(3, "refuse"), task(4)],
      workers: 2,
    });
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      "done",
      "failed",
      "failed",
      "done",
    ]);
    expect(outcomes[1]).toMatchObject({
      label: "square of 2",
      error: { message: "cannot square 2" },
    });
    expect(outcomes[2]).toMatchObject({
      error: { code: "E_TEST_REFUSED", got: "3", expected: "something else" },
    });
  });

  it.each(["exit", "crash"])(
    "survives a task that would end its thread: %s",
    async (what) => {
      const outcomes = await run({
        tasks: [task(1), task(2, what), task(3), task(4)],
        workers: 2,
      });
      expect(outcomes.map((outcome) => outcome.status)).toEqual([
        "done",
        "failed",
        "done",
        "done",
      ]);
      expect(outcomes[1]).toMatchObject({
        label: "square of 2",
        error: {
          message: expect.stringMatching(
            /process\.exit\(3\)|nobody catches this/,
          ) as string,
        },
      });
    },
  );

  it("does not run what the store holds, and keeps what it ran", async () => {
    const store = memoryStore();
    await run({ tasks: squares(3), store });
    expect(begun()).toBe(3);
    const outcomes = await run({ tasks: squares(5), store });
    expect(begun()).toBe(5);
    expect(
      outcomes.map((outcome) => outcome.status === "done" && outcome.cached),
    ).toEqual([true, true, true, false, false]);
  });

  it("keeps no failure in the store, so that it is tried again", async () => {
    const store = memoryStore();
    await run({ tasks: [task(1, "throw")], store });
    expect(await store.has("task 1")).toBe(false);
  });

  it("goes on after an interruption to the same outcomes as without one", async () => {
    const undisturbed = await run({ tasks: squares(20) });
    const store = memoryStore();
    const controller = new AbortController();
    const stopped = await run({
      tasks: squares(20),
      store,
      signal: controller.signal,
      onProgress: (progress) => {
        if (progress.ended === 7) controller.abort();
      },
    });
    expect(
      stopped.filter((outcome) => outcome.status === "stopped").length,
    ).toBeGreaterThan(0);
    expect(store.size).toBeGreaterThanOrEqual(7);
    expect(store.size).toBeLessThan(20);
    const before = begun();
    const resumed = await run({ tasks: squares(20), store });
    expect(begun() - before).toBe(
      20 -
        resumed.filter((outcome) => outcome.status === "done" && outcome.cached)
          .length,
    );
    const values = (outcomes: typeof resumed) =>
      outcomes.map((outcome) => outcome.status === "done" && outcome.value);
    expect(JSON.stringify(values(resumed))).toBe(
      JSON.stringify(values(undisturbed)),
    );
  });

  it("stops a task that is running when the signal comes", async () => {
    const controller = new AbortController();
    const pending = run({
      tasks: [task(1, "wait")],
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 300);
    expect(await pending).toEqual([{ status: "stopped" }]);
  }, 10_000);

  it("says how far it is, at which rate, and how long it will take", async () => {
    let seconds = 0;
    const seen: Progress[] = [];
    const store = memoryStore();
    await store.put("task 0", 0);
    await run({
      tasks: [task(0), task(1), task(2, "throw"), task(3)],
      store,
      workers: 1,
      clock: () => (seconds += 1),
      onProgress: (progress) => seen.push(progress),
    });
    expect(
      seen.map(({ ended, cached, failed }) => [ended, cached, failed]),
    ).toEqual([
      [1, 1, 0],
      [2, 1, 0],
      [3, 1, 1],
      [4, 1, 1],
    ]);
    // The rate counts from the first task computed: starting the threads is not part of it.
    expect(
      seen.map(({ perSecond, secondsLeft }) => [perSecond, secondsLeft]),
    ).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [1, 1],
      [1, 0],
    ]);
  });

  it("takes what tasks cost for the time left, not how many there are", async () => {
    let seconds = 0;
    const left: unknown[] = [];
    await run({
      tasks: [1, 2, 2, 12].map((cost, i) => ({ ...task(i), cost })),
      workers: 1,
      clock: () => (seconds += 1),
      onProgress: ({ secondsLeft }) => left.push(secondsLeft),
    });
    // A second for the cost of 2, and 2 and 12 to go; then two seconds for 4, and 12 to go.
    expect(left).toEqual([undefined, 7, 6, 0]);
  });

  it("ends with the store's own error when a result cannot be kept", async () => {
    const store = {
      ...memoryStore(),
      put: () => Promise.reject(new Error("disk full")),
    };
    await expect(run({ tasks: squares(4), store })).rejects.toThrow(
      "disk full",
    );
  });

  it("refuses two tasks of one key", async () => {
    await expect(run({ tasks: [task(1), task(1)] })).rejects.toMatchObject({
      code: "E_EXECUTOR_DUPLICATE_KEY",
    });
  });

  it("says that a task module has no run", async () => {
    const outcomes = await run({
      tasks: [task(1)],
      module: new URL("./tasks/nothing.ts", import.meta.url),
    });
    expect(outcomes[0]).toMatchObject({
      status: "failed",
      error: {
        message: expect.stringContaining('no function "run"') as string,
      },
    });
  });
});

describe("abortOnInterrupt", () => {
  it("aborts at the first Ctrl-C or SIGTERM and leaves a second one to the process", () => {
    for (const event of ["SIGINT", "SIGTERM"]) {
      const target = new EventEmitter();
      let said = 0;
      const { signal, release } = abortOnInterrupt(target, () => (said += 1));
      expect(signal.aborted).toBe(false);
      target.emit(event);
      expect(signal.aborted).toBe(true);
      expect(said).toBe(1);
      // Nobody listens any more: Node ends the process.
      expect(target.eventNames()).toEqual([]);
      release();
      expect(target.eventNames()).toEqual([]);
    }
  });
});
