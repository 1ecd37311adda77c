import { describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
/** Twelve switches; XY routing knows one way for every pair. */
const torus = `topology: { kind: mesh, columns: 4, rows: 3 }
routing: xy
traffic: { kind: poisson, load: 0.2, size: 256B, pattern: uniform }
metrics: [throughput]
measure: { warmup: 10us, maxTime: 60us }
`;
const run = (name: string, changes: string, ...more: string[]) =>
  fabriclab(
    "run",
    folder.write(`${name}.yaml`, `${torus}changes: ${changes}\n`),
    ...more,
  );

interface Result {
  readonly packets: Readonly<
    Record<"injected" | "delivered" | "dropped" | "inFlight", number>
  >;
  readonly changes: readonly {
    readonly what: string;
    readonly reached: boolean;
    readonly lost?: { readonly linkDown: number };
    readonly recoveryPs?: number;
  }[];
}

describe("links that fail during a run", () => {
  it("lose packets until they are restored, and the result says how many", async () => {
    const changes =
      '[{ at: 20us, fail: "N(1,1):1" }, { at: 30us, restore: "N(1,1):1" }]';
    const { out, err } = await run("failing", changes, "--json");
    expect(err).not.toContain("E_");
    const { packets, changes: seen } = JSON.parse(out) as Result;
    expect(packets.injected).toBe(
      packets.delivered + packets.dropped + packets.inFlight,
    );
    expect(packets.dropped).toBeGreaterThan(0);
    expect(seen.map(({ reached }) => reached)).toEqual([true, true]);
    expect(seen.reduce((sum, { lost }) => sum + (lost?.linkDown ?? 0), 0)).toBe(
      packets.dropped,
    );
    // Nothing is lost later than what is underway when the link is back.
    expect(seen[0]?.recoveryPs).toBeGreaterThan(8_000_000);
    expect(seen[0]?.recoveryPs).toBeLessThan(11_000_000);
    const text = await run("failing", changes);
    expect(text.out).toContain("N(1,1):1 - ");
    expect(text.out).toContain("until the last loss");
  });

  it("stand in the text of several runs, in the mean", async () => {
    const changes =
      '[{ at: 20us, fail: "N(1,1):1" }, { at: 30us, restore: "N(1,1):1" }]';
    const { out } = await run("seeds", changes, "--seeds", "2");
    const row = out.split("\n").find((line) => line.includes("fails"));
    // Packets lost, none of them unroutable, and about 10 us.
    expect(row).toMatch(
      /20 us {2}N\(1,1\):1 - N\(.,.\):. fails +[\d.]+(?: ± [\d.]+)? +0 +[\d.]+ us ± [\d.]+ us$/,
    );
  });

  it("say where they are not repaired", async () => {
    const { out } = await run("lasting", '[{ at: 20us, fail: "N(1,1):1" }]');
    expect(out).toMatch(/fails +\d+ +0 +not repaired$/m);
  });

  it("may be all of a switch at once, by its name", async () => {
    const { out } = await run(
      "switch",
      '[{ at: 20us, fail: "N(1,1)" }, { at: 30us, restore: "N(1,1)" }]',
    );
    // Four neighbours and a host.
    expect(out).toMatch(/20 us {2}N\(1,1\) fails \(5 links\) +[1-9]/);
    expect(out).toMatch(/30 us {2}N\(1,1\) is restored/);
  });

  it("are refused by name, with the line", async () => {
    for (const link of ["N(9,9):1", "N(1,1):77", "N(9,9)"]) {
      const { err, code } = await run(
        "wrong",
        `[{ at: 1us, fail: "${link}" }]`,
      );
      expect(code).not.toBe(0);
      expect(err).toContain("E_SCENARIO_NO_SUCH_LINK");
      expect(err).toContain("wrong.yaml:6");
    }
    const twice = '[{ at: 1us, restore: "N(1,1):1" }]';
    const { err } = await run("restored", twice);
    expect(err).toContain("E_SIM_CHANGE");
    expect(err).toContain("restored.yaml:6");
  });

  it("a re-sweep gives the refusal of a routing that needs the whole fabric, with the moment", async () => {
    const { err } = await run(
      "swept",
      '[{ at: 20us, fail: "N(1,1):1" }, { at: 25us, resweep: true }]',
    );
    expect(err).toContain("E_XY_UNSUPPORTED_FABRIC");
    expect(err).toContain("re-sweep of 25us");
  });
});
