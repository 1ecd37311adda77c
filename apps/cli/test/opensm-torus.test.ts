import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FabricBuilder, type NodeRef } from "@fabriclab/fabric";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { afterEach, describe, expect, it } from "vitest";
import { workFolder } from "./command.ts";
import { joinedGroups, treePorts } from "./opensm-groups.ts";
import { missingPrograms, Subnet } from "./opensm-subnet.ts";
import {
  answeredSls,
  done,
  entries,
  plannedSls,
  ranges,
} from "./way-back-tables.ts";

const folder = workFolder();
let subnet: Subnet | undefined;
afterEach(async () => {
  await subnet?.stop();
  subnet = undefined;
});

/** GUID of the switch at a place. */
const at = (x: number, y: number): bigint => BigInt(0x20_0000 + 16 * y + x);
const hostGuid = (host: number): bigint => BigInt(0x10_0000 + 2 * host);

interface Shape {
  readonly columns: number;
  readonly rows: number;
  /** Whether rows of switches are rings; columns are. */
  readonly wraps: boolean;
  /** Place without a switch. */
  readonly missing?: readonly [number, number];
  /** Cables to the right and upwards of a place. */
  readonly cables: (x: number, y: number) => number;
  readonly hosts: (x: number, y: number) => number;
}

function built(name: string, shape: Shape): string {
  const { columns, rows, wraps, missing, cables } = shape;
  const builder = new FabricBuilder(name);
  const switches = new Map<string, { node: NodeRef; free: number }>();
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      if (`${x},${y}` !== missing?.join())
        switches.set(`${x},${y}`, {
          node: builder.addSwitch(`N(${x},${y})`, 20, at(x, y)),
          free: 20,
        });
  const link = (from: string, to: string, count: number): void => {
    const [a, b] = [switches.get(from), switches.get(to)];
    if (a === undefined || b === undefined) return;
    // Crossed: the lowest port of one end is cabled to the highest of the other.
    for (let i = 0; i < count; i++)
      builder.connect(a.node, a.free - i, b.node, b.free - count + 1 + i);
    a.free -= count;
    b.free -= count;
  };
  let hosts = 0;
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const here = `${x},${y}`;
      if (wraps || x + 1 < columns)
        link(here, `${(x + 1) % columns},${y}`, cables(x, y));
      link(here, `${x},${(y + 1) % rows}`, cables(y, x));
    }
  for (const [place, sw] of switches) {
    const [x = 0, y = 0] = place.split(",").map(Number);
    for (let i = shape.hosts(x, y); i > 0; i--)
      builder.connect(
        sw.node,
        sw.free--,
        builder.addHost(`h${hosts}`, 1, hostGuid(hosts++)),
        1,
      );
  }
  return writeIbnetdiscover(builder.build());
}

/** torus-2QoS.conf with the seed at (1,1). */
function conf({ columns, rows, wraps }: Shape): string[] {
  const hex = (x: number, y: number): string => `0x${at(x, y).toString(16)}`;
  const links = [
    ["xp", 2, 1],
    ["xm", 0, 1],
    ["yp", 1, 2],
    ["ym", 1, 0],
  ] as const;
  return [
    `torus ${columns}${wraps ? "t" : "m"} ${rows}t 1`,
    ...links.map(([key, x, y]) => `${key}_link ${hex(1, 1)} ${hex(x, y)}`),
    "x_dateline -1",
    "y_dateline -1",
  ];
}

const GROUPS = [
  [0, 5],
  [1, 2, 8, 11],
  [3, 4, 6, 7, 9, 10],
];

