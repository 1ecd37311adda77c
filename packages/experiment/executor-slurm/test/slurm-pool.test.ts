import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FabricError } from "@fabriclab/spec";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  clearFolder,
  doOrder,
  queuedJobs,
  slurmPool,
  type Outcome,
  type Slurm,
  type Task,
} from "@fabriclab/experiment-executor-slurm";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fabriclab-slurm-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const tasks = (...names: readonly string[]): Task[] =>
  names.map((name) => ({ key: name, label: name, input: { name } }));
const finished = ({ key }: Task): boolean =>
  existsSync(join(folder, `${key}.done`));
const work = (key: string): void =>
  writeFileSync(join(folder, `${key}.done`), "");

/** A cluster that does what `look` says each time the queue is looked at; undefined = the controller is silent. */
function cluster(
  look: (
    times: number,
    job: string | undefined,
  ) => readonly string[] | undefined,
  max = 1000,
  running: readonly number[] = [],
  reason = "JobHeldUser",
) {
  const cancelled: string[] = [];
  const submitted: { options: readonly string[]; script: string }[] = [];
  let looks = 0;
  const slurm: Slurm = {
    maxArray: () => Promise.resolve(max),
    stuck: () => Promise.resolve(reason),
    running: () => Promise.resolve(running),
    cancelled: () => Promise.resolve([]),
    cancel: (job, element) => {
      cancelled.push(`${job}_${element}`);
      return Promise.resolve();
    },
    submit(options, script) {
      submitted.push({ options, script });
      return Promise.resolve("7");
    },
    active: () =>
      Promise.resolve(look(looks++, submitted.length > 0 ? "7" : undefined)),
  };
  return { slurm, submitted, cancelled };
}

async function run(
  slurm: Slurm,
  list: readonly Task[],
  more: {
    limit?: number;
    signal?: AbortSignal;
    same?: (task: Task) => string;
  } = {},
) {
  const outcomes: [string, Outcome][] = [];
  const notes: string[] = [];
  await slurmPool({
    folder: join(folder, "slurm"),
    command: ["node", "it's.js"],
    finished,
    limit: more.limit ?? 2,
    pollSeconds: 0.01,
    ...(more.same === undefined ? {} : { same: more.same }),
    onNote: (text) => notes.push(text),
    slurm,
  }).run(list, {
    ...(more.signal === undefined ? {} : { signal: more.signal }),
    onOutcome: ({ key }, outcome) => {
      outcomes.push([key, outcome]);
    },
  });
  return { outcomes, notes };
}

