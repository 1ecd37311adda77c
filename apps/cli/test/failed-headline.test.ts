import { describe, expect, it } from "vitest";
import { failedWords } from "../src/result-text.ts";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();
const value = { value: 1, unit: "connections" };

describe("the headline of a run", () => {
  it("says what the values say that did not succeed, of every entry", () => {
    expect(
      failedWords({
        metrics: {
          "transport.failed.traffic0": { ...value, failure: "one failed" },
          latency: { value: 3, unit: "ns" },
          "transport.failed.traffic1": { ...value, failure: "two failed" },
        },
      }),
    ).toBe(", but one failed and two failed");
    expect(failedWords({ metrics: { "transport.failed": value } })).toBe("");
    expect(failedWords({ metrics: {} })).toBe("");
  });

  it("says how many connections failed and what has no acknowledgement", async () => {
    const file = work.write(
      "dead.yaml",
      `topology: { kind: mesh, columns: 3, rows: 1 }
routing: xy
switch: relay
traffic:
  - { kind: connection, messages: 20, timeout: 100us, retries: 1, migration: none, pattern: { kind: pairs, pairs: { "H(0,0)": "H(2,0)" } } }
metrics: [latency]
changes:
  - { at: 0, fail: "N(0,0):1" }
seed: 1
`,
    );
    const { out } = await fabriclab("run", file);
    expect(out).toContain(
      "finished, but 1 of 1 connection failed (20 messages without an acknowledgement): ",
    );
    const json = JSON.parse((await fabriclab("run", file, "--json")).out) as {
      metrics: Record<string, { failure?: string }>;
    };
    expect(json.metrics["transport.failed"]?.failure).toMatch(/^1 of 1/);
  });
});
