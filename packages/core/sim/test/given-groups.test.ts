import { sequential } from "@fabriclab/addressing-sequential";
import { compose, runExperiment, type Experiment } from "@fabriclab/sim";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { chain } from "@fabriclab/testing-fabrics";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

// A-a-b-c-C with hosts A, B, C, D at the switches a, b, c, d.
const fabric = chain(4);
const to = (members: string[], sources: string[]) =>
  use(multicastOperation, { members, sourceAt: sources, size: "256B" });

/** Tables built for two groups: AB from A, then BCD from B and C. */
const given = compose(
  experiment({
    fabric,
    tables: {
      addressing: use(sequential),
      routing: use(upDown),
      unicast: use(linear),
      multicast: use(multicastUnion),
    },
    traffic: [to(["A", "B"], ["A"]), to(["B", "C", "D"], ["B", "C"])],
  }),
).tables;

const run = (traffic: Experiment["traffic"]) =>
  experiment({ fabric, tables: { given }, traffic });

describe("finished tables with multicast", () => {
  it("serve the groups that have their members, whatever the traffic calls them", async () => {
    const one = await runExperiment(run([to(["B", "C", "D"], ["C"])]));
    expect(one.status).toBe("finished");
    // to B and D, and not to B alone as the tables' first group would
    expect(one.packets.delivered).toBe(2);
    const swapped = await runExperiment(
      run([to(["D", "B", "C"], ["B", "C"]), to(["A", "B"], ["A"])]),
    );
    expect(swapped.verdict).toBe("Finished: 5 copies delivered.");
  });

  it.each([
    ["members that are no group", ["A", "C"], ["A"]],
    ["a source that may not send", ["B", "C", "D"], ["D"]],
  ])("are refused for %s", (_, members, sources) => {
    expect(() => compose(run([to(members, sources)]))).toThrowError(
      expect.objectContaining({ code: "E_SIM_NO_SUCH_GROUP" }) as Error,
    );
  });
});
