import { parseOptions, type OptionsInput } from "@fabriclab/spec";
import { collectiveOperation } from "@fabriclab/traffic-collective-operation";
import { describe, expect, it } from "vitest";

const idle = (options: OptionsInput<typeof collectiveOperation.params>) =>
  Object.keys(
    collectiveOperation.withoutEffect?.(
      parseOptions(collectiveOperation, options),
    ) ?? {},
  );

describe("parameters without effect", () => {
  it("are the latency where there is no tree, and the interval where there is one operation", () => {
    expect(idle({ algorithm: "tree", repeats: 2 })).toEqual([]);
    expect(idle({ algorithm: "tree" })).toEqual(["interval"]);
    for (const algorithm of [
      "sequence",
      "multicast",
      "central",
      "dissemination",
    ] as const)
      expect(idle({ algorithm, repeats: 2 })).toEqual(["latency"]);
  });
});