/** Our tables, and what OpenSM makes of the same fabric; it stays to answer queries. */
async function both(name: string, shape: Shape) {
  const net = folder.write(`${name}.topo`, built(name, shape));
  const tables = folder.at(name);
  const groups = GROUPS.flatMap((hosts) => [
    "--group",
    hosts.map((host) => `h${host}`).join(),
  ]);
  await done(
    ...["route", "--fabric", net, "--routing", "torus-2qos", "-o", tables],
    ...["--set", `conf=${JSON.stringify(conf(shape))}`, "--set", "firstMlid=1"],
    ...["--multicast", "spanning-tree", ...groups],
  );
  subnet = await Subnet.start(net);
  copyFileSync(join(tables, "guid2lid"), subnet.at("cache/guid2lid"));
  const config = folder.write(`${name}.conf`, conf(shape).join("\n"));
  const joined = joinedGroups(
    GROUPS.map((hosts) => hosts.map((host) => hostGuid(host) + 1n)),
  );
  await subnet.daemon(
    "torus-2QoS",
    ...["-Q", "--torus_config", config],
    ...["-S", folder.write(`${name}.sadb`, joined)],
  );
  return {
    on: subnet,
    ours: (file: string): string => readFileSync(join(tables, file), "utf8"),
  };
}

describe.skipIf(missingPrograms.length > 0)(
  "the real OpenSM's torus-2QoS",
  () => {
    it("goes round a missing corner of a mesh as ours does: beyond its middle packets turn at once", async () => {
      const { on, ours } = await both("corner", {
        columns: 5,
        rows: 4,
        wraps: false,
        missing: [0, 2],
        cables: () => 1,
        hosts: () => 1,
      });
      const wanted = entries(on.read("opensm-lfts.dump"));
      expect(wanted.size).toBe(19);
      expect(entries(ours("opensm-lfts.dump"))).toEqual(wanted);
      expect(treePorts(ours("opensm.mcfdbs"))).toEqual(
        treePorts(await on.dump("opensm.mcfdbs")),
      );
      const planned = plannedSls(ours("path-sl.tsv"));
      const lids = [...ranges(ours("guid2lid"))]
        .filter(([guid]) => !wanted.has(guid))
        .map(([, [lid = 0]]) => lid);
      const [from = 0, ...others] = lids;
      expect(others.length).toBe(18);
      expect(
        answeredSls(
          on,
          others.map((to) => [from, to]),
        ),
      ).toEqual(others.map((to) => planned.get(`${from} ${to}`) ?? 0));
    });

    // Which host takes which cable depends on the order in which OpenSM finds the switches: how many take it does not.
    it("spreads as many hosts and as many switches over each of several parallel cables as ours does, and has the same trees", async () => {
      const { on, ours } = await both("parallel", {
        columns: 4,
        rows: 3,
        wraps: true,
        cables: (x, y) => 1 + ((x + 2 * y) % 3),
        hosts: (x) => 1 + (x % 2),
      });
      const wanted = entries(on.read("opensm-lfts.dump"));
      expect(wanted.size).toBe(12);
      expect(uses(ours("guid2lid"), entries(ours("opensm-lfts.dump")))).toEqual(
        uses(ours("guid2lid"), wanted),
      );
      const trees = treePorts(await on.dump("opensm.mcfdbs"));
      expect(trees.size).toBeGreaterThan(12);
      expect(treePorts(ours("opensm.mcfdbs"))).toEqual(trees);
    });
  },
);

/** `switch port` -> LIDs of hosts, and LIDs of switches, that are sent there. */
function uses(
  guid2lid: string,
  tables: ReadonlyMap<string, ReadonlyMap<number, number>>,
): Map<string, readonly [number, number]> {
  const ofSwitches = new Set(
    [...ranges(guid2lid)]
      .filter(([guid]) => tables.has(guid))
      .map(([, [lid = 0]]) => lid),
  );
  const found = new Map<string, readonly [number, number]>();
  for (const [guid, table] of tables)
    for (const [lid, port] of table) {
      const key = `${guid} ${port}`;
      const [hosts, switches] = found.get(key) ?? [0, 0];
      const isSwitch = ofSwitches.has(lid);
      found.set(key, [
        hosts + (isSwitch ? 0 : 1),
        switches + (isSwitch ? 1 : 0),
      ]);
    }
  return found;
}
