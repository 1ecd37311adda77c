import { describe, expect, it } from "vitest";
import { blame, readScenario } from "@fabriclab/formats-scenario";
import { FabricError } from "@fabriclab/spec";
import { loadRegistry } from "../src/plugins.ts";
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
    const far = await refusedScenario(
      "far.yaml",
      "virtualLanes: 1",
      "inputBuffer: 999999999999 packets",
    );
    expect(far).toMatch(
      /^ {2}expected +a whole number of packets, at most 1073741823$/m,
    );
  });

  it("of packets that wait for too long: their traffic, and its timer where it has one", async () => {
    const registry = await loadRegistry({});
    const refused = (text: string): FabricError => {
      const error = blame(
        readScenario(text, { file: "late.yaml", registry }),
        new FabricError({
          code: "E_NETWORK_TIME_RANGE",
          message: "late",
          hint: "overload",
        }),
      );
      if (FabricError.is(error)) return error;
      throw error;
    };
    const placeOf = (text: string): unknown => refused(text).where;
    const poisson = "{ kind: poisson, load: 0.1, size: 256B }";
    const of = (traffic: string): string =>
      `topology: { kind: mesh, columns: 2, rows: 2 }\nrouting: xy\ntraffic: ${traffic}\n`;
    expect(placeOf(of(`[${poisson}, ${poisson}]`))).toMatchObject({
      path: "traffic[0]",
      line: 3,
    });
    expect(refused(of(`[${poisson}]`)).hint).toBe("overload");
    const connection = "{ kind: connection, load: 0.2, timeout: 1us }";
    const late = refused(of(`[${poisson}, ${connection}]`));
    expect(late.where).toMatchObject({ path: "traffic[1].timeout", line: 3 });
    expect(late.hint).toMatch(/^a timeout below/);
    expect(placeOf(of("{ kind: connection, load: 0.2 }"))).toMatchObject({
      path: "traffic[0]",
    });
  });

  it("of a level that a slow host adapter never serves: its DMA engine", async () => {
    const traffic =
      "traffic: [{ kind: poisson, load: 0.3, size: 256B, sl: 0 }, { kind: poisson, load: 0.3, size: 256B, sl: 1 }]";
    const run = (hca: string): Promise<string> =>
      refusal(
        "run",
        folder.write(
          "starved.yaml",
          `topology: { kind: mesh, columns: 3, rows: 3 }\nrouting: xy\nswitch: iba\nhca: ${hca}\n${traffic}\n`,
        ),
      );
    const slow = await run(
      "{ kind: queue-pair, dmaRate: 0.1Gb/s, priority: [1] }",
    );
    expect(slow).toContain("E_NETWORK_STREAM_LANES");
    expect(slow).toMatch(/starved\.yaml:4:\d+ {2}hca\.dmaRate$/m);
    expect(slow).toMatch(/^ {2}hint +a host adapter that is too slow/m);
    // 8 Gb/s, the default, are enough, but not with so long a time for every packet.
    expect(
      await run("{ kind: queue-pair, wqeDelay: 1ms, priority: [1] }"),
    ).toMatch(/starved\.yaml:4:\d+ {2}hca$/m);
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
