import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  slurmPool,
  type Outcome,
  type Task,
} from "@fabriclab/experiment-executor-slurm";

// A private cluster of two nodes on this machine; the scripts that start it are not part of the repository.
const scripts = join(import.meta.dirname, "../../../../../shared/slurm");
const here = ["munged", "slurmctld", "slurmd", "sbatch"].every((program) =>
  ["/usr/sbin", "/usr/bin"].some((folder) => existsSync(join(folder, program))),
);
const possible =
  here && existsSync(join(scripts, "up.sh")) && process.getuid?.() === 0;
if (!possible)
  console.warn(
    "skipped: no Slurm (apt-get install slurm-wlm munge), no ../shared/slurm, or not root",
  );

describe.skipIf(!possible)("a pool on a real cluster", () => {
  let state: string;
  let operator: NodeJS.Timeout | undefined;
  const env = {
    ...process.env,
    CTLD_PORT: "17827",
    SLURMD_BASE_PORT: "17930",
    SLURMD_TIMEOUT: "5",
  };
  const pidOf = (daemon: string): number =>
    Number(readFileSync(join(state, `${daemon}.pid`), "utf8"));

  beforeAll(() => {
    state = mkdtempSync(join(tmpdir(), "fabriclab-cluster-"));
    execFileSync(join(scripts, "up.sh"), [state, "2", "1"], {
      env,
      stdio: "ignore",
    });
    process.env["SLURM_CONF"] = join(state, "slurm.conf");
  }, 60_000);
  afterAll(() => {
    clearInterval(operator);
    execFileSync(join(scripts, "down.sh"), [state], { env, stdio: "ignore" });
    rmSync(state, { recursive: true, force: true });
    delete process.env["SLURM_CONF"];
  }, 60_000);

  const folderOf = (name: string): string => {
    const folder = join(state, name);
    mkdirSync(folder);
    return folder;
  };
  const tasksIn = (
    folder: string,
    ms: number,
    ...names: readonly string[]
  ): Task[] =>
    names.map((name) => ({
      key: name,
      label: name,
      input: { folder, name, ms },
    }));
  const starts = (folder: string): string[] =>
    existsSync(join(folder, "starts.log"))
      ? readFileSync(join(folder, "starts.log"), "utf8").trim().split("\n")
      : [];
  const results = (folder: string): string[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => name.slice(0, -5))
      .sort();
  const numbered = (count: number): string[] =>
    Array.from({ length: count }, (_, i) => `t${i}`);

  async function run(folder: string, tasks: readonly Task[]) {
    const outcomes: [string, Outcome][] = [];
    await slurmPool({
      folder: join(folder, "slurm"),
      command: [
        process.execPath,
        "--conditions=fabriclab-source",
        join(import.meta.dirname, "tasks/slow-task.ts"),
      ],
      finished: ({ key }) => existsSync(join(folder, `${key}.json`)),
      limit: 2,
      pollSeconds: 0.3,
    }).run(tasks, {
      onOutcome: ({ key }, outcome) => {
        outcomes.push([key, outcome]);
      },
    });
    return outcomes;
  }

  /** The controller comes back from its own state. It is started once: a second slurmctld kills the first. */
  async function startController(): Promise<void> {
    execFileSync("slurmctld", { stdio: "ignore", timeout: 30_000 });
    await expect
      .poll(
        () => spawnSync("scontrol", ["ping"], { encoding: "utf8" }).stdout,
        { timeout: 60_000, interval: 500 },
      )
      .toContain("is UP");
  }

  /**
   * A controller that died before it saved that an element had begun begins it again, drains the node that says so, and holds the job: its operator
   * lets both go on, as long as the cluster is up.
   */
  function operate(): NodeJS.Timeout {
    return setInterval(() => {
      const scontrol = (...args: string[]): void => {
        spawnSync("scontrol", args, { stdio: "ignore", timeout: 5000 });
      };
      scontrol("update", "nodename=n0", "state=resume");
      const held = spawnSync(
        "squeue",
        ["-h", "-r", "-t", "PD", "-o", "%i %r"],
        { encoding: "utf8", timeout: 5000 },
      ).stdout;
      // JobHeldUser, JobHeldAdmin, "launch failed requeued held".
      for (const line of held.split("\n"))
        if (/held/i.test(line)) scontrol("release", line.split(" ")[0] ?? "");
    }, 1000);
  }

  it("finishes all when a node's slurmd, step and task are killed, and when the controller is", async () => {
    const folder = folderOf("nodes");
    const names = numbered(5);
    const running = run(folder, tasksIn(folder, 1000, ...names));
    // The second run of node n1 is under way. Looked at again and again: on a busy machine a run may end while it is being looked at.
    let task = 0;
    let step = 0;
    await expect
      .poll(
        () => {
          const lines = starts(folder).filter((line) =>
            line.includes("node=n1"),
          );
          if (lines.length < 2) return 0;
          task = Number(/pid=(\d+)/.exec(lines.at(-1) ?? "")?.[1]);
          const { stdout } = spawnSync(
            "ps",
            ["-o", "ppid=", "-p", String(task)],
            { encoding: "utf8" },
          );
          step = Number(stdout);
          return step;
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBeGreaterThan(0);
    for (const pid of [pidOf("slurmd-n1"), step, task])
      process.kill(pid, "SIGKILL");
    process.kill(pidOf("slurmctld"), "SIGKILL");
    await startController();
    operator = operate();
    const outcomes = await running;
    expect(outcomes.map(([key, { status }]) => [key, status]).sort()).toEqual(
      names.map((name) => [name, "done"]).sort(),
    );
    expect(results(folder)).toEqual([...names].sort());
    const before = starts(folder).length;
    // What was killed began again, in its own element or in another; nothing is done again but what was under way on the lost node, or when the controller died.
    expect(before).toBeGreaterThan(names.length);
    expect(before).toBeLessThanOrEqual(names.length + 3);
    await run(folder, tasksIn(folder, 1000, ...names));
    expect(starts(folder)).toHaveLength(before);
  }, 150_000);

  it("reports a task that ends its process and one that throws, and does the rest", async () => {
    const folder = folderOf("poison");
    const outcomes = Object.fromEntries(
      await run(folder, tasksIn(folder, 10, "a", "poison", "refusal", "b")),
    );
    expect(outcomes).toMatchObject({
      a: { status: "done" },
      b: { status: "done" },
      poison: {
        status: "failed",
        error: {
          message: expect.stringContaining("its array task ended") as string,
        },
      },
      refusal: {
        status: "failed",
        error: { message: "no", code: "E_TEST_REFUSAL" },
      },
    });
  }, 100_000);
});
