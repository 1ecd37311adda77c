import { describe, expect, it } from "vitest";
import { readResults, type ResultColumn } from "@fabriclab/experiment-store";
import { fabriclab, workFolder } from "../../cli/test/command.ts";

const folder = workFolder();

/** The columns that a sweep of one run stores. */
async function columnsOf(
  name: string,
  text: string,
): Promise<readonly ResultColumn[]> {
  const file = folder.write(`${name}.yaml`, text);
  const { code, err } = await fabriclab(
    "sweep",
    file,
    "--output",
    folder.at(name),
    "--quiet",
  );
  expect(err).not.toContain("E_");
  expect(code).toBe(0);
  return (await readResults(folder.at(name))).columns;
}

const scenarios: Readonly<Record<string, string>> = {
  load: `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: minhop
traffic: [{ kind: poisson, load: 0.3, size: 256B }]
metrics: [latency, link-load, path-usage, { kind: throughput, split: sl }, { kind: drops, split: traffic }, { kind: order, split: sl }]
measure: { warmup: 10us, maxTime: 100us }
seed: 1
`,
  video: `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: minhop
traffic: [{ kind: mpeg2, load: 0.9, frames: 4 }]
metrics: [{ kind: deadline, origin: both }]
seed: 1
`,
  barriers: `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: minhop
multicast: multicast-spanning-tree
switch: hpp
traffic: [{ kind: barrier-operation, groups: 2, ack: 10us }]
metrics: [barrier]
seed: 1
`,
  connections: `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: minhop
traffic: [{ kind: connection, messages: 3 }]
metrics: [latency]
seed: 1
`,
  operations: `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: minhop
multicast: multicast-spanning-tree
traffic: [{ kind: multicast-operation, sources: 2, group: "40%", size: 1KiB, repeats: 2 }]
metrics: [completion]
seed: 1
`,
};

// Who has the file alone, years later, knows what stands in it.
describe.each(Object.keys(scenarios))("a stored sweep: %s", (name) => {
  it("has for every column a description of its own, and for every number of a metric its unit", async () => {
    const columns = await columnsOf(name, scenarios[name]!);
    const metric = columns.filter((one) => one.metric !== undefined);
    expect(metric.length).toBeGreaterThan(3);
    expect(metric.filter(({ unit }) => unit === "")).toEqual([]);
    const descriptions = columns.map(({ description }) => description);
    expect(new Set(descriptions).size).toBe(descriptions.length);
    // what is said of a result of which nothing is known
    for (const { description } of columns)
      expect(description).not.toMatch(/of the metric|gives no unit|README/);
    // beyond the result's name
    const sentences = metric
      .filter(({ role }) => role === "metric")
      .map(({ metric: of, description }) =>
        description.replace(`${of}: `, "").replace(/ (Of|At) .* only.*/, ""),
      );
    expect(Math.min(...sentences.map(({ length }) => length))).toBeGreaterThan(
      20,
    );
  });
});
