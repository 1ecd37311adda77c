import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { plotSource } from "../src/plot/source.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();

/** A run's result as `run -o` writes it, with what is given instead. */
const run = (changes: {
  readonly latency?: object;
  readonly top?: object;
}): string =>
  folder.write(
    "run.json",
    JSON.stringify({
      experiment: "mesh",
      seed: 1,
      metrics: {
        latency: {
          value: 2000,
          unit: "ns",
          ci95: 100,
          percentiles: { "50": 1500, "99.9": 4000 },
          detail: { count: 7, "SW<0>:1": 3, "SW<0>:2": null },
          ...changes.latency,
        },
        "latency.sl0": { value: null, unit: "ns", absent: "saturated" },
      },
      status: "limit",
      ...changes.top,
    }),
  );

describe("a run's file", () => {
  it("is drawn from what it says, null where there is no number", async () => {
    const [point] = (await plotSource([run({})], () => undefined)).points;
    expect(point).toMatchObject({
      status: "limit",
      metrics: {
        latency: {
          mean: 2000,
          ci95: 100,
          percentiles: { "50": 1500, "99.9": 4000 },
        },
        "latency.sl0": { mean: Number.NaN, absent: "saturated" },
      },
    });
    expect(point!.places).toEqual({ latency: { "SW<0>:1": 3 } });
  });

  it("tells the level of its intervals on a page, as the file does", async () => {
    for (const [top, level] of [
      [{}, "95 %"],
      [{ confidence: 0.99 }, "99 %"],
    ] as const) {
      const file = run({ top });
      const page = folder.at(`${level}.html`);
      await fabriclab(
        ...["plot", file, "--metric", "latency", "--kind", "bars"],
        ...["-o", page],
      );
      expect(readFileSync(page, "utf8")).toContain(`${level} from`);
    }
  });

  it.each([
    [{ latency: { value: "12" } }, "metrics.latency.value", '"12"', "a number"],
    [{ latency: { ci95: -100 } }, "metrics.latency.ci95", "-100", "from 0 on"],
    [{ latency: { unit: 7 } }, "metrics.latency.unit", "7", "a text"],
    [
      { latency: { percentiles: { "99.9": "x" } } },
      'metrics.latency.percentiles["99.9"]',
      '"x"',
      "a number",
    ],
    [
      { latency: { percentiles: { "101": 1 } } },
      "metrics.latency.percentiles.101",
      "1",
      "0 to 100",
    ],
    [
      { latency: { detail: { max: true } } },
      "metrics.latency.detail.max",
      "true",
      "a number",
    ],
    [{ top: { status: "nonsense" } }, "status", '"nonsense"', "deadlocked"],
    [{ top: { experiment: 1 } }, "experiment", "1", "a text"],
    [{ top: { metrics: null } }, "metrics", "null", "by their metrics' names"],
    [
      { top: { metrics: { "latency.sl0": 3 } } },
      'metrics["latency.sl0"]',
      "3",
      "a value with its unit",
    ],
  ])("is refused with %j", async (changes, path, got, expected) => {
    const file = run(changes);
    const { code, err, out } = await fabriclab("plot", file);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("error E_CLI_PLOT_SOURCE");
    const line = (name: string): string | undefined =>
      new RegExp(`^ *${name} +(.*)$`, "m").exec(err)?.[1];
    expect(line("at")).toContain(file);
    expect(line("at")).toContain(path);
    expect(line("got")).toBe(got);
    expect(line("expected")).toContain(expected);
  });
});
