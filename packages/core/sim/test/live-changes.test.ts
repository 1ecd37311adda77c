import { FabricBuilder } from "@fabriclab/fabric";
import { injector } from "@fabriclab/hca-injector";
import { queuePair } from "@fabriclab/hca-queue-pair";
import {
  defineMetric,
  defineRouting,
  FabricError,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JournalKind,
  type Fabric,
} from "@fabriclab/spec";
import { shortest } from "@fabriclab/testing-broken";
import { collectiveOperation } from "@fabriclab/traffic-collective-operation";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps, type PortIx, type Ps, type Sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  describeExperiment,
  replicate,
  runExperiment,
  type Change,
  type Experiment,
} from "@fabriclab/sim";
import { experiment, use } from "./laboratory.ts";
import { scripted } from "./scripted.ts";

/** Shortest paths; a fabric in parts is refused. */
const routing = defineRouting({
  name: "shortest",
  summary: "Shortest paths.",
  cites: [],
  params: z.object({}),
  claims: {
    fabrics: "in one piece",
    minimal: true,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: true,
  },
  create(context) {
    const { fabric } = context;
    const joined = Array.from(fabric.linkPorts).filter(
      (port) => (fabric.portNode[port] ?? 0) < fabric.switchCount,
    );
    if (joined.length < 4)
      throw new FabricError({
        code: "E_SHORTEST_UNSUPPORTED_FABRIC",
        message: "the fabric is in parts",
      });
    return shortest(context);
  },
});

/** Two switches with a host each at port 1, and two cables between their ports 2 and 3. */
function pair(): {
  fabric: Fabric;
  port: (name: string, num: number) => PortIx;
} {
  const builder = new FabricBuilder("pair");
  const [a, b] = ["S0", "S1"].map((name) => builder.addSwitch(name, 3));
  if (a === undefined || b === undefined) throw new Error("no switches");
  builder.connect(a, 1, builder.addHost("H0"), 1);
  builder.connect(b, 1, builder.addHost("H1"), 1);
  for (const port of [2, 3]) builder.connect(a, port, b, port);
  const fabric = builder.build();
  return {
    fabric,
    port: (name, num) => {
      const node = fabric.findNode(name);
      if (node === undefined) throw new Error(name);
      return ((fabric.portStart[node] ?? 0) + num - 1) as PortIx;
    },
  };
}

const { fabric, port } = pair();
/** 256 bytes from the first host to the second every 2 us, ten times. */
const run = (changes: readonly Change[], by: typeof routing = routing) =>
  runExperiment({
    ...experiment({
      fabric,
      routing: by,
      traffic: [
        use(
          scripted(
            Array.from({ length: 10 }, (_, k) => ({
              from: 0,
              to: 1,
              at: 2000 * k,
              bytes: 256,
            })),
          ),
        ),
      ],
    }),
    changes,
  });
const us = (time: number) => ps(Math.round(1e6 * time));
const codeOf = async (changes: readonly Change[]): Promise<string> => {
  try {
    await run(changes);
  } catch (error) {
    return FabricError.is(error)
      ? `${error.code} ${error.message}`
      : String(error);
  }
  return "none";
};

