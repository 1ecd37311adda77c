import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();

const scenario = `topology: { kind: fat-tree, ports: 4, levels: 2 }
addressing: multiple-lid
routing: cyclic
traffic: { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
measure: { warmup: 2us, maxPackets: 100 }
`;

describe("the start of fabriclab sweep", () => {
  let begun = 0;
  let ended = 0;
  const count = (worker: Worker): void => {
    begun++;
    worker.once("exit", () => ended++);
  };
  beforeEach(() => {
    [begun, ended] = [0, 0];
    process.on("worker", count);
  });
  afterEach(() => {
    process.off("worker", count);
  });
  const swept = (name: string, ...flags: string[]) =>
    fabriclab(
      ...["sweep", work.write("net.yaml", scenario), "--jobs", "2"],
      ...["-o", work.at(name), ...flags],
    );

  it("leaves neither thread nor file of what is refused, wherever that is found", async () => {
    for (const [flags, refusal] of [
      // In the flags, in the plan, and in a point's scenario, when threads load already.
      [["--vary", "load=0.1,0.2", "--memory", "lots"], /at {8}--memory\n/],
      [["--vary", "load=0.1,0.2", "--points", "5"], /E_SWEEP_IDLE_KEY/],
      [
        ["--vary", "load=0.1,0.2", "--metric", "throughput"],
        /E_SWEEP_IDLE_KEY[^]*--metric throughput/,
      ],
      [
        ["--vary", "load=0.1,0.2", "--resolution", "0.1"],
        /E_SWEEP_IDLE_KEY[^]*--resolution 0.1/,
      ],
      [["--vary", "size=[256B, banana]"], /banana/],
      [["--vary", "routing=[cyclic, nonsense]"], /nonsense/],
    ] as const) {
      const { code, out, err } = await swept("refused", ...flags);
      expect(code).toBe(2);
      expect(err).toMatch(refusal);
      expect(out).toBe("");
      expect(existsSync(work.at("refused"))).toBe(false);
      expect(ended).toBe(begun);
    }
    // The last two were found after threads had been begun: else this shows nothing.
    expect(begun).toBeGreaterThan(0);
  });

  it("leaves no thread where the folder is somebody else's, and the folder as it is", async () => {
    mkdirSync(work.at("theirs"));
    writeFileSync(work.at("theirs/thesis.txt"), "precious");
    const { code, err } = await swept("theirs", "--vary", "load=0.1,0.2");
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_OUTPUT_NOT_EMPTY");
    expect(readdirSync(work.at("theirs"))).toEqual(["thesis.txt"]);
    expect([begun, ended]).toEqual([2, 2]);
  });

  it("begins no thread to explain, one for one run, and ends those of a folder that is finished", async () => {
    const two = ["--vary", "load=0.1,0.2"];
    expect((await swept("none", ...two, "--explain")).code).toBe(0);
    expect(
      await swept("none", ...two, "--explain", "--memory", "lots"),
    ).toMatchObject({
      code: 2,
      err: expect.stringMatching(/at {8}--memory\n/) as string,
    });
    expect(begun).toBe(0);
    expect((await swept("one")).code).toBe(0);
    expect([begun, ended]).toEqual([1, 1]);
    expect((await swept("two", ...two)).code).toBe(0);
    expect([begun, ended]).toEqual([3, 3]);
    const again = await swept("two", ...two);
    expect(again.out).toContain("2 of them kept from before");
    expect(ended).toBe(begun);
  }, 60_000);

  it("shows what names and values hide from a terminal", async () => {
    const escape = "\u001b]0;owned\u0007";
    const text = `name: "a\\e[2Jb"
${scenario}sweep:
  vary:
    "scheme\\e]0;owned\\a":
      "one\\e[31m": { load: 0.1 }
      "two\\u202e": { load: 0.2 }
`;
    const { code, out } = await fabriclab(
      ...["sweep", work.write("evil.yaml", text), "--explain"],
      // Without it the folder would have the name of the scenario, which is refused.
      ...["-o", work.at("evil")],
    );
    expect(code).toBe(0);
    expect(out).not.toContain(escape);
    // oxlint-disable-next-line no-control-regex -- what must not be there
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(out).toContain("a\\x1b[2Jb: 2 points");
    expect(out).toContain("scheme\\x1b]0;owned\\x07: one\\x1b[31m, two\\u202e");
  });
});
