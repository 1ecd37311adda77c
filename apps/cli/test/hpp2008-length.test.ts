import { expect, it } from "vitest";
import { hpp2008 } from "../src/reproduce/hpp2008/index.ts";
import { wireBytes } from "../src/reproduce/hpp2008/run/describe.ts";
import { run, type TaskInput } from "../src/reproduce/hpp2008/run/task.ts";

it("a run of hpp2008 whose cap comes before its warm-up is over is made longer", async () => {
  // At 1.5 times what the links take the number of packets in the switch drifts for longer than the quick study's runs are.
  const task = hpp2008
    .tasks({ quick: true })
    .find(({ label }) =>
      label.startsWith("4 VC, 64 B, load 1.5, buffer 4096 B, default"),
    );
  const input = task!.input as unknown as TaskInput;
  const { throughput, delivered, status } = await run(input);
  expect(status).toBe("saturated");
  // Nothing more can come through than the share of a packet that is no header.
  expect(throughput).toBeLessThanOrEqual(64 / wireBytes(input.point));
  expect(throughput).toBeGreaterThan(0);
  expect(delivered).toBeGreaterThan(0);
});