// A packet of 256 bytes born at t is ready in the first switch at t + 120 ns and on the cable until t + 1144 ns.
describe("changes of a running fabric", () => {
  it("leave unsent what waits for a message that they cost, and the verdict says so", async () => {
    const { packets, status, verdict } = await runExperiment({
      ...experiment({
        fabric,
        routing,
        traffic: [use(collectiveOperation, { algorithm: "central" })],
      }),
      changes: [{ at: us(0.1), fail: port("S0", 2) }],
    });
    expect(status).toBe("finished");
    expect(packets).toMatchObject({ injected: 1, delivered: 0, dropped: 1 });
    expect(verdict).toBe(
      "Finished: 0 packets delivered of 2 that the traffic expected, 1 dropped: what waits for those that were dropped is never sent.",
    );
  });

  it.each([
    ["injector", use(injector)],
    ["queue-pair", use(queuePair)],
  ])(
    "end what waits for a message that they cost, though endless traffic goes on beside it: %s",
    async (_, hca) => {
      const { packets, status, verdict } = await runExperiment({
        ...experiment({
          fabric,
          routing,
          traffic: [
            use(collectiveOperation, { algorithm: "central" }),
            { ...use(poisson, { load: 0.1 }), pattern: use(uniform) },
          ],
        }),
        hca,
        changes: [
          { at: us(0.1), fail: port("S0", 2) },
          { at: us(20), restore: port("S0", 2) },
        ],
      });
      expect(status).toBe("finished");
      expect(verdict).toContain(
        "Finished: 0 packets of the finite traffic are delivered and 1 dropped of 2 that it expected (what waits for those that were dropped is never sent)",
      );
      expect(packets.delivered).toBeGreaterThan(0);
    },
  );

  it("cost what is on the failed link and what is sent there until the re-sweep", async () => {
    const { packets, changes, status } = await run([
      { at: us(8.1), resweep: true },
      { at: us(4.2), fail: port("S1", 2) },
    ]);
    expect(status).toBe("finished");
    // Packet 2 is on the cable at 4.2 us and found out at 4.24 us, packet 3 comes at 6.12 us.
    expect(packets).toEqual({
      injected: 10,
      delivered: 8,
      dropped: 2,
      inFlight: 0,
    });
    expect(changes).toEqual([
      {
        at: 4_200_000,
        what: "S1:2 - S0:2 fails",
        reached: true,
        lost: { linkDown: 2, unroutable: 0 },
        repaired: true,
        recoveryPs: 6_120_000 - 4_200_000,
      },
      {
        at: 8_100_000,
        what: "re-sweep",
        reached: true,
        lost: { linkDown: 0, unroutable: 0 },
      },
    ]);
  });

  it("are over when the link is restored", async () => {
    const { packets, changes } = await run([
      { at: us(4.2), fail: port("S0", 2) },
      { at: us(8.1), restore: port("S0", 2) },
    ]);
    expect(packets).toMatchObject({ delivered: 8, dropped: 2 });
    expect(changes?.[1]?.what).toBe("S0:2 - S1:2 is restored");
  });

  it("have not recovered from a failure that nothing repairs, unless it cost nothing", async () => {
    const lossy = await run([{ at: us(4.2), fail: port("S1", 2) }]);
    expect(lossy.packets.dropped).toBe(8);
    expect(lossy.changes?.[0]).toEqual({
      at: 4_200_000,
      what: "S1:2 - S0:2 fails",
      reached: true,
      lost: { linkDown: 8, unroutable: 0 },
      repaired: false,
    });
    // Nobody sends on the other cable.
    const { changes } = await run([{ at: us(4.2), fail: port("S1", 3) }]);
    expect(changes?.[0]).toMatchObject({ repaired: false, recoveryPs: 0 });
  });

  it("of which two overlap have recovered when nothing is lost any more", async () => {
    // The second failure, of a cable that is not used, does not end the first one's losses: packets 2 and 3.
    const { changes } = await run([
      { at: us(4.2), fail: port("S1", 2) },
      { at: us(5), fail: port("S1", 3) },
      { at: us(8.1), restore: port("S0", 2) },
      { at: us(9.1), fail: port("S0", 2) },
      { at: us(11.9), restore: port("S0", 2) },
    ]);
    expect(changes?.[0]).toMatchObject({
      lost: { linkDown: 1 },
      repaired: true,
      recoveryPs: 6_120_000 - 4_200_000,
    });
    expect(changes?.[1]).toMatchObject({ repaired: false });
    // Of the failure at 9.1 us: packet 5 comes at 10.12 us.
    expect(changes?.[3]).toMatchObject({
      lost: { linkDown: 1 },
      repaired: true,
      recoveryPs: 10_120_000 - 9_100_000,
    });
  });

  it("cost a restored cable nothing of what another one loses that is still down", async () => {
    const { changes } = await run([
      { at: us(4.2), fail: port("S1", 3) },
      { at: us(5), fail: port("S1", 2) },
      { at: us(8.1), restore: port("S0", 3) },
      { at: us(11.9), restore: port("S0", 2) },
    ]);
    // Packet 3 comes at 6.12 us, while both are down; packets 4 and 5 after the first one is back.
    expect(changes?.[0]).toMatchObject({
      repaired: true,
      recoveryPs: 6_120_000 - 4_200_000,
    });
    expect(changes?.[1]).toMatchObject({
      repaired: true,
      recoveryPs: 10_120_000 - 5_000_000,
    });
  });

  it("cost a repaired failure nothing of what a later re-sweep loses", async () => {
    // The tables after the cable's return lead nowhere: packets 6 to 9, from 12 us on, are the second re-sweep's losses.
    let broken = false;
    const fading = defineRouting({
      name: "fading",
      summary: "Shortest paths, and none in a fabric that was broken before.",
      cites: [],
      params: z.object({}),
      claims: routing.claims,
      create: (context) => {
        const whole = context.fabric.linkCount === fabric.linkCount;
        if (!whole) broken = true;
        return whole && broken
          ? { ...shortest(context), candidates: () => 0 }
          : shortest(context);
      },
    });
    const { changes } = await run(
      [
        { at: us(4.2), fail: port("S1", 2) },
        { at: us(8.1), resweep: true },
        { at: us(9.1), restore: port("S1", 2) },
        { at: us(11.9), resweep: true },
      ],
      fading,
    );
    expect(changes?.[3]).toMatchObject({ lost: { unroutable: 4 } });
    expect(changes?.[0]).toMatchObject({
      lost: { linkDown: 2, unroutable: 0 },
      repaired: true,
      recoveryPs: 6_120_000 - 4_200_000,
    });
  });

  it("are taken together over several seeds", async () => {
    const repeated = await replicate(
      {
        ...experiment({
          fabric,
          routing,
          traffic: [use(scripted([{ from: 0, to: 1, at: 0, bytes: 256 }]))],
        }),
        changes: [
          { at: us(0.2), fail: port("S0", 2) },
          { at: us(1000), resweep: true },
        ],
      },
      [1, 2],
    );
    expect(repeated.changes).toMatchObject([
      {
        at: 200_000,
        what: "S0:2 - S1:2 fails",
        reached: 2,
        lost: {
          linkDown: { value: 1, unit: "packets", ci95: 0 },
          unroutable: { value: 0 },
        },
        recovery: { absent: "seed 1: not repaired before the run ended" },
      },
      { at: 1e9, what: "re-sweep", reached: 0 },
    ]);
  });

  it("keep packets at a host behind a dead link, and say so", async () => {
    const result = await run([{ at: us(4.1), fail: port("H0", 1) }]);
    expect(result.status).toBe("limit");
    expect(result.packets).toMatchObject({
      injected: 3,
      delivered: 2,
      dropped: 1,
    });
    expect(result.verdict).toContain("waits at hosts whose links are down");
    const back = await run([
      { at: us(4.1), fail: port("H0", 1) },
      { at: us(50), restore: port("H0", 1) },
    ]);
    expect(back.packets).toMatchObject({
      injected: 10,
      delivered: 9,
      dropped: 1,
    });
  });

  it("end the run at once when nothing else is to come", async () => {
    const composed: Experiment = {
      ...experiment({
        fabric,
        routing,
        traffic: [
          use(
            scripted(
              [0, 1].flatMap((from) =>
                [0, 5, 60_000_000].map((at) => ({
                  from,
                  to: 1 - from,
                  at,
                  bytes: 256,
                })),
              ),
            ),
          ),
        ],
      }),
      changes: [{ at: us(4.1), fail: port("H0", 1) }],
    };
    let last = 0;
    const { status, packets } = await runExperiment(composed, {
      onProgress: ({ simulatedPs }) => (last = simulatedPs),
    });
    expect(status).toBe("limit");
    // Two each before; of those at 60 ms one waits at its host, and the other cannot get to that host.
    expect(packets).toMatchObject({ delivered: 4, dropped: 1, injected: 5 });
    // One slice, of an eighth of what was before, after the last event.
    expect(last).toBeLessThan(60e9 * 1.3);
  });

  it("say where the run ended before them", async () => {
    const { changes } = await run([{ at: us(1e6), fail: port("S0", 2) }]);
    expect(changes).toEqual([
      { at: 1e12, what: "S0:2 - S1:2 fails", reached: false },
    ]);
  });

  it("are waited for by endless traffic, however precise its mean is before", async () => {
    const { status, changes, simulatedPs } = await runExperiment({
      ...experiment({
        fabric,
        routing,
        traffic: [{ ...use(poisson, { load: 0.1 }), pattern: use(uniform) }],
        measure: { warmup: us(10), precision: 0.3 },
      }),
      changes: [
        { at: us(20_000), fail: port("S0", 2) },
        { at: us(20_100), restore: port("S0", 2) },
      ],
    });
    expect(status).toBe("converged");
    expect(changes?.every(({ reached }) => reached)).toBe(true);
    expect(simulatedPs).toBeGreaterThan(us(20_100));
  });

  it("re-sweep service levels, too", async () => {
    // SL 3 as long as both cables are there, then SL 5.
    const levels = defineRouting({
      name: "levels",
      summary:
        "Shortest paths; the service level tells how many cables there are.",
      cites: [],
      params: z.object({}),
      claims: routing.claims,
      create: (context) => ({
        ...shortest(context),
        pathSl: () =>
          (context.fabric.linkCount === fabric.linkCount ? 3 : 5) as Sl,
        lanes: 1,
      }),
    });
    const seen: number[] = [];
    const recorder = defineMetric({
      name: "test-levels",
      summary: "Writes every service level down.",
      cites: [],
      params: z.object({}),
      claims: { unit: "1" },
      create: () => ({
        observe({ records, count }) {
          for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE)
            if (records[at + JOURNAL_KIND] === JournalKind.delivered)
              seen.push((records[at + JOURNAL_CLASS] ?? 0) & 15);
        },
        reset: () => undefined,
        merge: () => undefined,
        result: () => ({}),
      }),
    });
    await runExperiment({
      ...experiment({
        fabric,
        routing: levels,
        metrics: [use(recorder)],
        traffic: [
          use(
            scripted(
              [0, 10_000, 20_000, 30_000].map((at) => ({
                from: 0,
                to: 1,
                at,
                bytes: 256,
              })),
            ),
          ),
        ],
      }),
      changes: [
        { at: us(12), fail: port("S0", 3) },
        { at: us(15), resweep: true },
        // A source drafts its next packet when one has left.
        { at: us(25), restore: port("S0", 3) },
        { at: us(25), resweep: true },
      ],
    });
    expect(seen).toEqual([3, 3, 3, 5]);
  });

  describe("of a whole switch", () => {
    const node = (name: string) => fabric.findNode(name)!;

    it("cost what all of its links would, and are one change", async () => {
      const { packets, changes } = await run([
        { at: us(4.2), failNode: node("S1") },
        { at: us(8.1), restoreNode: node("S1") },
      ]);
      // Packet 2 is on the cable at 4.2 us and found out at 4.24 us, packet 3 comes at 6.12 us.
      expect(packets).toMatchObject({ delivered: 8, dropped: 2, inFlight: 0 });
      expect(changes).toEqual([
        {
          at: 4_200_000,
          what: "S1 fails (3 links)",
          reached: true,
          lost: { linkDown: 2, unroutable: 0 },
          repaired: true,
          recoveryPs: 6_120_000 - 4_200_000,
        },
        {
          at: 8_100_000,
          what: "S1 is restored",
          reached: true,
          lost: { linkDown: 0, unroutable: 0 },
        },
      ]);
    });

    it("leave down what failed by itself, until that is restored", async () => {
      const { packets, changes } = await run([
        { at: us(4.2), fail: port("S0", 2) },
        { at: us(4.3), failNode: node("S1") },
        { at: us(5), restoreNode: node("S1") },
        { at: us(8.1), restore: port("S0", 2) },
      ]);
      expect(packets).toMatchObject({ delivered: 8, dropped: 2 });
      expect(changes?.map(({ lost }) => lost?.linkDown)).toEqual([1, 0, 1, 0]);
      // Packet 3 is the link's loss, and no more the switch's.
      expect(changes?.[0]).toMatchObject({
        recoveryPs: 6_120_000 - 4_200_000,
      });
      expect(changes?.[1]).toMatchObject({ repaired: true, recoveryPs: 0 });
    });

    it("leave down what ends at another switch that has failed", async () => {
      const { packets } = await run([
        { at: us(4.2), failNode: node("S1") },
        { at: us(4.3), failNode: node("S0") },
        { at: us(5), restoreNode: node("S0") },
        { at: us(8.1), restoreNode: node("S1") },
      ]);
      expect(packets).toMatchObject({ delivered: 8, dropped: 2 });
    });

    it("are refused of one that is down already, or works, and of its links", async () => {
      const at = us(1);
      const failed = { at, failNode: node("S1") };
      for (const changes of [
        [failed, failed],
        [{ at, restoreNode: node("S1") }],
        [failed, { at, fail: port("S0", 2) }],
        [failed, { at, restore: port("S0", 2) }],
      ] as Change[][])
        expect(await codeOf(changes)).toContain("E_SIM_CHANGE");
    });
  });

  it("give the routing's refusal of what is left, with the moment", async () => {
    const refused = await codeOf([
      { at: us(1), fail: port("S0", 2) },
      { at: us(2), fail: port("S0", 3) },
      { at: us(3), resweep: true },
    ]);
    expect(refused).toContain("E_SHORTEST_UNSUPPORTED_FABRIC");
    expect(refused).toContain("re-sweep of 3us");
  });

  it("are refused where they make no sense", async () => {
    const at = us(1);
    for (const changes of [
      [{ at, restore: port("S0", 2) }],
      [
        { at, fail: port("S0", 2) },
        { at: us(2), fail: port("S1", 2) },
      ],
      [{ at: -1 as Ps, resweep: true }],
      [{ at, fail: 1000 as PortIx }],
    ] as Change[][])
      expect(await codeOf(changes)).toContain("E_SIM_CHANGE");
  });

  it("are part of what an experiment's result is kept under", () => {
    const plain = experiment({ fabric, routing, traffic: [] });
    expect(
      describeExperiment({ ...plain, changes: [{ at: us(1), resweep: true }] }),
    ).not.toEqual(describeExperiment(plain));
  });
});
