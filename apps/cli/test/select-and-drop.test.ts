import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const plugin = join(import.meta.dirname, "least-used.ts");

/** A mesh whose hosts all send to one, which takes a quarter of what they offer. */
const mesh = `topology: { kind: mesh, columns: 3, rows: 3 }
routing: negative-first
traffic: { kind: poisson, load: 0.5, size: 256B, pattern: { kind: hotspot, hosts: [4], fraction: 0.5 } }
metrics: [throughput]
measure: { warmup: 10us, maxTime: 60us }
`;

const run = (name: string, text: string, ...more: string[]) =>
  fabriclab(
    "--plugin",
    plugin,
    "run",
    folder.write(`${name}.yaml`, text),
    ...more,
  );

interface Result {
  readonly packets: Readonly<
    Record<"injected" | "delivered" | "dropped" | "inFlight", number>
  >;
}

async function packets(name: string, text: string): Promise<Result["packets"]> {
  const { code, out, err } = await run(name, text, "--json");
  expect(err).not.toContain("E_");
  expect(code, out).toBeLessThan(3);
  return (JSON.parse(out) as Result).packets;
}

describe("a choice of ports and a drop policy of the user's own", () => {
  it("take part in a run", async () => {
    const alone = await packets("alone", mesh);
    expect(alone.dropped).toBe(0);
    const dropping = await packets("dropping", `${mesh}drop: impatient\n`);
    expect(dropping.dropped).toBeGreaterThan(0);
    expect(dropping.injected).toBe(
      dropping.delivered + dropping.dropped + dropping.inFlight,
    );
    const uniform = mesh.replace(/pattern: \{.*?\}/, "pattern: uniform");
    expect(
      await packets("chosen", `${uniform}select: least-used\n`),
    ).not.toEqual(await packets("fixed", uniform));
  });

  it("are listed under their families", async () => {
    for (const [family, name] of [
      ["select", "least-used"],
      ["drop", "impatient"],
    ] as const) {
      const { out } = await fabriclab("--plugin", plugin, "list", family);
      expect(out).toContain(name);
    }
  });

  it("are refused where the switch model makes no use of them", async () => {
    for (const line of ["select: least-used", "drop: impatient"]) {
      const { code, err } = await run(
        "stubborn",
        `${mesh}switch: stubborn\n${line}\n`,
      );
      expect(code).not.toBe(0);
      expect(err).toContain("E_SIM_PART_IGNORED");
      expect(err).toContain("stubborn.yaml:7");
    }
  });

  it("are refused where the tables have nothing to choose from", async () => {
    const { err } = await run(
      "single",
      `${mesh.replace("negative-first", "xy")}select: least-used\n`,
    );
    expect(err).toContain("E_SIM_NOTHING_TO_SELECT");
    expect(err).toContain("single.yaml:6");
  });

  it("are asked for where a traffic leaves the choice to them", async () => {
    const { code, err } = await run(
      "undecided",
      "topology: fig6like\nrouting: multipath\ntraffic:\n  - kind: poisson\n    load: 0.1\n    paths: adaptive\n",
    );
    expect(code).toBe(2);
    expect(err).toContain("E_SIM_NO_SELECT");
    expect(err).toContain("undecided.yaml:6");
  });
});
