import { describe, expect, it } from "vitest";
import { fabriclab, scenario, workFolder } from "./command.ts";

const folder = workFolder();

const refusal = async (...argv: string[]): Promise<string> => {
  const { code, out, err } = await fabriclab(...argv);
  expect(code).toBe(2);
  expect(out).toBe("");
  return err;
};

const refusedScenario = (name: string, from: string | RegExp, to: string) =>
  refusal("run", folder.write(name, scenario.replace(from, to)));

describe("a refusal names its place", () => {
  it("of a command line: the command and the word", async () => {
    const err = await refusal("topology", "fat-tree", "--prots", "8");
    expect(err).toMatch(/^ {2}at +fabriclab topology fat-tree$/m);
    expect(err).toMatch(/^ {2}got +--prots$/m);
    const missing = await refusal("run");
    expect(missing).toMatch(/^ {2}at +fabriclab run$/m);
    expect(missing).toMatch(/^ {2}got +nothing for scenario$/m);
  });

  it("of a topology's file: the flag that named it", async () => {
    const err = await refusal("topology", "file", "--path", "/nowhere.topo");
    expect(err).toMatch(/^ {2}at +\/nowhere\.topo {2}--path$/m);
    expect(err).not.toContain("--fabric");
  });

  it("of a buffer that the engine refuses: its line", async () => {
    const input = await refusedScenario(
      "input.yaml",
      "virtualLanes: 1",
      "inputBuffer: 128B",
    );
    expect(input).toMatch(/input\.yaml:4:37 {2}switch\.inputBuffer$/m);
    const output = await refusedScenario(
      "output.yaml",
      "virtualLanes: 1",
      "outputBuffer: 128B",
    );
    expect(output).toMatch(/output\.yaml:4:38 {2}switch\.outputBuffer$/m);
  });

  it("of a pattern: its parameter's whole path", async () => {
    const err = await refusedScenario(
      "pattern.yaml",
      "pattern: uniform",
      "pattern: { kind: shift, by: 128 }",
    );
    expect(err).toContain("E_PATTERN_SHIFT");
    expect(err).toMatch(/pattern\.yaml:7:\d+ {2}traffic\[0\]\.pattern\.by$/m);
  });
});
