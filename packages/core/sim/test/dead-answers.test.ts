import { FabricBuilder } from "@fabriclab/fabric";
import { runExperiment, type Experiment } from "@fabriclab/sim";
import { defineRouting } from "@fabriclab/spec";
import { shortest } from "@fabriclab/testing-broken";
import { connection } from "@fabriclab/traffic-connection";
import { pairs, uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps, type NodeIx, type PortNum } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { experiment, use } from "./laboratory.ts";

/** Two switches with two cables between them: what goes to hosts of S1 takes one, what comes back the other. */
const builder = new FabricBuilder("one way each");
const [a, b] = [builder.addSwitch("S0", 4), builder.addSwitch("S1", 4)];
for (const [at, sw] of [a, b].entries())
  for (const num of [1, 2])
    builder.connect(sw, num, builder.addHost(`H${at}${num}`), 1);
for (const num of [3, 4]) builder.connect(a, num, b, num);
const fabric = builder.build();
const back = fabric.portOf(fabric.findNode("S0") as NodeIx, 4 as PortNum);

const oneWayEach = defineRouting({
  name: "one-way-each",
  summary: "One cable for each direction.",
  cites: [],
  params: z.object({}),
  claims: {
    fabrics: "two switches",
    minimal: true,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: false,
  },
  create(context) {
    const near = shortest(context);
    const { lids } = context;
    return {
      candidates: (at, lid, out) => {
        const node = fabric.endportNode[lids.owner[lid]!]!;
        const there = fabric.nodeName[node]!.startsWith("H1") ? 1 : 0;
        if (there === at) return near.candidates(at, lid, out);
        out[0] = at === 0 ? 3 : 4;
        return 1;
      },
    };
  },
});

/** H01 sends to H11 over the cable that is left, and its ACKs are lost; H02 sends to its neighbour. */
const broken = (options: object, endless = false): Experiment => ({
  ...experiment({
    fabric,
    routing: oneWayEach,
    traffic: [
      {
        ...use(connection, { messages: 20, timeout: "50us", ...options }),
        pattern: use(pairs, { pairs: { H01: "H11", H02: "H01" } }),
      },
      ...(endless
        ? [{ ...use(poisson, { load: 0.05 }), pattern: use(uniform) }]
        : []),
    ],
    metrics: [],
  }),
  changes: [{ at: ps(1_000_000), fail: back }],
});

describe("a connection whose answers are lost for good", () => {
  it("fails when its retries are used up, and the run finishes and says so", async () => {
    for (const endless of [false, true]) {
      const { status, metrics } = await runExperiment(broken({}, endless));
      expect(status).toBe("finished");
      const failed = metrics["transport.failed"]!;
      expect(failed.value).toBe(1);
      expect(failed.note).toContain("H01 -> H11");
      // Sent once and seven times again, a timeout after each.
      expect(metrics["transport.resent"]!.detail!["timeouts"]).toBe(8);
    }
  });

  it("that sends again without end sends in vain, although all that it sends arrives", async () => {
    for (const endless of [false, true]) {
      const { status, verdict, metrics, simulatedPs } = await runExperiment(
        broken({ retries: "unlimited" }, endless),
      );
      expect(status).toBe("limit");
      expect(verdict).toMatch(/sent again and again over links that are down/);
      expect(metrics["transport.failed"]!.value).toBe(0);
      expect(metrics["transport.failed"]!.note).toContain("H01 -> H11");
      // All that was counted has had its time: one timeout comes 50 us after the other.
      const timeouts = Number(metrics["transport.resent"]!.detail!["timeouts"]);
      expect(timeouts).toBeGreaterThan(8);
      expect(simulatedPs / 50e6).toBeGreaterThan(timeouts);
      expect(
        metrics["transport.messages"]!.detail!["duplicates"],
      ).toBeGreaterThan(20);
    }
  });
});
