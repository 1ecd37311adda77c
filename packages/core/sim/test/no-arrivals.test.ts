import { xy } from "@fabriclab/routing-xy";
import {
  noneArrived,
  runExperiment,
  type Experiment,
  type RunResult,
} from "@fabriclab/sim";
import { definePattern, defineRouting, parseOptions } from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps, type PortIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { experiment, use, type Lab } from "./laboratory.ts";
import { scripted } from "./scripted.ts";

const fabric = mesh.build(parseOptions(mesh, { columns: 2, rows: 2 }));

/** XY without the paths to the LIDs that are forgotten. */
const forgetful = (forgotten: (lid: number) => boolean) =>
  defineRouting({
    ...xy,
    name: "forgetful",
    create(context, options) {
      const rule = xy.create(context, options);
      if ("tables" in rule) throw new Error("no rule");
      return {
        ...rule,
        candidates: (at, lid, out) =>
          forgotten(lid) ? 0 : rule.candidates(at, lid, out),
      };
    },
  });
const nowhere = forgetful(() => true);
/** `sequential` numbers the hosts from 1 on, in order. */
const notToFirst = forgetful((lid) => lid === 1);

const endless = {
  ...use(poisson, { load: 0.1, size: "256B" }),
  pattern: use(uniform),
};
const run = (lab: Omit<Lab, "fabric">): Promise<RunResult> =>
  runExperiment(experiment({ fabric, ...lab }));

/** From the second host to one, at even intervals. */
const to = (receiver: number, start: string) => ({
  ...use(constantRate, { load: 0.1, size: "256B", start }),
  pattern: use(
    definePattern({
      name: `test-to-${receiver}`,
      summary: "The second host sends to one.",
      cites: [],
      params: z.object({}),
      claims: { permutation: false },
      create: () => ({
        destination: (source) => (source === 1 ? receiver : -1),
      }),
    }),
  ),
});
const told = async (
  lab: Omit<Lab, "fabric"> & { changes?: Experiment["changes"] },
) => {
  const { changes = [], ...rest } = lab;
  const { packets, verdict } = await runExperiment({
    ...experiment({ fabric, ...rest }),
    changes,
  });
  return { ...packets, verdict };
};

describe("a run in which no packet arrives", () => {
  it("of endless traffic says that, and not to run for longer", async () => {
    for (const warmup of ["auto", ps(1_000_000)] as const) {
      const result = await run({
        routing: nowhere,
        traffic: [endless],
        measure: { warmup, maxTime: ps(100_000_000) },
      });
      const { delivered, dropped } = result.packets;
      expect(delivered).toBe(0);
      expect(dropped).toBeGreaterThan(10);
      expect(result.unroutable).toBe(true);
      expect(result.status).toBe("limit");
      expect(result.verdict).toContain(
        `no packet arrived: all ${dropped} packets`,
      );
      expect(result.verdict).toContain("fabriclab audit");
      expect(JSON.stringify(result)).not.toContain("raise measure.maxTime");
    }
  });

  it("of traffic that ends says that, too", async () => {
    const result = await run({
      routing: nowhere,
      traffic: [
        use(
          scripted(
            [0, 1, 2].map((from) => ({ from, to: 3, bytes: 256, at: 0 })),
          ),
        ),
      ],
    });
    expect(result.status).toBe("finished");
    expect(result.unroutable).toBe(true);
    expect(result.verdict).toContain(
      "Finished: no packet arrived: all 3 packets that came to an end were discarded for want of a path",
    );
  });
});

