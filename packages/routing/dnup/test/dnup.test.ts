import { opensm } from "@fabriclab/addressing-opensm";
import { FabricBuilder } from "@fabriclab/fabric";
import { walk } from "@fabriclab/paths";
import { minhop } from "@fabriclab/routing-minhop";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type RoutingEngine,
  type RoutingPlugin,
} from "@fabriclab/spec";
import { irregularFabric } from "@fabriclab/testing-fabrics";
import type { EndportIx } from "@fabriclab/units";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dnup } from "../src/index.ts";
import { leafBetweenTrees } from "./leaf-between-trees.ts";

function tables(fabric: Fabric, plugin: RoutingPlugin = dnup) {
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  const engine = plugin.create({ fabric, lids }, parseOptions(plugin, {}));
  return (engine as RoutingEngine).tables();
}

describe("dnup", () => {
  it("is minhop where every switch carries a host, as OpenSM's dumps show", () => {
    fc.assert(
      fc.property(
        fc.record({
          switches: fc.integer({ min: 2, max: 20 }),
          ports: fc.integer({ min: 4, max: 7 }),
          extraLinks: fc.integer({ min: 0, max: 20 }),
          seed: fc.nat(),
        }),
        (options) => {
          const fabric = irregularFabric(options);
          expect(tables(fabric).lft).toEqual(tables(fabric, minhop).lft);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("does not cross a switch of hosts on the way, though that is shorter", () => {
    const fabric = leafBetweenTrees();
    const host = (name: string): EndportIx =>
      (fabric.nodeEndport[fabric.findNode(name) ?? -1] ?? -1) as EndportIx;
    const way = (plugin: RoutingPlugin): string =>
      walk(fabric, tables(fabric, plugin), host("A"), host("B"))
        .switches.map((sw) => fabric.nodeName[sw])
        .join("");
    expect(way(minhop)).toBe("asmub");
    expect(way(dnup)).toBe("astvub");
  });

  it("refuses a fabric whose switches carry no hosts", () => {
    const builder = new FabricBuilder("hostless");
    builder.connect(builder.addSwitch("a", 1), 1, builder.addSwitch("b", 1), 1);
    try {
      tables(builder.build());
      expect.unreachable();
    } catch (error) {
      if (!FabricError.is(error)) throw error;
      expect([error.code, error.got]).toEqual([
        "E_DNUP_UNSUPPORTED_FABRIC",
        "2 switches, 0 hosts, none of them cabled to a switch",
      ]);
    }
  });
});
