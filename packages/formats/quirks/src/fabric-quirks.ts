import { FabricError, type RandomStream } from "@fabriclab/spec";
import { MAX_PORTS, type Ps } from "@fabriclab/units";
import type { FabricPlan, PlannedCable, PlannedNode } from "./fabric-plan.ts";

/** Changes a fabric in parts. */
export type FabricQuirk = (plan: FabricPlan, random: RandomStream) => void;

const switchesOf = ({ nodes }: FabricPlan): PlannedNode[] =>
  nodes.filter(({ isSwitch }) => isSwitch);
const hostsOf = ({ nodes }: FabricPlan): PlannedNode[] =>
  nodes.filter(({ isSwitch }) => !isSwitch);

/** A copy of the fabric that no cable joins to it. */
export const planes: FabricQuirk = (plan) => {
  const base = fresh(plan) + 0x1000_0000n;
  const copies = new Map<PlannedNode, PlannedNode>();
  for (const [index, node] of plan.nodes.entries()) {
    const guid = base + 256n * BigInt(index);
    copies.set(node, {
      ...node,
      name: `plane 2 ${node.name}`,
      guid,
      portGuids: new Map(
        Array.from(node.portGuids.keys(), (num) => [num, guid + BigInt(num)]),
      ),
    });
  }
  const cables = plan.cables.map((cable): PlannedCable => ({
    ...cable,
    a: copies.get(cable.a) ?? cable.a,
    b: copies.get(cable.b) ?? cable.b,
  }));
  const more = [...copies.values()];
  // Switches come before hosts, as in every fabric.
  plan.nodes.splice(
    switchesOf(plan).length,
    0,
    ...more.filter(({ isSwitch }) => isSwitch),
  );
  plan.nodes.push(...more.filter(({ isSwitch }) => !isSwitch));
  plan.cables.push(...cables);
};

/** Up to 14 cables between two switches. */
export const parallelCables: FabricQuirk = (plan, random) => {
  const pairs = plan.cables.filter(({ a, b }) => a.isSwitch && b.isSwitch);
  for (let k = 0; k < Math.min(3, pairs.length); k++) {
    const cable = pairs[random.below(pairs.length)];
    if (cable === undefined) return;
    const { a, b } = cable;
    const room = MAX_PORTS - Math.max(a.ports, b.ports);
    for (let i = Math.min(1 + random.below(13), room); i > 0; i--) {
      a.ports += 1;
      b.ports += 1;
      plan.cables.push({ ...cable, portA: a.ports, portB: b.ports });
    }
  }
};

/** Switches of 64 or 128 ports and one more for an Aggregation Node. */
export const wideSwitches: FabricQuirk = (plan) => {
  for (const node of switchesOf(plan)) {
    const ports = [65, 129].find((count) => count > node.ports);
    if (ports === undefined)
      throw new FabricError({
        code: "E_QUIRKS_ROOM",
        message: `the switch ${node.name} is too wide for the quirk wide-switches`,
        got: `${node.ports} ports`,
        expected: "at most 128",
      });
    node.ports = ports;
  }
};

/** A SHARP Aggregation Node, which is a channel adapter, on the last port of every switch, or on one more where that is taken. */
export const aggregationNodes: FabricQuirk = (plan) => {
  const taken = new Set(
    plan.cables.flatMap(({ a, portA, b, portB }) => [
      endName(a, portA),
      endName(b, portB),
    ]),
  );
  let guid = fresh(plan);
  for (const node of switchesOf(plan)) {
    if (taken.has(endName(node, node.ports))) node.ports += 1;
    if (node.ports > MAX_PORTS)
      throw new FabricError({
        code: "E_QUIRKS_ROOM",
        message: `the switch ${node.name} has no port left for an Aggregation Node`,
        got: `${MAX_PORTS} ports, all cabled`,
        expected: "a free port",
      });
    const host: PlannedNode = {
      isSwitch: false,
      name: "Mellanox Technologies Aggregation Node",
      ports: 1,
      guid,
      portGuids: new Map([[1, guid]]),
    };
    guid += 8n;
    plan.nodes.push(host);
    plan.cables.push({
      a: node,
      portA: node.ports,
      b: host,
      portB: 1,
      speed: "HDR",
      width: 4,
      flight: 0 as Ps,
    });
  }
};

const endName = (node: PlannedNode, num: number): string =>
  `${node.guid} ${num}`;

/** Compute nodes with up to eight adapters, named in the three ways that are met. */
export const manyAdapters: FabricQuirk = (plan, random) => {
  const hosts = hostsOf(plan);
  for (let at = 0, node = 1; at < hosts.length; node++) {
    const name = `node${String(node).padStart(3, "0")}`;
    const form = random.below(3);
    for (let left = 1 + random.below(8), k = 0; left > 0; left--, k++, at++) {
      const host = hosts[at];
      if (host === undefined) return;
      host.name =
        [
          `${name} HCA-${k + 1}`,
          `${name} mlx5_${k}`,
          `${name} ibp${11 + k}s0f0`,
        ][form] ?? name;
    }
  }
};

const ODD = [
  "Voltaire 4036 # 4036-8C5C",
  "MT25408 ConnectX Mellanox Technologies",
  "MT25408 ConnectX Mellanox Technologies",
  'a "quoted" host; rack 7/8',
  "two  spaces",
  "lid 12 4xQDR",
];

/** Descriptions with signs that have a meaning elsewhere, and one that many nodes share. */
export const descriptions: FabricQuirk = (plan, random) => {
  for (const node of plan.nodes)
    if (random.below(3) === 0)
      node.name = ODD[random.below(ODD.length)] ?? node.name;
};

/** ASICs of a director, as it names them. */
export const director: FabricQuirk = (plan) => {
  for (const [index, node] of switchesOf(plan).entries()) {
    const chip = Math.floor(index / 2) + 1;
    node.name =
      index % 2 === 0
        ? `MF0;sw-ib01:MCS8500/L${chip}/U${1 + (chip % 2)}`
        : `MF0;sw-ib01:MCS8500/S${String(chip).padStart(2, "0")}/U1`;
  }
};

/** PortGUIDs equal to the NodeGUID (mlx5) or one more (mlx4), where simulators have NodeGUID + number. */
export const portGuids: FabricQuirk = (plan, random) => {
  const used = new Set(plan.nodes.map(({ guid }) => guid));
  for (const host of hostsOf(plan)) {
    if (host.ports !== 1) continue;
    const next = host.guid + 1n;
    const mlx4 = random.below(2) === 0 && !used.has(next);
    host.portGuids = new Map([[1, mlx4 ? next : host.guid]]);
  }
};

/** Rates of split ports and of cables that trained badly. */
export const splitPorts: FabricQuirk = (plan, random) => {
  const rates = [
    ["NDR", 2],
    ["SDR", 1],
    ["FDR10", 4],
  ] as const;
  for (const cable of plan.cables) {
    if (random.below(4) > 0) continue;
    const [speed, width] = rates[random.below(rates.length)] ?? rates[0];
    cable.speed = speed;
    cable.width = width;
  }
};

/** A GUID above all others, with room. */
function fresh({ nodes }: FabricPlan): bigint {
  let top = 0n;
  for (const { guid, portGuids: ports } of nodes)
    for (const one of [guid, ...ports.values()]) if (one > top) top = one;
  return top + 256n;
}
