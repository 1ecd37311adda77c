import { FabricBuilder } from "@fabriclab/fabric";
import {
  defineTopology,
  type Fabric,
  type Params,
  type TopologyClaims,
  type TopologyPlugin,
} from "@fabriclab/spec";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";
import { row } from "./fabrics.ts";

export interface BrokenTopologySetup {
  readonly cases: readonly object[];
  readonly refused?: readonly object[];
}

const claims: TopologyClaims = {
  switches: () => 3,
  hosts: () => 3,
  links: () => 5,
  diameter: () => 3,
};

const noParams: Params = z.object({});

const topology = (
  name: string,
  build: () => Fabric,
  more: Partial<TopologyClaims> = {},
): TopologyPlugin =>
  defineTopology({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: noParams,
    claims: { ...claims, ...more },
    build,
  });

/** A fabric with one property replaced; methods see the old one. */
const replaced = (fabric: Fabric, key: keyof Fabric, value: unknown): Fabric =>
  new Proxy(fabric, {
    get: (target, name) => {
      if (name === key) return value;
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === "function"
        ? (found.bind(target) as unknown)
        : found;
    },
  });

const cases = [{}];
let calls = 0;

export const brokenTopologies: readonly Broken<
  TopologyPlugin,
  BrokenTopologySetup
>[] = [
  {
    fails: "switches, hosts and links are as many as claimed",
    plugin: topology("miscounted", () => row(3), { links: () => 6 }),
    setup: { cases },
  },
  {
    fails: "every cable has two ends that agree",
    plugin: topology("torn", () => {
      const fabric = row(3);
      const portLink = fabric.portLink.slice();
      portLink[0] = 4;
      return replaced(fabric, "portLink", portLink);
    }),
    setup: { cases },
  },
  {
    fails: "names and GUIDs are given once",
    plugin: topology("namesakes", () => {
      const fabric = row(3);
      return replaced(fabric, "nodeName", [
        "S0",
        "S0",
        ...fabric.nodeName.slice(2),
      ]);
    }),
    setup: { cases },
  },
  {
    fails: "every host reaches every other",
    plugin: topology(
      "two-islands",
      () => {
        const builder = new FabricBuilder("islands");
        for (const name of ["A", "B"])
          builder.connect(
            builder.addSwitch(name, 1),
            1,
            builder.addHost(`H${name}`),
            1,
          );
        return builder.build();
      },
      {
        switches: () => 2,
        hosts: () => 2,
        links: () => 2,
        diameter: undefined as never,
      },
    ),
    setup: { cases },
  },
  {
    fails: "the longest shortest path is as claimed",
    plugin: topology("far", () => row(3), { diameter: () => 4 }),
    setup: { cases },
  },
  {
    // Three hosts have been built, whatever was asked for.
    fails: "the sizes proposed have the hosts that were asked for",
    plugin: topology("small", () => row(3), { sizes: () => [{}] }),
    setup: { cases },
  },
  {
    fails: "the same options give the same fabric",
    plugin: topology("fickle", () => {
      const fabric = row(3);
      return replaced(
        fabric,
        "linkFlightPs",
        fabric.linkFlightPs.map(() => (calls += 1)),
      );
    }),
    setup: { cases },
  },
  {
    fails: "options that name no fabric are refused",
    plugin: topology("all-comers", () => row(3)),
    setup: { cases, refused: [{}] },
  },
  ...badDocuments(
    topology("document", () => row(3)),
    { cases },
  ),
];
