import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FabricBuilder, type NodeRef } from "@fabriclab/fabric";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import type { Guid } from "@fabriclab/units";
import { afterEach, describe, expect, it } from "vitest";
import type { PathReport } from "../src/path/follow.ts";
import { workFolder } from "./command.ts";
import { joinedGroups, treePorts } from "./opensm-groups.ts";
import { missingPrograms, Subnet } from "./opensm-subnet.ts";
import { done, entries, ranges, type Routed } from "./way-back-tables.ts";

const folder = workFolder();
let subnet: Subnet | undefined;
afterEach(async () => {
  await subnet?.stop();
  subnet = undefined;
});

const SWITCHES = 11;
/** Not 16: of switches with so many, ibtracert 44 does not read the multicast entries of the last port. */
const RADIX = 20;
/** Switches without hosts. */
const BARE = new Set([2, 7]);
const hostGuid = (host: number): Guid =>
  (0x10_0000n * BigInt(((host * 5) % 23) + 1)) as Guid;

/**
 * Whatever engines might take for granted and should not: a ring with chords and with double and triple cables, whose ports count down; switches with no, one, two and three
 * hosts; a host with a port at either of two switches; GUIDs in another order than names; and beside it switches that no cable joins to the rest, so that a subnet manager
 * does not see them.
 */
function tangle(): {
  readonly text: string;
  /** NodeGUIDs of the switches that a subnet manager at the first host sees. */
  readonly seen: ReadonlySet<string>;
} {
  const builder = new FabricBuilder("tangle");
  const free: number[] = [];
  const all = Array.from({ length: SWITCHES + 3 }, (_, i) => {
    free.push(RADIX);
    const guid = (0x5_0000n + 0x100n * BigInt((i * 9) % 14)) as Guid;
    return builder.addSwitch(`s${i}`, RADIX, guid);
  });
  const join = (a: number, b: number, cables: number): void => {
    for (let i = 0; i < cables; i++)
      builder.connect(all[a]!, free[a]!--, all[b]!, free[b]!--);
  };
  for (let i = 0; i < SWITCHES; i++)
    join(i, (i + 1) % SWITCHES, i % 4 === 1 ? 3 : 1);
  for (const [a, b] of [
    [0, 4],
    [1, 6],
    [2, 8],
    [3, 9],
    [5, 10],
  ] as const)
    join(a, b, a % 2 === 0 ? 2 : 1);
  join(SWITCHES, SWITCHES + 1, 1);
  join(SWITCHES + 1, SWITCHES + 2, 1);
  let hosts = 0;
  const plug = (sw: number, host: NodeRef, port: number): void =>
    builder.connect(all[sw]!, free[sw]!--, host, port);
  for (let sw = 0; sw < all.length; sw++)
    for (let i = 0; !BARE.has(sw) && i <= sw % 3; i++) {
      const two = sw === 4 && i === 0;
      const host = builder.addHost(`h${hosts}`, two ? 2 : 1, hostGuid(hosts));
      hosts += 1;
      plug(sw, host, 1);
      if (two) plug(9, host, 2);
    }
  const fabric = builder.build();
  const guids = Array.from(fabric.nodeGuid.subarray(0, SWITCHES), guidText);
  return { text: writeIbnetdiscover(fabric), seen: new Set(guids) };
}

/** Hosts of each group, all of them in the part that the subnet manager sees; one is alone. */
const GROUPS = [[0, 3], [1, 2, 5, 9], [6, 7, 8, 10, 11, 14], [0], [3, 12, 13]];
const ROOTS = ["0x50000", "0x50500"];
const guidText = (guid: bigint): string =>
  `0x${guid.toString(16).padStart(16, "0")}`;
const list = (hosts: readonly number[]): string =>
  hosts.map((host) => `${guidText(hostGuid(host) + 1n)}\n`).join("");

