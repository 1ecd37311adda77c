import type { RunRecord, ShardAbout } from "@fabriclab/experiment-store";
import { describe, expect, it } from "vitest";
import { meets, recordMeets, requirementOf } from "../src/sweep/requirement.ts";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();

const about: ShardAbout = {
  experiment: "net",
  factors: [],
  versions: {},
  values: {
    "throughput.packets": {
      text: "packets that arrive.",
      details: { dropped: ["packets", "packets that were thrown away."] },
    },
  },
};

/** 51 % of the links' rate; latencies from 600 ns on; 3 packets dropped; of hops the metric says no unit. */
const record: RunRecord = {
  key: "k",
  point: 0,
  seed: 1,
  stage: "first",
  factors: {},
  status: "limit",
  metrics: {
    latency: { value: 900, unit: "ns", detail: { min: 600, hops: 4 } },
    throughput: { value: 0.51, unit: "1" },
    "throughput.packets": {
      value: 2e6,
      unit: "packets/s",
      detail: { dropped: 3 },
    },
  },
} as unknown as RunRecord;

const keeps = (text: string): boolean | undefined =>
  recordMeets(requirementOf(text), record, about);

describe("what is required of a run", () => {
  it.each([
    ["latency <= 0.9us", true],
    ["latency <= 899ns", false],
    ["latency_min <= 0.6us", true],
    ["latency.min <= 599ns", false],
    ["latency_hops <= 4", true],
    ["latency_hops <= 3", false],
    ["throughput >= 0.51", true],
    ["throughput >= 51%", true],
    ["throughput >= 0.511", false],
    ["throughput_packets >= 2e6 packets/s", true],
    ["throughput_packets_dropped <= 3", true],
    ["throughput_packets_dropped <= 2 packets", false],
    ["throughput_packets_dropped >= 3packets", true],
  ])(
    "%s is compared in the unit of the result, also of numbers beside it",
    (text, kept) => {
      expect(keeps(text)).toBe(kept);
    },
  );

  it.each([
    ["latency_hops <= 7junk", "latency_hops is a number, and"],
    ["latency_hops <= 4 packets", "latency_hops is a number, and"],
    ["latency_min <= 2", "latency_min is in ns"],
    ["throughput >= 0x10", "throughput is a number, and"],
    ["throughput >= 1.2.3", "throughput is a number, and"],
    [
      "throughput_packets_dropped <= 3 packets/s",
      "throughput_packets_dropped is a number of packets, and",
    ],
  ])("%s is refused, not compared with another number", (text, said) => {
    expect(() => keeps(text)).toThrow(
      expect.objectContaining({
        code: "E_SWEEP_REQUIRE",
        message: expect.stringMatching(new RegExp(said, "i")),
      }),
    );
  });

  it("is not known of a result that the run has not", () => {
    expect(
      meets(requirementOf("latency_p99 <= 1us"), [], () => 1),
    ).toBeUndefined();
  });

  it("of nothing is refused with the flag as it was typed", async () => {
    const file = work.write(
      "net.yaml",
      "topology: { kind: fat-tree, ports: 4, levels: 2 }\nrouting: updn\n",
    );
    for (const flag of ["require", "metric", "max-seeds"]) {
      const { code, err } = await fabriclab("sweep", file, `--${flag}`, "");
      expect(code).toBe(2);
      expect(err).toMatch(new RegExp(`^ +at +--${flag}$`, "m"));
      expect(err).not.toContain("--set");
    }
  });
});