describe("a run that ends before what may arrive", () => {
  const maxTime = ps(1_000_000_000);
  const early = { warmup: "auto", maxTime } as const;
  const LONGER = "a longer run gives no more";

  it("does not say that a longer one gives no more where traffic begins later", async () => {
    const { delivered, verdict } = await told({
      routing: notToFirst,
      traffic: [to(0, "0ns"), to(3, "2ms")],
      measure: early,
    });
    expect(delivered).toBe(0);
    expect(verdict).toContain("no packet arrived");
    expect(verdict).not.toContain(LONGER);
    expect(verdict).toContain("begins at 2ms, after the end of the run");
    const { delivered: later } = await told({
      routing: notToFirst,
      traffic: [to(0, "0ns"), to(3, "2ms")],
      measure: { ...early, maxTime: ps(3_000_000_000) },
    });
    expect(later).toBeGreaterThan(0);
  });

  it("nor where packets are in the network", async () => {
    // A packet counts as delivered from its first bit on the last link; of the other packets the first is discarded in its first switch.
    const { delivered, inFlight, verdict } = await told({
      routing: notToFirst,
      traffic: [to(0, "0ns"), to(3, "1us")],
      measure: { ...early, maxTime: ps(1_200_000) },
    });
    expect(delivered).toBe(0);
    expect(inFlight).toBeGreaterThan(0);
    expect(verdict).toContain("no packet arrived");
    expect(verdict).not.toContain(LONGER);
  });

  it("nor where changes are to come, and sends nobody to an audit that sees other tables", async () => {
    const port = fabric.portLink.findIndex(
      (link, at) => link >= 0 && (fabric.portNode[at] ?? 0) >= 4,
    ) as PortIx;
    const changes: Experiment["changes"] = [
      { at: ps(2_000_000_000), fail: port },
      { at: ps(2_500_000_000), restore: port },
    ];
    const { verdict } = await told({
      routing: nowhere,
      traffic: [to(3, "0ns")],
      measure: early,
      changes,
    });
    expect(verdict).toContain("no packet arrived");
    expect(verdict).toContain("Changes come after the end.");
    expect(verdict).not.toContain(LONGER);
    expect(verdict).not.toContain("fabriclab audit");
  });
});

describe("none arrived", () => {
  it.each([
    ["all that came to an end were dropped", "limit", 0, 3, true],
    ["one arrived", "limit", 1, 3, false],
    ["nothing came to an end", "limit", 0, 0, false],
    [
      "the run deadlocked, of which there is more to say",
      "deadlocked",
      0,
      3,
      false,
    ],
  ])("where %s", (_, status, delivered, dropped, expected) => {
    expect(noneArrived({ status, packets: { delivered, dropped } })).toBe(
      expected,
    );
  });

  it("is not said of a run that failed, or has no counts", () => {
    expect(noneArrived({ status: "failed" })).toBe(false);
    const packets = { delivered: null, dropped: null };
    expect(noneArrived({ status: "failed", packets })).toBe(false);
  });
});

describe("a run in which some packets find no path", () => {
  it("says of endless traffic which share, and that tables are why", async () => {
    const { unroutable, verdict, packets } = await run({
      routing: notToFirst,
      traffic: [endless],
      measure: { maxTime: ps(1_000_000_000) },
    });
    expect(unroutable).toBeUndefined();
    expect(packets.delivered).toBeGreaterThan(0);
    expect(verdict).toMatch(
      /\d % of what came to an end was dropped for want of a path, a lane or a receiver \(unroutable\), and has no latency; an audit/,
    );
    // A host of 4 is asked for by every fourth packet.
    const share = Number(/([\d.]+) % of what came/.exec(verdict)?.[1]);
    expect(share).toBeGreaterThan(20);
    expect(share).toBeLessThan(30);
  });

  it("is no run in which nothing arrives", async () => {
    const result = await run({
      routing: notToFirst,
      traffic: [
        use(
          scripted([
            { from: 1, to: 0, bytes: 256, at: 0 },
            { from: 1, to: 2, bytes: 256, at: 0 },
          ]),
        ),
      ],
    });
    expect(result.unroutable).toBeUndefined();
    expect(result.verdict).toBe("Finished: 1 packet delivered, 1 dropped.");
  });
});
