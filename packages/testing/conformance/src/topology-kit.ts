import { hopsTo, UNREACHABLE } from "@fabriclab/paths";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type TopologyPlugin,
} from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import {
  check,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFinding } from "./each-case.ts";
import { nameOf } from "./compile.ts";
import { documentChecks } from "./documented.ts";
import { portName } from "./fabric-copy.ts";

export interface TopologySetup {
  /** Options as a user would write them, one fabric each. */
  readonly cases: readonly object[];
  /** Options that name no fabric. */
  readonly refused?: readonly object[];
}

/** Registers the conformance tests of a topology: counts in closed form, sound cabling, names, one piece, diameter, determinism, refusals. */
export function topologyKit(
  plugin: TopologyPlugin,
  setup: TopologySetup,
  runner: Runner,
): void {
  register(
    runner,
    `topology ${plugin.name} conforms`,
    topologyChecks(plugin, setup),
  );
}

/** The checks of `topologyKit`, for callers without a test runner. */
export function topologyChecks(
  plugin: TopologyPlugin,
  setup: TopologySetup,
): Check[] {
  const options = (input: object) => parseOptions(plugin, input);
  const each = (
    search: (
      fabric: Fabric,
      input: object,
    ) => Omit<Finding, "where"> | undefined,
  ): Finding | undefined =>
    firstFinding(
      plugin.name,
      setup.cases,
      "options of at least one fabric",
      (input) => search(plugin.build(options(input)), input),
      (input) => JSON.stringify(input),
    );
  const { claims } = plugin;
  return [
    check("switches, hosts and links are as many as claimed", () =>
      each((fabric, input) => {
        for (const [what, count, claimed] of [
          ["switches", fabric.switchCount, claims.switches(options(input))],
          ["hosts", fabric.hostCount, claims.hosts(options(input))],
          ["links", fabric.linkCount, claims.links(options(input))],
        ] as const)
          if (count !== claimed)
            return {
              what: `${count} ${what}, ${claimed} claimed`,
              todo: `correct the closed form claims.${what}, or the building`,
            };
        return undefined;
      }),
    ),
    check("every cable has two ends that agree", () => each(badCable)),
    check("names and GUIDs are given once", () => each(twice)),
    check("every host reaches every other", () => each(parted)),
    check("the longest shortest path is as claimed", () =>
      each((fabric, input) => {
        const claimed = claims.diameter?.(options(input));
        const measured = diameter(fabric);
        return claimed === undefined || claimed === measured
          ? undefined
          : {
              what: `${measured} switches, ${claimed} claimed`,
              todo: "correct claims.diameter (in switches, host to host), or the building",
            };
      }),
    ),
    check("the same options give the same fabric", () =>
      each((fabric, input) => {
        const array = differsFrom(fabric, plugin.build(options(input)));
        return array === undefined
          ? undefined
          : {
              what: `${array} differs between two calls`,
              todo: "leave out chance without a seed, and state kept between calls",
            };
      }),
    ),
    check("the sizes proposed have the hosts that were asked for", () => {
      for (const hosts of [1, 2, 7, 64, 200]) {
        let last = hosts;
        for (const size of claims.sizes?.(hosts, {}) ?? []) {
          const has = claims.hosts(options(size));
          if (has < last)
            return {
              what: `${has} hosts${has < hosts ? "" : `, after ${last}`}`,
              where: `${hosts} hosts asked for, ${JSON.stringify(size)}`,
              todo: "let claims.sizes propose fabrics of at least so many hosts, fewest hosts first",
            };
          last = has;
        }
      }
      return undefined;
    }),
    check("options that name no fabric are refused", () => {
      for (const input of setup.refused ?? []) {
        try {
          plugin.build(options(input));
        } catch (error) {
          if (FabricError.is(error) && !error.code.endsWith("_NOT_WRITTEN"))
            continue;
          throw error;
        }
        return {
          what: "a fabric was built",
          where: JSON.stringify(input),
          todo: "refuse it with a FabricError that names the option",
        };
      }
      return undefined;
    }),
    ...documentChecks(plugin),
  ];
}

