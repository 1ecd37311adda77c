import { beforeAll, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const file = folder.at("stuck.json");

beforeAll(async () => {
  // Minimal paths on rings of five switches with one buffer for each wait for each other in a cycle.
  const scenario = folder.write(
    "torus.yaml",
    `topology: { kind: mesh, columns: 5, rows: 5, wrap: true }
routing: minhop
switch: { kind: relay, inputBuffer: 1 packet }
traffic: { kind: poisson, load: 1, size: 1KiB }
metrics: [latency, { kind: link-load, top: 1000000 }]
measure: { maxPackets: 20000 }
`,
  );
  const { code } = await fabriclab("run", scenario, "-o", file, "--quiet");
  expect(code).toBe(1);
}, 60_000);

describe("a run that deadlocked", () => {
  it.each([
    ["E_PLOT_EMPTY", []],
    ["E_CLI_PLOT_PLACES", ["--kind", "map"]],
    ["E_CLI_PLOT_PLACES", ["--kind", "map", "--metric", "link-load.max"]],
  ])(
    "is refused for that, and not for what is measured or how long: %s",
    async (code, flags) => {
      const { err } = await fabriclab("plot", file, ...flags);
      expect(err).toContain(`error ${code}`);
      expect(err).toMatch(/^ *got .*deadlocked$/m);
      expect(err).not.toMatch(/maxTime|top: 1000000/);
      expect(err).toContain("prints the cycle");
    },
  );

  it("beside one that has too little time is told of both", async () => {
    const short = folder.write(
      "short.json",
      JSON.stringify({
        experiment: "torus",
        status: "limit",
        metrics: { latency: { value: null, unit: "ns" } },
      }),
    );
    const { err } = await fabriclab("plot", file, short);
    expect(err).toContain("2 points: 1 deadlocked, 1 limit");
    expect(err).toContain("prints the cycle; a longer measure.maxTime");
  });
});
