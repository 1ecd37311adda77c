import { experimentHash } from "@fabriclab/sim";
import { describe, expect, it } from "vitest";
import { identityHash } from "@fabriclab/experiment-sweep";
import { runKey } from "../src/shards.ts";

describe("the key of a run", () => {
  const code = { fabriclab: "1.0.0" };
  const identity = identityHash({
    scenario: { name: "Z\u00fcrich \u{1f3d4}" },
    code,
  });
  const sets = [
    { path: "load", value: 0.1 },
    { path: "routing", value: { seed: 1, kind: "updn" } },
  ];

  it("is the experiment hash of point, seed and what all runs depend on", () => {
    expect(identity).toBe(
      experimentHash({ scenario: { name: "Z\u00fcrich \u{1f3d4}" }, code }),
    );
    expect(runKey(identity, sets, 7)).toBe(
      experimentHash({
        identity,
        sets: sets.map(({ path, value }) => [path, value]),
        seed: 7,
      }),
    );
  });

  it("depends on each of them, and not on the order of an object's fields", () => {
    const key = runKey(identity, sets, 7);
    expect(runKey(identity, sets, 8)).not.toBe(key);
    expect(runKey(identity, sets.slice(1), 7)).not.toBe(key);
    expect(runKey(identityHash({ scenario: {}, code }), sets, 7)).not.toBe(key);
    const [load, routing] = sets;
    expect(
      runKey(
        identity,
        [load!, { path: routing!.path, value: { kind: "updn", seed: 1 } }],
        7,
      ),
    ).toBe(key);
  });
});
