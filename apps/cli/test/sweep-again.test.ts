import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commandAgain } from "../src/sweep/again.ts";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();

describe("the command that goes on with a sweep", () => {
  it("has all flags, as a shell takes them", () => {
    expect(
      commandAgain(
        "my net.yaml",
        "cc",
        {
          executor: "slurm",
          vary: ["load=0.1,0.9", "sl=[0, 1]"],
          maxSeeds: "5",
          sbatch: ["--time=1:00:00"],
          retryFailed: true,
        },
        ["./mine.mjs"],
      ),
    ).toBe(
      "fabriclab sweep 'my net.yaml' --executor slurm --vary load=0.1,0.9 --vary 'sl=[0, 1]' --max-seeds 5 --sbatch=--time=1:00:00 --plugin ./mine.mjs -o cc",
    );
  });
});

describe("a finished sweep", () => {
  it("leaves no folder of journals, and with --quiet prints nothing", async () => {
    const file = work.write(
      "a.yaml",
      `topology: { kind: fat-tree, ports: 4, levels: 2 }
addressing: multiple-lid
routing: cyclic
traffic: { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
measure: { warmup: 2us, maxPackets: 200 }
sweep: { vary: { load: [0.1, 0.2] } }
`,
    );
    const loud = await fabriclab("sweep", file, "-o", work.at("loud"));
    expect(loud.out).toContain("fabriclab query");
    const quiet = await fabriclab("sweep", file, "--quiet", "-o", work.at("q"));
    expect(quiet).toEqual({ code: 0, out: "", err: "" });
    expect(existsSync(work.at("q/summary.json"))).toBe(true);
    expect(existsSync(work.at("q/.work"))).toBe(false);
  });
});
