import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { runExperiment, type Change, type RunResult } from "@fabriclab/sim";
import { vlArbitration } from "@fabriclab/switch-vl-arbitration";
import { star } from "@fabriclab/testing-fabrics";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { pairs } from "@fabriclab/traffic-patterns";
import { ps, type PortIx, type Ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { scripted } from "./scripted.ts";
import { upDown } from "./up-down.ts";

/** 1000 bytes are 4 us on a link; the zero load of a star is 4000 + 2 * 20 + 100 ns. */
const BYTES = 1000;
const ZERO_LOAD_NS = 4140;
const fabric = star(4);

const constant = (
  from: string,
  to: string,
  more: { load: number; sl?: number; start?: string },
) => ({
  ...use(constantRate, { size: `${BYTES}B`, ...more }),
  pattern: use(pairs, { pairs: { [from]: to } }),
});
/** From A to D, a packet every 8 us. */
const finite = use(
  scripted(
    Array.from({ length: 1000 }, (_, k) => ({
      from: 0,
      to: 3,
      at: 8000 * k,
      bytes: BYTES,
    })),
  ),
);

interface Given {
  readonly split?: "traffic" | "sl";
  readonly changes?: readonly Change[];
  readonly maxTime?: Ps;
  readonly warmup?: Ps;
}

/** Lane 0 goes before lane 1, always. */
function run(
  traffic: Parameters<typeof experiment>[0]["traffic"],
  { split = "traffic", changes = [], ...measure }: Given = {},
): Promise<RunResult> {
  const base = experiment({
    fabric,
    routing: upDown,
    relay: {
      virtualLanes: 2,
      inputBuffer: "4 packets",
      outputBuffer: "0 packets",
    },
    metrics: [use(latency, { split }), use(throughput, { split })],
    traffic,
    measure,
  });
  const laneScheduler = use(vlArbitration, {
    high: "0:4",
    low: "1:4",
    highLimit: 255,
  });
  return runExperiment({
    ...base,
    switchModel: { ...base.switchModel, laneScheduler },
    changes,
  });
}

/** The cable of host B fails before anything is sent. */
const bIsDown: Change = {
  at: ps(0),
  fail: fabric.endportPort[fabric.switchCount + 1] as PortIx,
};

describe("traffic of which nothing comes through", () => {
  it("is named where a lane before it takes the whole link, though all that arrives is steady", async () => {
    const { status, verdict, metrics } = await run([
      constant("A", "C", { load: 1, sl: 0 }),
      constant("B", "C", { load: 0.5, sl: 1 }),
    ]);
    expect(status).toBe("saturated");
    expect(verdict).toContain("nothing of what traffic[1] (constant-rate)");
    expect(verdict).not.toContain("traffic[0]");
    // A's own link and that into C.
    expect(verdict).toMatch(
      /The busiest link, (A:1 to a:1|a:3 to C:1), carries packets 100 % of the time, and 1 more does for over 95 % of it\.$/,
    );
    expect(metrics["latency"]!.absent).toMatch(/nothing of some traffic/);
    expect(metrics["latency.traffic0"]!.value).toBeCloseTo(ZERO_LOAD_NS, 6);
    expect(metrics["throughput.traffic1"]).toMatchObject({
      value: 0,
      detail: { offered: 0.125 },
    });
  });

  it("is named where the cable of its host is dead, with a cap or without", async () => {
    const traffic = [
      constant("A", "C", { load: 0.3 }),
      constant("B", "C", { load: 0.3 }),
    ];
    for (const cap of [{}, { maxTime: ps(100_000_000_000) }]) {
      const { status, verdict } = await run(traffic, {
        changes: [bIsDown],
        ...cap,
      });
      expect(status).toBe("saturated");
      expect(verdict).toMatch(
        /carries packets (29|30)(\.\d+)? % of the time\.$/,
      );
      expect(verdict).toContain("nothing of what traffic[1] (constant-rate)");
    }
  });

  it("is named where no packet at all arrives, so that the warm-up has no end", async () => {
    const { status, verdict } = await run([constant("B", "C", { load: 0.3 })], {
      changes: [bIsDown],
      maxTime: ps(10_000_000_000),
    });
    expect(status).toBe("limit");
    expect(verdict).toContain("nothing of what traffic[0] (constant-rate)");
  });

  it("is named beside finite traffic", async () => {
    const { status, verdict, metrics } = await run(
      [finite, constant("B", "D", { load: 0.2 })],
      { changes: [bIsDown] },
    );
    expect(status).toBe("finished");
    expect(verdict).toContain("nothing of what traffic[1] (constant-rate)");
    expect(metrics["latency.traffic0"]!.value).toBeCloseTo(ZERO_LOAD_NS, 6);
    expect(metrics["latency"]!.absent).toMatch(/^saturated beside/);
  });

  it("is not said of what waits for an operation that was born in one moment", async () => {
    const burst = use(
      scripted(
        Array.from({ length: 400 }, () => ({
          ...{ from: 0, to: 3, at: 0, bytes: BYTES },
        })),
      ),
    );
    const { verdict, metrics } = await run([
      burst,
      // Some 80 packets on the lane that goes last: none of them comes through.
      constant("B", "D", { load: 0.2, sl: 1 }),
    ]);
    expect(verdict).toMatch(
      /^Finished: the finite traffic is delivered; endless/,
    );
    expect(metrics["throughput.traffic1"]!.value).toBe(0);
    expect(metrics["latency.traffic0"]!.value).toBeGreaterThan(0);
  });

  it("is named where some of it came through at first, and where a little does", async () => {
    const later = { ...bIsDown, at: ps(1_000_000_000) };
    const cut = await run([finite, constant("B", "D", { load: 0.2 })], {
      changes: [later],
    });
    expect(cut.verdict).toContain("nothing of what traffic[1]");
    expect(cut.metrics["latency.traffic1"]!.absent).toMatch(/^saturated/);
    // A leaves one packet time in five hundred: a packet or two in the second half of the run.
    const little = await run([
      finite,
      constant("C", "B", { load: 0.998, sl: 0 }),
      constant("D", "B", { load: 0.5, sl: 1 }),
    ]);
    const share = /([\d.]+) % of what traffic\[2\]/.exec(little.verdict)?.[1];
    expect(Number(share)).toBeLessThan(5);
    expect(little.verdict).not.toContain("traffic[1]");
  });

  it("has no interval where no packet at all comes through", async () => {
    const { status, verdict } = await run([constant("B", "C", { load: 0.3 })], {
      changes: [bIsDown],
      maxTime: ps(10_000_000_000),
      warmup: ps(1_000_000_000),
    });
    expect(status).toBe("saturated");
    expect(verdict).toContain("nothing of what traffic[0] (constant-rate)");
    expect(verdict).not.toMatch(/interval|NaN/);
  });

  it("is named where it is that of one host, though others of its entry go on", async () => {
    // A fills the link into C on the lane that goes first; B wants it, too, and D does not.
    const entry = {
      ...use(constantRate, { size: `${BYTES}B`, load: 0.3, sl: 1 }),
      pattern: use(pairs, { pairs: { B: "C", D: "A" } }),
    };
    const { status, verdict, metrics } = await run([
      constant("A", "C", { load: 1, sl: 0 }),
      entry,
    ]);
    expect(status).toBe("saturated");
    expect(verdict).toContain(
      "nothing of what B sends as traffic[1] (constant-rate) comes through",
    );
    expect(metrics["latency"]!.absent).toMatch(/nothing of some traffic/);
    expect(metrics["latency.traffic1"]!.absent).toMatch(
      /nothing of some traffic/,
    );
    expect(metrics["latency.traffic0"]!.value).toBeCloseTo(ZERO_LOAD_NS, 6);
    // One of its two hosts, each of which offers 0.3 of one of four links.
    expect(metrics["throughput.traffic1"]!.value).toBeCloseTo(0.075, 2);
  });

  it("is named where the cable of one of its hosts is dead", async () => {
    const entry = {
      ...use(constantRate, { size: `${BYTES}B`, load: 0.3 }),
      pattern: use(pairs, { pairs: { B: "C", D: "A" } }),
    };
    const alone = await run([entry], { changes: [bIsDown] });
    expect(alone.status).toBe("saturated");
    expect(alone.verdict).toContain("nothing of what B sends");
    const beside = await run([finite, entry], { changes: [bIsDown] });
    expect(beside.status).toBe("finished");
    expect(beside.verdict).toMatch(
      /The cable of B is down at the end: what it sends as traffic\[1\] \(constant-rate\) waits there\.$/,
    );
    // D sends as if nothing were.
    expect(beside.metrics["latency.traffic1"]!.value).toBeCloseTo(
      ZERO_LOAD_NS,
      6,
    );
  });

  it("ends soon where nobody is left to send the rest of the finite traffic", async () => {
    const aIsDown: Change = {
      at: ps(1_000_000_000),
      fail: fabric.endportPort[fabric.switchCount] as PortIx,
    };
    const { status, verdict, simulatedPs } = await run(
      [finite, constant("C", "B", { load: 0.3 })],
      { changes: [aIsDown] },
    );
    expect(status).toBe("limit");
    expect(verdict).toContain("waits at hosts whose links are down for good");
    // A is cut off after 1 ms of its 8 ms.
    expect(simulatedPs).toBeLessThan(5_000_000_000);
  });

  it("is not taken for starved before its first packet is born", async () => {
    const { status, verdict } = await run([
      constant("A", "C", { load: 0.3 }),
      constant("B", "C", { load: 0.3, start: "10s" }),
    ]);
    expect(status).toBe("converged");
    expect(verdict).not.toContain("nothing");
  });
});

describe("the latency of a service level", () => {
  const beside = (sl: number) =>
    run(
      [
        finite,
        constant("B", "D", { load: 0.9, sl: 1 }),
        constant("C", "B", { load: 0.1, sl }),
      ],
      { split: "sl" },
    );

  it("stays where no packet of it is of saturated traffic", async () => {
    const { verdict, metrics } = await beside(2);
    expect(verdict).toContain("what traffic[1] (constant-rate) offers");
    expect(metrics["latency.sl1"]!.absent).toMatch(/^saturated beside/);
    expect(metrics["latency.sl2"]!.value).toBeCloseTo(ZERO_LOAD_NS, 6);
    expect(metrics["latency.sl0"]!.value).toBeGreaterThan(0);
  });

  it("goes where saturated traffic shares the level with other traffic", async () => {
    const { metrics } = await beside(1);
    expect(metrics["latency.sl1"]!.value).toBeNaN();
    expect(metrics["latency.sl0"]!.value).toBeGreaterThan(0);
  });
});
