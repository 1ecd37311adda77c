import { expect, it } from "vitest";
import { schedule, type Step } from "../src/schedule.ts";

const options = { cores: 2, cwd: process.cwd(), env: process.env };

const exits = (code: number): Step["command"] => [
  process.execPath,
  "-e",
  `console.log("out"); console.error("err"); process.exit(${code})`,
];

it("reports each step in the order given, with its output", async () => {
  const outcomes = await schedule(
    [
      { name: "a", command: exits(0), cores: 1 },
      { name: "b", command: exits(3), cores: 2 },
      { name: "c", command: exits(0), cores: 1 },
    ],
    options,
  );
  expect(outcomes.map((o) => [o.step.name, o.result])).toEqual([
    ["a", "passed"],
    ["b", "failed"],
    ["c", "passed"],
  ]);
  expect(outcomes[1]?.output).toContain("out");
  expect(outcomes[1]?.output).toContain("err");
});

it("skips what needs a step that failed, and what needs that", async () => {
  const outcomes = await schedule(
    [
      { name: "c", command: exits(0), cores: 1, after: ["b"] },
      { name: "b", command: exits(0), cores: 1, after: ["a"] },
      { name: "a", command: exits(1), cores: 1 },
    ],
    options,
  );
  expect(outcomes.map((o) => o.result)).toEqual([
    "skipped",
    "skipped",
    "failed",
  ]);
});

it("never uses more cores than it has", async () => {
  let busy = 0;
  let most = 0;
  await schedule(
    [1, 2, 1, 1, 2].map((cores, i) => ({
      name: String(i),
      command: exits(0),
      cores,
    })),
    {
      ...options,
      started: (step) => {
        busy += step.cores;
        most = Math.max(most, busy);
      },
      finished: (outcome) => {
        busy -= outcome.step.cores;
      },
    },
  );
  expect(most).toBe(2);
});

it("fails a program that does not exist", async () => {
  const [outcome] = await schedule(
    [{ name: "a", command: ["no-such-program"], cores: 1 }],
    options,
  );
  expect(outcome?.result).toBe("failed");
  expect(outcome?.output).toContain("ENOENT");
});
