import { linkLoad } from "@fabriclab/metrics-link-load";
import { runExperiment, type Change, type RunResult } from "@fabriclab/sim";
import { star } from "@fabriclab/testing-fabrics";
import { connection } from "@fabriclab/traffic-connection";
import { pairs } from "@fabriclab/traffic-patterns";
import { ps, type PortIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

const fabric = star(4);
const US = 1_000_000;
const S = 1_000_000 * US;
/** The cable of that host fails, and stays so. */
const failing = (host: number, at: number): Change => ({
  at: ps(at),
  fail: fabric.endportPort[fabric.switchCount + host] as PortIx,
});
const run = (options: object, change: Change): Promise<RunResult> =>
  runExperiment({
    ...experiment({
      fabric,
      routing: upDown,
      metrics: [use(linkLoad)],
      traffic: [
        {
          ...use(connection, { size: "1000B", migration: "none", ...options }),
          pattern: use(pairs, { pairs: { A: "B" } }),
        },
      ],
    }),
    changes: [change],
  });

describe("a run of connections", () => {
  it("lasts until what was sent in vain is lost, so that no link is busy for longer than there is time", async () => {
    const { status, simulatedPs, metrics } = await run(
      { load: 1, messages: 300, timeout: "100us", retries: 7 },
      failing(1, 50 * US),
    );
    expect(status).toBe("finished");
    expect(metrics["transport.failed"]!.value).toBe(1);
    // Seven times it is sent again: 700 us, and what the window takes each time to be sent.
    expect(simulatedPs).toBeGreaterThan(700 * US);
    expect(simulatedPs).toBeLessThan(1000 * US);
    expect(metrics["link-load.max"]!.value).toBeLessThanOrEqual(1);
  });

  it("is not given up while a time-out of seconds runs", async () => {
    const { status, metrics } = await run(
      { load: 0.2, messages: 10, timeout: "5s", retries: 1 },
      failing(1, 0),
    );
    expect(status).toBe("finished");
    expect(metrics["transport.failed"]!.value).toBe(1);
    expect(metrics["transport.resent"]!.detail).toMatchObject({ timeouts: 2 });
  });

  it("waits for one that starts seconds later, whatever is dead elsewhere", async () => {
    const { status, simulatedPs, packets } = await run(
      { load: 0.2, messages: 5, timeout: "5s", start: "3s" },
      failing(2, 0),
    );
    expect(status).toBe("finished");
    expect(simulatedPs).toBeGreaterThan(3 * S);
    expect(packets.dropped).toBe(0);
  });
});