function badCable(fabric: Fabric): Omit<Finding, "where"> | undefined {
  const todo = "build with FabricBuilder.connect, once per cable";
  for (let port = 0; port < fabric.portCount; port++) {
    const peer = fabric.portPeer[port] ?? -1;
    const link = fabric.portLink[port] ?? -1;
    if (peer < 0 && link < 0) continue;
    if (
      peer < 0 ||
      link < 0 ||
      fabric.portPeer[peer] !== port ||
      fabric.portLink[peer] !== link
    )
      return {
        what: `${portName(fabric, port)} and its peer do not name each other`,
        todo,
      };
    const ends = [fabric.linkPorts[2 * link], fabric.linkPorts[2 * link + 1]];
    if (!ends.includes(port) || !ends.includes(peer))
      return {
        what: `link ${link} does not end at ${portName(fabric, port)}`,
        todo,
      };
  }
  return undefined;
}

function twice(fabric: Fabric): Omit<Finding, "where"> | undefined {
  const names = new Set<string>();
  const guids = new Set<bigint>();
  for (let node = 0; node < fabric.nodeCount; node++) {
    const [name, guid] = [
      fabric.nodeName[node] ?? "",
      fabric.nodeGuid[node] ?? 0n,
    ];
    if (name === "" || names.has(name))
      return {
        what: `two nodes are named "${name}", or one has no name`,
        todo: "name every node after its place",
      };
    if (guid === 0n || guids.has(guid))
      return {
        what: `two nodes have the GUID 0x${guid.toString(16)}, or one has none`,
        todo: "leave GUIDs to FabricBuilder",
      };
    names.add(name);
    guids.add(guid);
  }
  return undefined;
}

function parted(fabric: Fabric): Omit<Finding, "where"> | undefined {
  const todo = "cable the parts together, or build one fabric per part";
  let from: SwitchIx | undefined;
  for (
    let endport = fabric.switchCount;
    endport < fabric.endportCount;
    endport++
  ) {
    const at = fabric.attachment(endport as EndportIx);
    if (at === undefined)
      return {
        what: `${nameOf(fabric, endport)} is cabled to no switch`,
        todo,
      };
    from ??= at.sw;
  }
  if (from === undefined)
    return { what: "there are no hosts", todo: "attach hosts" };
  const hops = hopsTo(fabric, from);
  const lost = hops.findIndex((count) => count === UNREACHABLE);
  return lost < 0
    ? undefined
    : {
        what: `no cables join ${fabric.nodeName[lost] ?? ""} and ${fabric.nodeName[from] ?? ""}`,
        todo,
      };
}

/** In switches, over all pairs of hosts. */
function diameter(fabric: Fabric): number {
  const leaves = new Set<SwitchIx>();
  for (
    let endport = fabric.switchCount;
    endport < fabric.endportCount;
    endport++
  ) {
    const at = fabric.attachment(endport as EndportIx);
    if (at !== undefined) leaves.add(at.sw);
  }
  let longest = 0;
  for (const to of leaves) {
    const hops = hopsTo(fabric, to);
    for (const from of leaves)
      longest = Math.max(longest, 1 + (hops[from] ?? 0));
  }
  return longest;
}

function differsFrom(a: Fabric, b: Fabric): string | undefined {
  for (const name of [
    "portStart",
    "portPeer",
    "linkPorts",
    "linkWidth",
    "linkSpeed",
    "linkFlightPs",
    "nodeGuid",
    "portGuid",
  ] as const) {
    const [x, y] = [
      Array.from<number | bigint>(a[name]),
      Array.from<number | bigint>(b[name]),
    ];
    if (x.length !== y.length || x.some((value, i) => value !== y[i]))
      return name;
  }
  return a.nodeName.some((name, i) => name !== b.nodeName[i])
    ? "nodeName"
    : undefined;
}
