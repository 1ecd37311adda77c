import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();

const NAMED = `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: updn
traffic:
  - { kind: poisson, load: 0.2, size: 256B, name: best-effort }
  - { kind: poisson, load: 0.1, size: 64B }
metrics:
  - { kind: latency, split: traffic }
  - { kind: throughput, split: traffic }
measure: { warmup: 2us, maxTime: 50us }
`;
const named = work.write("net.yaml", NAMED);
const swept = work.write(
  "swept.yaml",
  `${NAMED}sweep: { vary: { "traffic[0].load": [0.1, 0.3] } }\n`,
);

interface Json {
  readonly metrics: Readonly<Record<string, { readonly value: number }>>;
}

describe("a traffic entry's name", () => {
  it("stands in the table and the JSON of a run, and changes no number", async () => {
    const plain = work.write(
      "plain.yaml",
      NAMED.replace(", name: best-effort", ""),
    );
    const text = await fabriclab("run", named);
    expect(text.out).toMatch(/^latency\.best-effort +[\d.]+ us/m);
    expect(text.out).toMatch(/^latency\.traffic1 /m);
    expect(text.out).not.toContain("traffic0");
    const [own, other] = await Promise.all(
      [named, plain].map(
        async (file) =>
          JSON.parse((await fabriclab("run", file, "--json")).out) as Json,
      ),
    );
    expect(
      Object.fromEntries(
        Object.entries(own!.metrics).map(([name, value]) => [
          name.replace("best-effort", "traffic0"),
          value,
        ]),
      ),
    ).toEqual(other!.metrics);
  });

  it("stands in --explain, and with several seeds in threads", async () => {
    const { out } = await fabriclab("run", named, "--explain", "--json");
    expect(out).toContain('"name": "best-effort"');
    const seeds = await fabriclab("run", named, "--seeds", "2", "--jobs", "2");
    expect(seeds.out).toMatch(/^latency\.best-effort .* p50 /m);
  });

  it("is that of the columns of a sweep, with their histograms and descriptions, and of what plots draw", async () => {
    const folder = work.at("results");
    const { err } = await fabriclab("sweep", swept, "-o", folder, "--quiet");
    expect(err).not.toContain("error");
    const head = await fabriclab(
      "query",
      "SELECT latency_best_effort, latency_best_effort_p99, throughput_best_effort_offered, latency_traffic1, latency_best_effort_histogram IS NULL AS without FROM runs",
      folder,
    );
    expect(head.code).toBe(0);
    expect(head.out).toMatch(
      /^latency_best_effort \[ns\] +latency_best_effort_p99 \[ns\] +throughput_best_effort_offered/,
    );
    expect(head.out).toContain("false");
    const told = await fabriclab(
      "query",
      "SELECT name, description FROM columns",
      folder,
      "--json",
    );
    expect(told.out).toContain("Of traffic entry best-effort only.");
    const picture = work.at("plot.svg");
    const plot = ["plot", folder, "--metric", "latency.best-effort"];
    expect((await fabriclab(...plot, "-o", picture)).code).toBe(0);
    expect(readFileSync(picture, "utf8")).toContain("Latency best effort");
  }, 60_000);

  it("is refused where results have it for something else, with the line", async () => {
    for (const name of ["bytes", "offered", "max", "traffic1", "sl0", "p50"]) {
      const { code, err } = await fabriclab(
        "run",
        work.write("bad.yaml", NAMED.replace("best-effort", name)),
      );
      expect([name, code]).toEqual([name, 2]);
      expect(err).toContain("error E_SCENARIO_TRAFFIC_NAME");
      expect(err).toMatch(/bad\.yaml:4:\d+ +traffic\[0\]\.name/);
    }
  });

  it("is refused beside one that goes on with the name of a number: the columns of both would be one", async () => {
    for (const [first, second] of [
      ["bulk", "bulk-count"],
      ["bulk_p99", "bulk"],
      ["Bulk", "bulk_offered"],
    ]) {
      const { code, err } = await fabriclab(
        "run",
        work.write(
          "beside.yaml",
          NAMED.replace("best-effort", first!).replace(
            "size: 64B",
            `size: 64B, name: ${second}`,
          ),
        ),
      );
      expect([first, code]).toEqual([first, 2]);
      expect(err).toContain("error E_SCENARIO_TRAFFIC_NAME");
      expect(err).toMatch(/beside\.yaml:5:\d+ +traffic\[1\]\.name/);
    }
    const fine = work.write(
      "fine.yaml",
      NAMED.replace("best-effort", "bulk").replace(
        "size: 64B",
        "size: 64B, name: bulk-large",
      ),
    );
    expect((await fabriclab("run", fine)).code).toBe(0);
  });

  it("is explained as a key of traffic", async () => {
    for (const topic of ["traffic", "traffic[0].name", "name"])
      expect((await fabriclab("explain", topic)).out).toContain(
        "latency.video",
      );
  });
});
