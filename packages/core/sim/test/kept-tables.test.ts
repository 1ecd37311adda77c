import { sequential } from "@fabriclab/addressing-sequential";
import { compose, runExperiment } from "@fabriclab/sim";
import type { AddressingPlugin } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { chain, star } from "@fabriclab/testing-fabrics";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

/** A source whose addressing counts how often it is asked. */
function counted() {
  const asked = { times: 0 };
  const plugin: AddressingPlugin = {
    ...sequential,
    assign(fabric, options) {
      asked.times += 1;
      return sequential.assign(fabric, options as never);
    },
  };
  const source = {
    addressing: use(plugin),
    routing: use(upDown),
    unicast: use(linear),
    multicast: use(multicastUnion),
  };
  return { asked, source };
}

const poissonAt = (load: number) => ({
  ...use(poisson, { load }),
  pattern: use(uniform),
});

describe("tables of one source", () => {
  it("are computed once for a fabric, and give the results of tables that are computed anew", async () => {
    const { asked, source } = counted();
    const fabric = star(4);
    const run = (tables: typeof source, load: number) =>
      runExperiment(
        experiment({
          fabric,
          tables,
          traffic: [poissonAt(load)],
          measure: { maxTime: ps(20_000_000) },
        }),
      );
    await run(source, 0.1);
    const again = await run(source, 0.3);
    expect(asked.times).toBe(1);
    expect(again).toEqual(await run(counted().source, 0.3));
  });

  it("are computed again for another fabric, and wherever there are groups", () => {
    const { asked, source } = counted();
    const on = (hosts: number) =>
      compose(
        experiment({
          fabric: star(hosts),
          tables: source,
          traffic: [poissonAt(0.1)],
        }),
      );
    expect(on(3).tables.lids.owner).not.toEqual(on(4).tables.lids.owner);
    expect(asked.times).toBe(2);
    // A-a-b-c-C with a host D at d.
    const grouped = chain(4);
    const multicastTo = (...members: string[]) =>
      compose(
        experiment({
          fabric: grouped,
          tables: source,
          traffic: [use(multicastOperation, { members, sourceAt: ["A"] })],
        }),
      ).tables.multicast?.groups.map((group) => group.members.length);
    expect(multicastTo("A", "B")).toEqual([2]);
    expect(multicastTo("B", "C", "A")).toEqual([3]);
    expect(asked.times).toBe(4);
  });
});