describe("a pool on Slurm", () => {
  it("submits one array, requeued when a node is lost, and collects what is finished", async () => {
    const { slurm, submitted } = cluster((times, job) => {
      if (times === 2) work("a");
      if (times === 3) work("b");
      return job === undefined ? [] : [job];
    });
    const { outcomes } = await run(slurm, tasks("a", "b"));
    expect(outcomes.map(([key, { status }]) => [key, status])).toEqual([
      ["a", "done"],
      ["b", "done"],
    ]);
    expect(submitted).toHaveLength(1);
    expect(submitted[0]?.options).toEqual(
      expect.arrayContaining([
        "--array=0-1%2",
        "--requeue",
        "--open-mode=append",
      ]),
    );
    expect(submitted[0]?.script).toMatch(
      /^exec 'node' 'it'\\''s\.js' '.*\/order-[0-9a-f]{16}\.jsonl'$/,
    );
  });

  it("has an element for four tasks at a time at most, and never more than the cluster takes", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `t${i}`);
    for (const name of names) work(name);
    const array = async (limit: number, max: number) => {
      const { slurm, submitted } = cluster(() => [], max);
      await run(slurm, tasks(...names), { limit });
      return submitted[0]?.options.find((one) => one.startsWith("--array"));
    };
    expect(await array(2, 1000)).toBe("--array=0-7%2");
    expect(await array(100, 1000)).toBe("--array=0-29%100");
    expect(await array(100, 5)).toBe("--array=0-4%100");
  });

  it("waits for the job of a driver that was killed instead of submitting it again", async () => {
    const { slurm, submitted } = cluster((times) => {
      if (times > 1) work("a");
      return ["41"];
    });
    const { outcomes, notes } = await run(slurm, tasks("a"));
    expect(submitted).toEqual([]);
    expect(outcomes).toHaveLength(1);
    expect(notes).toEqual(["waiting for job 41, which was submitted before"]);
  });

  describe("after a driver that was interrupted", () => {
    /** A queue in which every job stays until all its tasks have results, or the test ends it. */
    function queue() {
      const jobs = new Map<string, string>();
      const ended = new Set<string>();
      const arrays: string[] = [];
      const { slurm } = cluster(() => []);
      return {
        arrays,
        ended,
        slurm: {
          ...slurm,
          submit(options: readonly string[]) {
            const of = (flag: string): string =>
              options.find((one) => one.startsWith(flag))?.slice(flag.length) ??
              "";
            const job = String(7 + jobs.size);
            jobs.set(of("--job-name="), job);
            arrays.push(of("--array="));
            return Promise.resolve(job);
          },
          active(name: string) {
            const job = jobs.get(name);
            return Promise.resolve(
              job === undefined || ended.has(job) ? [] : [job],
            );
          },
        } satisfies Slurm,
      };
    }

    /** A first driver, which the signal ends as soon as its job is in the queue. */
    async function interrupted(slurm: Slurm, list: readonly Task[]) {
      const controller = new AbortController();
      await run(
        {
          ...slurm,
          async submit(options, script) {
            const job = await slurm.submit(options, script);
            controller.abort();
            return job;
          },
        },
        list,
        { signal: controller.signal },
      );
    }

    it("waits for what its job still does, though some is finished, and submits only what is new", async () => {
      const { slurm, arrays } = queue();
      await interrupted(slurm, tasks("a", "b", "c"));
      work("a");
      const going = run(slurm, tasks("b", "c", "d"));
      for (const name of ["b", "c", "d"]) work(name);
      const { outcomes, notes } = await going;
      expect(arrays).toEqual(["0-2%2", "0-0%2"]);
      expect(notes).toEqual([
        "waiting for job 7, which was submitted before",
        "job 8: 1 array tasks for 1 files of results",
      ]);
      expect(outcomes.map(([key, { status }]) => [key, status])).toEqual([
        ["b", "done"],
        ["c", "done"],
        ["d", "done"],
      ]);
    });

    it("waits for a task that says itself that it is the same, though its input has other words", async () => {
      const { slurm, arrays } = queue();
      await interrupted(slurm, tasks("a", "b"));
      const again = tasks("a", "b").map((task) => ({
        ...task,
        input: { name: task.key, seeds: 5 },
      }));
      const going = run(slurm, again, { same: ({ key }) => key });
      for (const name of ["a", "b"]) work(name);
      const { outcomes } = await going;
      expect(arrays).toEqual(["0-1%2"]);
      expect(outcomes.map(([key]) => key)).toEqual(["a", "b"]);
    });

    it("hears what failed while nobody waited", async () => {
      const { slurm, ended, arrays } = queue();
      const list = tasks("a", "b");
      await interrupted(slurm, list);
      const [order = ""] = readdirSync(join(folder, "slurm"));
      await doOrder(join(folder, "slurm", order), {
        element: 1,
        finished,
        run: () => Promise.reject(new Error("no way")),
      });
      work("a");
      const { outcomes } = await run(
        {
          ...slurm,
          // It ends as soon as it was seen.
          async active(name) {
            const found = await slurm.active(name);
            for (const job of found) ended.add(job);
            return found;
          },
        },
        list,
      );
      expect(arrays).toHaveLength(1);
      expect(outcomes.at(-1)).toEqual([
        "b",
        { status: "failed", label: "b", error: { message: "no way" } },
      ]);
    });

    it("knows its job as long as that is in the queue, and what it left may only be cleared afterwards", async () => {
      const { slurm, ended } = queue();
      await interrupted(slurm, tasks("a", "b"));
      const place = join(folder, "slurm");
      const silent = cluster(() => undefined).slurm;
      const before = readdirSync(place);
      expect(before).toHaveLength(1);
      expect(await queuedJobs(place, slurm)).toEqual(["7"]);
      expect(await queuedJobs(place, silent)).toBeUndefined();
      await clearFolder(place, slurm);
      await clearFolder(place, silent);
      expect(readdirSync(place)).toEqual(before);
      ended.add("7");
      expect(await queuedJobs(place, slurm)).toEqual([]);
      await clearFolder(place, slurm);
      expect(readdirSync(place)).toEqual([]);
      expect(await queuedJobs(place, silent)).toEqual([]);
    });

    it("does again what its job no longer does", async () => {
      const { slurm, ended, arrays } = queue();
      await interrupted(slurm, tasks("a", "b"));
      ended.add("7");
      work("a");
      const going = run(slurm, tasks("b"));
      work("b");
      await going;
      expect(arrays).toEqual(["0-1%2", "0-0%2"]);
    });
  });

  it("goes on when the controller is silent for a while, and says so once", async () => {
    const { slurm } = cluster((times, job) => {
      if (times === 8) work("a");
      return times > 1 && times < 8
        ? undefined
        : job === undefined
          ? []
          : [job];
    });
    const { outcomes, notes } = await run(slurm, tasks("a"));
    expect(outcomes).toMatchObject([["a", { status: "done" }]]);
    expect(
      notes.filter((note) => note.includes("does not answer")),
    ).toHaveLength(1);
  });

  it("reports what a task left undone, with its own words or the last of its log", async () => {
    const { slurm } = cluster((times) => (times > 1 ? [] : ["7"]));
    const list = tasks("good", "bad", "dead");
    const order = join(folder, "slurm");
    const pending = run(slurm, list, { limit: 3 });
    await expect
      .poll(
        () =>
          existsSync(order) &&
          readdirSync(order).find((name) => name.endsWith(".jsonl")),
      )
      .toBeTruthy();
    const file = readdirSync(order).find((name) => name.endsWith(".jsonl"))!;
    for (const element of [0, 1])
      await doOrder(join(order, file), {
        element,
        finished,
        run: (input) => {
          const { name } = input as { name: string };
          if (name === "bad")
            return Promise.reject(
              Object.assign(new Error("full"), { code: "E_STORE_UNWRITABLE" }),
            );
          work(name);
          return Promise.resolve();
        },
      });
    const { outcomes } = await pending;
    expect(Object.fromEntries(outcomes)).toMatchObject({
      good: { status: "done" },
      bad: {
        status: "failed",
        error: { message: "full", code: "E_STORE_UNWRITABLE" },
      },
      dead: {
        status: "failed",
        error: { message: "its array task ended without a word" },
      },
    });
  });

  it("ends where neither order nor failures can be written, instead of blaming the tasks", async () => {
    const place = join(folder, "slurm");
    const { slurm } = cluster((times) => {
      if (times < 2) return ["7"];
      // Nobody can write below a file.
      rmSync(place, { recursive: true });
      writeFileSync(place, "");
      return [];
    });
    const refusal = {
      code: "E_SLURM_UNWRITABLE",
      expected: "a folder that this user may write to, with room left",
    };
    await expect(run(slurm, tasks("a"))).rejects.toMatchObject(refusal);
    const { slurm: idle, submitted } = cluster(() => []);
    await expect(run(idle, tasks("a"))).rejects.toMatchObject(refusal);
    expect(submitted).toEqual([]);
  });

  it("says that a job is held, and how to let it go on", async () => {
    const { slurm } = cluster((times, job) => {
      if (times === 35) work("a");
      return job === undefined ? [] : [job];
    });
    const { notes } = await run(slurm, tasks("a"));
    expect(notes.at(-1)).toBe(
      "Slurm holds what is left of job 7 (JobHeldUser); `scontrol release 7` lets it go on",
    );
  });

  it("ends where somebody cancelled what was not done, and blames only what failed by itself", async () => {
    const { slurm } = cluster((times, job) => {
      if (times === 2) work("a");
      return job === undefined || times > 3 ? [] : [job];
    });
    const outcomes: string[] = [];
    await expect(
      slurmPool({
        folder: join(folder, "slurm"),
        command: ["node", "node.js"],
        finished,
        limit: 3,
        pollSeconds: 0.01,
        // The elements of a and b; that of c ended by itself.
        slurm: { ...slurm, cancelled: () => Promise.resolve([0, 1]) },
      }).run(tasks("a", "b", "c"), {
        onOutcome: ({ key }, { status }) => {
          outcomes.push(`${key} ${status}`);
        },
      }),
    ).rejects.toMatchObject({
      code: "E_SLURM_CANCELLED",
      got: "1 cancelled, such as 7_1",
    });
    expect(outcomes).toEqual(["a done", "c failed"]);
  });

  it("says once why Slurm does not begin a job, and how to end it", async () => {
    const { slurm } = cluster(
      (times, job) => {
        if (times === 95) work("a");
        return job === undefined ? [] : [job];
      },
      1000,
      [],
      "PartitionDown",
    );
    const { notes } = await run(slurm, tasks("a"));
    expect(notes.slice(1)).toEqual([
      "Slurm does not begin what is left of job 7 (PartitionDown); `scancel 7` ends it",
    ]);
  });

  it("leaves its job to itself when the signal comes", async () => {
    const controller = new AbortController();
    const { slurm } = cluster((times, job) => {
      if (times === 2) controller.abort();
      return job === undefined ? [] : [job];
    });
    const { outcomes, notes } = await run(slurm, tasks("a"), {
      signal: controller.signal,
    });
    expect(outcomes).toEqual([]);
    expect(notes.at(-1)).toBe("job 7 goes on; `scancel 7` ends it");
  });

  describe("where sbatch gave no number", () => {
    const uncertain = (): Promise<never> =>
      Promise.reject(
        new FabricError({
          code: "E_SLURM_UNCERTAIN",
          message: "the job may have been accepted or not",
          got: "ended by SIGINT",
        }),
      );
    const name = /--name=(fabriclab-[0-9a-f]{16})`/;

    it("says that the job may be there and how to look for it, when the signal came meanwhile or right after", async () => {
      for (const when of ["submit", "active"] as const) {
        const controller = new AbortController();
        const { slurm } = cluster(() => []);
        let submitted = false;
        const { outcomes, notes } = await run(
          {
            ...slurm,
            submit() {
              submitted = true;
              if (when === "submit") controller.abort();
              return uncertain();
            },
            active(name) {
              if (submitted) controller.abort();
              return slurm.active(name);
            },
          },
          tasks("a"),
          { signal: controller.signal },
        );
        expect(outcomes).toEqual([]);
        expect(notes).toHaveLength(1);
        expect(notes[0]).toMatch(
          /^sbatch was interrupted before it gave a job's number \(ended by SIGINT\): the job may have been accepted or not; `squeue --name=fabriclab-[0-9a-f]{16}` shows it .*`sacct --name=/,
        );
      }
    });

    it("ends and says how to look for the job, when none of that name is in the queue", async () => {
      const { slurm } = cluster(() => []);
      await expect(
        run({ ...slurm, submit: uncertain }, tasks("a")),
      ).rejects.toMatchObject({
        code: "E_SLURM_UNCERTAIN",
        hint: expect.stringMatching(name) as string,
      });
    });

    it("waits for the job of that name which is in the queue", async () => {
      const { slurm } = cluster((times) => {
        if (times > 1) work("a");
        return times === 0 ? [] : ["41"];
      });
      const { outcomes, notes } = await run(
        { ...slurm, submit: uncertain },
        tasks("a"),
      );
      expect(outcomes).toMatchObject([["a", { status: "done" }]]);
      expect(notes).toEqual([
        "sbatch gave no job's number (ended by SIGINT), but job 41 is in the queue: waiting for it",
      ]);
    });
  });

  it("submits nothing and blames nobody when the signal ended what was asked before", async () => {
    for (const which of ["maxArray", "active"] as const) {
      const controller = new AbortController();
      const { slurm, submitted } = cluster(() => []);
      const { outcomes, notes } = await run(
        {
          ...slurm,
          maxArray() {
            if (which !== "maxArray") return slurm.maxArray();
            controller.abort();
            return Promise.reject(new Error("ended by SIGINT"));
          },
          active() {
            controller.abort();
            return Promise.resolve(undefined);
          },
        },
        tasks("a"),
        { signal: controller.signal },
      );
      expect([submitted, outcomes, notes]).toEqual([[], [], []]);
    }
  });

  it("does not take a squeue that the signal ended for a controller that is silent", async () => {
    const controller = new AbortController();
    const { slurm } = cluster((times) => {
      if (times === 0) return [];
      controller.abort();
      return undefined;
    });
    const { notes } = await run(slurm, tasks("a"), {
      signal: controller.signal,
    });
    expect(notes.slice(1)).toEqual(["job 7 goes on; `scancel 7` ends it"]);
  });

  it("takes away the logs of elements that did all their tasks, and keeps the others and those of other jobs", async () => {
    const place = join(folder, "slurm");
    let name = "";
    const { slurm } = cluster(() => []);
    await run(
      {
        ...slurm,
        submit(options) {
          name =
            options.find((one) => one.startsWith("--job-name="))?.slice(11) ??
            "";
          for (const element of [0, 1, 2])
            writeFileSync(join(place, `${name}-${element}.log`), "");
          writeFileSync(join(place, "fabriclab-0000000000000000-0.log"), "");
          for (const key of ["a", "b", "d"]) work(key);
          return Promise.resolve("7");
        },
      },
      tasks("a", "b", "c", "d"),
      // Four elements a place: element 2 has the task c.
    );
    expect(readdirSync(place).sort()).toEqual([
      "fabriclab-0000000000000000-0.log",
      `${name}-2.log`,
    ]);
    await clearFolder(place, slurm);
    expect(readdirSync(place)).toEqual([]);
  });

  it("refuses a file that is no order", async () => {
    await expect(
      doOrder(import.meta.filename, {
        element: 0,
        finished: () => false,
        run: () => Promise.resolve(),
      }),
    ).rejects.toMatchObject({ code: "E_SLURM_ORDER" });
  });
});
