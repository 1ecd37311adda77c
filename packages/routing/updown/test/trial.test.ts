import { switchLinks } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { SwitchIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostsAt } from "../src/load.ts";
import { upDownOrders } from "../src/order.ts";
import { trialOf, type TrialParts } from "../src/trial.ts";
import { make, type UpDownInput } from "./made.part.ts";

// More switches than a word has bits.
const fabrics = randomFabric({ maxSwitches: 45, maxExtraLinks: 60 });
/** How packets go, whatever the root. */
type How = Pick<TrialParts, "mode" | "descend">;

const options = fc.constantFrom<How>(
  { mode: "tree", descend: "always" },
  { mode: "autonet", descend: "always" },
  { mode: "autonet", descend: "unless-longer" },
);

/** Walks from every switch to every other, and counts each step for each pair of their hosts. */
function walked(fabric: Fabric, hosts: Int32Array, input: UpDownInput) {
  const { channels } = make(fabric, input);
  const carried = new Map<number, number>();
  let hops = 0;
  for (const [from, senders] of hosts.entries())
    for (const [to, receivers] of hosts.entries())
      for (const channel of from === to ? [] : channels(from, to)) {
        const sum = (carried.get(channel) ?? 0) + senders * receivers;
        carried.set(channel, sum);
        hops += senders * receivers;
      }
  return { busiest: Math.max(0, ...carried.values()), hops };
}

const trialIn = (fabric: Fabric, hosts: Int32Array, how: How) => {
  const links = switchLinks(fabric);
  return trialOf(
    { links, orderFrom: upDownOrders(fabric, links), ...how },
    hosts,
  );
};

describe("a root that is tried", () => {
  it("loads channels with what one finds who walks along every route from it", () => {
    fc.assert(
      fc.property(fabrics, options, fc.nat(), (fabric, input, drawn) => {
        const root = drawn % fabric.switchCount;
        const hosts = hostsAt(fabric);
        expect(
          trialIn(fabric, hosts, input)(root as SwitchIx, Infinity),
        ).toEqual(walked(fabric, hosts, { ...input, root }));
      }),
    );
  });

  it("is given up where a channel carries more than the limit, and not where it carries as much, whatever roots were before it", () => {
    fc.assert(
      fc.property(fabrics, options, (fabric, input) => {
        const hosts = hostsAt(fabric);
        const trial = trialIn(fabric, hosts, input);
        for (let root = 0; root < fabric.switchCount; root++) {
          const load = walked(fabric, hosts, { ...input, root });
          expect(trial(root as SwitchIx, load.busiest - 1)).toBeUndefined();
          expect(trial(root as SwitchIx, load.busiest)).toEqual(load);
        }
      }),
      { numRuns: 12 },
    );
  });
});
