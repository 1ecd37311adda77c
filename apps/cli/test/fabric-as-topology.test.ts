import { expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const scenario = `routing: minhop
traffic: { kind: poisson, load: 0.1, size: 256B, pattern: uniform }
metrics: [throughput]
measure: { maxTime: 100us }
`;

it("a scenario without a topology takes the fabric of --fabric, in a run and in a sweep", async () => {
  const tree = folder.at("tree.topo");
  await fabriclab(
    ..."topology fat-tree --ports 4 --levels 2 -o".split(" "),
    tree,
  );
  const bare = folder.write("bare.yaml", scenario);
  const whole = folder.write(
    "whole.yaml",
    `topology: { kind: file, path: tree.topo }\n${scenario}`,
  );
  const resultOf = async (...args: string[]): Promise<object> => {
    const { out, code } = await fabriclab("run", ...args, "--json");
    expect(code).toBe(0);
    return {
      ...(JSON.parse(out) as object),
      experiment: undefined,
      wallSeconds: undefined,
    };
  };
  expect(await resultOf(bare, "--fabric", tree)).toEqual(await resultOf(whole));
  const swept = await fabriclab(
    ...["sweep", bare, "--fabric", tree, "--vary", "load=0.1,0.2", "--json"],
    ...["-o", folder.at("swept")],
  );
  expect(swept.code).toBe(0);
});

it("a scenario without a topology is refused without --fabric, which the hint names", async () => {
  const bare = folder.write("bare.yaml", scenario);
  for (const argv of [
    ["run", bare],
    ["sweep", bare, "--vary", "load=0.1,0.2", "-o", folder.at("none")],
  ]) {
    const { code, err } = await fabriclab(...argv);
    expect(code).toBe(2);
    expect(err).toContain("E_SCENARIO_MISSING_KEY");
    expect(err).toContain(
      "add a line `topology: …`, or name a fabric's file: --fabric FILE\n",
    );
  }
});

it("a scenario without another key is offered no fabric", async () => {
  const bare = folder.write("unrouted.yaml", "topology: mesh\n");
  const { code, err } = await fabriclab("run", bare);
  expect(code).toBe(2);
  expect(err).toContain("The scenario has no routing.");
  expect(err).not.toContain("--fabric");
});
