import { runExperiment, type Change, type RunResult } from "@fabriclab/sim";
import { star } from "@fabriclab/testing-fabrics";
import { connection } from "@fabriclab/traffic-connection";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { pairs } from "@fabriclab/traffic-patterns";
import { ps, type PortIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use, type Lab } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

const fabric = star(4);
const MESSAGES = 40;
const reliable = (retries: number | "unlimited") => ({
  ...use(connection, {
    load: 0.2,
    size: "1000B",
    messages: MESSAGES,
    timeout: "100us",
    retries,
  }),
  pattern: use(pairs, { pairs: { A: "B", C: "D" } }),
});

/** The cable of host A fails after 100 us and stays so. */
const fails: Change = {
  at: ps(100_000_000),
  fail: fabric.endportPort[fabric.switchCount] as PortIx,
};
const run = (traffic: Lab["traffic"]): Promise<RunResult> =>
  runExperiment({
    ...experiment({ fabric, routing: upDown, traffic, metrics: [] }),
    changes: [fails],
  });

describe("a connection behind the dead cable of its own host", () => {
  it.each([0, 3, 7])("fails after %i retries", async (retries) => {
    const { status, metrics } = await run([reliable(retries)]);
    expect(status).toBe("finished");
    const { value, detail } = metrics["transport.failed"]!;
    expect(value).toBe(1);
    // All of C's messages, and what A got through: the others are outstanding or were never sent.
    const through = metrics["transport.messages"]!.value - MESSAGES;
    expect(through).toBeGreaterThan(0);
    expect(detail!["outstanding"]! + detail!["unsent"]!).toBeGreaterThanOrEqual(
      MESSAGES - through,
    );
    // The counter runs down by one with each time-out, and the next is one too many.
    expect(metrics["transport.resent"]!.detail).toMatchObject({
      timeouts: retries + 1,
    });
  });

  it("fails beside endless traffic, too", async () => {
    const { status, metrics } = await run([
      reliable(3),
      {
        ...use(constantRate, { load: 0.01, size: "1000B" }),
        pattern: use(pairs, { pairs: { B: "C" } }),
      },
    ]);
    expect(status).toBe("finished");
    expect(metrics["transport.failed"]!.value).toBe(1);
  });

  it("that sends again without end is given up", async () => {
    const { status, verdict } = await run([reliable("unlimited")]);
    expect(status).toBe("limit");
    expect(verdict).toContain("links are down for good");
  });
});