describe.skipIf(missingPrograms.length > 0)("the real OpenSM's own", () => {
  const { text, seen } = tangle();
  const net = folder.write("tangle.topo", text);
  const groups = folder.write(
    "groups.yaml",
    GROUPS.map(
      (hosts, k) =>
        `- { name: g${k}, members: [${hosts.map((host) => `h${host}`).join()}]${hosts.length === 1 ? ", sources: []" : ""} }\n`,
    ).join(""),
  );
  const files = {
    groups: joinedGroups(
      GROUPS.map((hosts) => hosts.map((host) => hostGuid(host) + 1n)),
    ),
    roots: ROOTS.join("\n"),
    compute: list([6, 1]),
    io: list([9]),
  };
  it.each([
    ["minhop", "lmc=0", ""],
    ["minhop", "lmc=1", ""],
    ["updn", `lmc=1 roots=${ROOTS.join()}`, "-a roots"],
    ["updn", `lmc=0 roots=${ROOTS.join()} connectRoots=true`, "-z -a roots"],
    ["dnup", "lmc=1", ""],
    ["dor", "lmc=1", ""],
    ["sssp", "lmc=0", ""],
    ["sssp", "lmc=1 compute=h6,h1 io=h9", "-u compute -G io"],
    ["dfsssp", "lmc=2", "-Q"],
    ["lash", "lmc=1", "-Q"],
  ])(
    "%s with %s lays paths and trees as ours does, entry by entry, on a tangle of cables of which it sees a part",
    async (engine, set, argv) => {
      const tables = folder.at(`${engine} ${set}`);
      await done(
        ...["route", "--fabric", net, "--routing", engine, "-o", tables],
        ...["--multicast", "spanning-tree", "--groups", groups],
        ...`sm=h0 firstMlid=1 ${set}`
          .split(" ")
          .flatMap((one) => ["--set", one]),
      );
      subnet = await Subnet.start(net);
      for (const [name, content] of Object.entries(files))
        writeFileSync(subnet.at(name), content);
      subnet.opensm(
        engine,
        ...["-S", "groups", "-l", /lmc=(\d)/.exec(set)?.[1] ?? "0"],
        ...argv.split(" ").filter((word) => word !== ""),
      );
      const ours = (name: string): string =>
        readFileSync(join(tables, name), "utf8");
      const part = <T>(all: Map<string, T>): Map<string, T> =>
        new Map([...all].filter(([key]) => seen.has(key.slice(0, 18))));
      const lids = ranges(subnet.read("cache/guid2lid"));
      expect([...ranges(ours("guid2lid"))]).toEqual(
        expect.arrayContaining([...lids]),
      );
      const theirs = entries(subnet.read("opensm-lfts.dump"));
      expect(theirs.size).toBe(seen.size);
      expect(part(entries(ours("opensm-lfts.dump")))).toEqual(theirs);
      const trees = treePorts(subnet.read("opensm.mcfdbs"));
      expect(trees.size).toBeGreaterThan(12);
      expect(part(treePorts(ours("opensm.mcfdbs")))).toEqual(trees);
      await expectCopies(subnet, { net, tables }, lids);
    },
  );
});

/** Copies of a packet to the third group go the ways that ibtracert reads from the switches. */
async function expectCopies(
  on: Subnet,
  { net, tables }: Routed,
  lids: ReadonlyMap<string, readonly number[]>,
): Promise<void> {
  for (const pair of [
    [6, 11],
    [14, 7],
  ]) {
    const ends = pair.map(
      (host) => lids.get(guidText(hostGuid(host) + 1n))?.[0],
    );
    const { out } = on.run("ibtracert", "-m", "0xc003", ...ends.map(String));
    const { hops } = JSON.parse(
      await done(
        ...["path", "--json", "--fabric", net, "--tables", tables],
        ...["--mlid", "0xc003", ...pair.map((host) => `h${host}`)],
      ),
    ) as PathReport;
    const ways = [...out.matchAll(/^\[(\d+)\] -> .* \S+\[(\d+)\] lid/gm)];
    expect(ways.length).toBeGreaterThan(1);
    expect(hops.slice(1).map((hop, i) => [hops[i]?.out, hop.in])).toEqual(
      ways.map(([, from, to]) => [Number(from), Number(to)]),
    );
  }
}
