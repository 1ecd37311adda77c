import { xy } from "@fabriclab/routing-xy";
import { runExperiment, type RunResult } from "@fabriclab/sim";
import { defineRouting, parseOptions } from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
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
        `no packet arrived: all ${dropped} copies`,
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
      "Finished: no packet arrived: all 3 copies that came to an end were discarded for want of a path",
    );
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
    expect(result.verdict).toBe("Finished: 1 copy delivered, 1 dropped.");
  });
});
