import { FabricBuilder } from "@fabriclab/fabric";
import { brokenRoutings, shortest } from "@fabriclab/testing-broken";
import { complete } from "@fabriclab/testing-fabrics";
import { defineRouting, type Fabric } from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  ConformanceFailure,
  relabelled,
  routingChecks,
  routingKit,
} from "../src/index.ts";

const right = defineRouting({
  name: "right",
  summary: "Shortest paths.",
  cites: [],
  params: z.object({}),
  claims: {
    fabrics: "any without cycles of channels",
    minimal: true,
    deadlockFree: { lanes: 1 },
    adaptive: false,
    toleratesFaults: true,
  },
  create: shortest,
});

/** Cables by the names of their ends, in alphabetical order. */
function cables(fabric: Fabric): string[] {
  const end = (port: number): string =>
    `${fabric.nodeName[fabric.portNode[port] ?? 0]}:${fabric.numOf(port as PortIx)}`;
  return Array.from({ length: fabric.linkCount }, (_, link) =>
    [fabric.linkPorts[2 * link] ?? 0, fabric.linkPorts[2 * link + 1] ?? 0]
      .map(end)
      .sort()
      .join(" - "),
  ).sort();
}

describe("a kit", () => {
  it("passes a routing that is right, and makes one test of each check", () => {
    const titles: string[] = [];
    const tests: string[] = [];
    routingKit(
      right,
      { cases: [{ fabric: complete(4) }] },
      {
        describe(title, body) {
          titles.push(title);
          body();
        },
        it(name, body) {
          tests.push(name);
          body();
        },
      },
    );
    expect(titles).toEqual(["routing right conforms"]);
    expect(tests.length).toBeGreaterThan(10);
    expect(new Set(tests).size).toBe(tests.length);
  });

  it("fails without cases, rather than pass by looking at nothing", () => {
    const [first] = routingChecks(right, { cases: [] });
    expect(() => first?.run()).toThrow(/there are no cases/);
  });

  it("tells the check, the place and what to do", () => {
    const broken = brokenRoutings[0];
    const checks =
      broken === undefined ? [] : routingChecks(broken.plugin, broken.setup);
    let failure: unknown;
    try {
      for (const check of checks) check.run();
    } catch (error) {
      failure = error;
    }
    expect(failure).toBeInstanceOf(ConformanceFailure);
    expect(String(failure)).toMatch(
      /^ConformanceFailure: every LID is reached from every host: .*H0.*\n {2}where: row of 4.*\n {2}to do: /,
    );
  });
});

describe("a relabelled fabric", () => {
  it("has the same cables between nodes of the same names and GUIDs, listed in reverse", () => {
    const builder = new FabricBuilder("three");
    const [a, b] = [builder.addSwitch("A", 4), builder.addSwitch("B", 3)];
    const twin = builder.addHost("twin", 2);
    builder.connect(a, 1, b, 3, { speed: "EDR", width: 4, flight: "5m" });
    builder.connect(a, 4, twin, 2);
    builder.connect(b, 1, twin, 1);
    const fabric = builder.build();
    const other = relabelled(fabric);
    expect(other.nodeName).toEqual(["B", "A", "twin"]);
    expect(cables(other)).toEqual(cables(fabric));
    expect([...other.nodeGuid].sort()).toEqual([...fabric.nodeGuid].sort());
    expect([...other.portGuid].sort()).toEqual([...fabric.portGuid].sort());
    const spec = (of: Fabric) =>
      [...of.linkFlightPs.keys()]
        .map((link) =>
          [
            of.linkWidth[link],
            of.linkSpeed[link],
            of.linkFlightPs[link],
          ].join(),
        )
        .sort();
    expect(spec(other)).toEqual(spec(fabric));
  });
});
