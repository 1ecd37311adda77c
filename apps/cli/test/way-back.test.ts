import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { PathReport } from "../src/path/follow.ts";
import { fabriclab, workFolder } from "./command.ts";
import { missingPrograms, Subnet } from "./opensm-subnet.ts";
import {
  done,
  entries,
  expectLevels,
  loadLevels,
  ranges,
  routedIn,
  type Routed,
} from "./way-back-tables.ts";

const folder = workFolder();
let dumps = 0;
let subnet: Subnet | undefined;
afterEach(async () => {
  await subnet?.stop();
  subnet = undefined;
});

const routed = (topology: string, routing: string): Promise<Routed> =>
  routedIn(folder, topology, routing);

/** The ports by which ibtracert's way leaves each node: `from` and `[port] -> … {guid}`. */
function trace(
  text: string,
): { readonly guid: string; readonly out: number }[] {
  const first = /^From \w+ \{(0x[0-9a-f]+)\}/.exec(text)?.[1] ?? "";
  const hops = [
    ...text.matchAll(/^\[(\d+)\] -> \w+(?: \w+)? \{(0x[0-9a-f]+)\}/gm),
  ];
  return hops.map(([, out], i) => ({
    guid: i === 0 ? first : (hops[i - 1]?.[2] ?? ""),
    out: Number(out),
  }));
}

describe.skipIf(missingPrograms.length > 0)("the real OpenSM", () => {
  it.each([
    [
      "cyclic, four LIDs a host, on a fat tree",
      "fat-tree --ports 4 --levels 3",
      "cyclic",
      2,
    ],
    ["ftree on a fat tree", "fat-tree --ports 8 --levels 2", "ftree", 0],
    ["xy on a mesh", "mesh --columns 4 --rows 3", "xy", 0],
    [
      "updown on an irregular fabric",
      "irregular --switches 12 --links 18 --seed 3",
      "updown",
      0,
    ],
    [
      "minhop, two LIDs a host, on an irregular fabric",
      "irregular --switches 12 --links 18 --seed 5",
      "minhop --set lmc=1",
      1,
    ],
  ])(
    "loads %s, and the switches hold it entry by entry",
    async (_, topology, routing, lmc) => {
      const { net, tables } = await routed(topology, routing);
      subnet = await Subnet.start(net);
      copyFileSync(join(tables, "guid2lid"), subnet.at("cache/guid2lid"));
      const lfts = join(tables, "opensm-lfts.dump");
      subnet.opensm("file", "-U", lfts, "-l", String(lmc));
      const ours = readFileSync(lfts, "utf8");
      expect(subnet.read("opensm-lfts.dump")).toBe(ours);
      const owners = ranges(readFileSync(join(tables, "guid2lid"), "utf8"));
      expect(ranges(subnet.read("cache/guid2lid"))).toEqual(owners);

      const wanted = entries(ours);
      expect(wanted.size).toBeGreaterThan(0);
      expect(entries(subnet.run("dump_lfts").out)).toEqual(wanted);
      for (const [guid, table] of [...wanted].slice(0, 2)) {
        const lid = String(owners.get(guid)?.[0]);
        const { out } = subnet.run("ibroute", lid);
        expect(entries(out)).toEqual(new Map([[guid, table]]));
      }

      // Every LID of the last host, from the first, the second, and a switch.
      const hosts = [...owners].filter(([guid]) => !wanted.has(guid));
      const [toGuid, [first = 0, last = 0]] = hosts.at(-1)!;
      const sources = [
        hosts[0]!,
        hosts[1]!,
        [...owners].find(([guid]) => wanted.has(guid))!,
      ];
      const pairs = sources.flatMap(([, [slid = 0]]) =>
        Array.from({ length: last - first + 1 }, (_, i) => [slid, first + i]),
      );
      const traces = subnet.runEach(
        "ibtracert",
        pairs.map((pair) => pair.map(String)),
      );
      expect(traces).toHaveLength(pairs.length);
      for (const [i, [slid = 0, dlid = 0]] of pairs.entries()) {
        const out = traces[i] ?? "";
        const way = trace(out).filter(({ guid }) => wanted.has(guid));
        expect(way.length).toBeGreaterThan(0);
        expect(way.map(({ out: port }) => port)).toEqual(
          way.map(({ guid }) => wanted.get(guid)?.get(dlid)),
        );
        const ours = await fabriclab(
          ...["path", "--json", "--fabric", net, "--tables", tables],
          ...[String(slid), String(dlid)],
        );
        expect(
          (JSON.parse(ours.out) as PathReport).hops
            .slice(0, -1)
            .map(({ out: port }) => port),
        ).toEqual(trace(out).map(({ out: port }) => port));
        const nodeGuid = `0x${(BigInt(toGuid) - 1n).toString(16).padStart(16, "0")}`;
        expect(out).toContain(
          `To ca {${nodeGuid}} portnum 1 lid ${first}-${last} `,
        );
      }
    },
  );

  it("follows port GUIDs where it gives out other LIDs than the tables have", async () => {
    const { net, tables } = await routed("mesh --columns 3 --rows 3", "xy");
    subnet = await Subnet.start(net);
    subnet.opensm("file", "-U", join(tables, "opensm-lfts.dump"));
    const planned = ranges(readFileSync(join(tables, "guid2lid"), "utf8"));
    const given = ranges(subnet.read("cache/guid2lid"));
    expect([...given.keys()].sort()).toEqual([...planned.keys()].sort());
    expect([...given].sort()).not.toEqual([...planned].sort());
    const wanted = entries(
      readFileSync(join(tables, "opensm-lfts.dump"), "utf8"),
    );
    const held = entries(subnet.run("dump_lfts").out);
    for (const [guid, table] of wanted)
      for (const [owner, [lid = 0] = []] of planned)
        expect(held.get(guid)?.get(given.get(owner)?.[0] ?? 0)).toBe(
          table.get(lid),
        );
  });

  it.each([
    ["updn", "mesh --columns 3 --rows 3", ["0x200000", "0x200002", "0x200008"]],
    ["updn", "fat-tree --ports 4 --levels 3", ["0x200000", "0x200002"]],
    ["dnup", "fat-tree --ports 4 --levels 3", []],
    ["ftree", "fat-tree --ports 4 --levels 3", []],
  ])(
    "connects roots as we do: %s on a %s with roots %j",
    async (engine, topology, roots) => {
      const named = roots.length === 0 ? "" : ` --set roots=${roots.join(",")}`;
      const apart = await routed(topology, engine + named);
      const { net, tables } = await routed(
        topology,
        `${engine}${named} --set connectRoots=true`,
      );
      const ours = readFileSync(join(tables, "opensm-lfts.dump"), "utf8");
      expect(ours).not.toBe(
        readFileSync(join(apart.tables, "opensm-lfts.dump"), "utf8"),
      );
      subnet = await Subnet.start(net);
      copyFileSync(join(tables, "guid2lid"), subnet.at("cache/guid2lid"));
      writeFileSync(subnet.at("roots"), roots.join("\n"));
      const list = roots.length === 0 ? [] : ["-a", subnet.at("roots")];
      subnet.opensm(engine, "-z", ...list);
      expect(entries(subnet.read("opensm-lfts.dump"))).toEqual(entries(ours));
    },
  );

  it("goes on with minhop where ftree refuses, as compare says, and gives the tables of our minhop", async () => {
    const net = folder.at("whole.topo");
    await done(
      ...["topology", "fat-tree", "--ports", "4", "--levels", "3", "-o", net],
    );
    // A root has lost a cable: no regular tree any more.
    const cut = folder.at("cut.topo");
    await done(
      ...["topology", "--fabric", net, "-o", cut],
      ...["--remove", "S-0000000000200000:1"],
    );
    const refused = await fabriclab(
      ...["route", "--fabric", cut, "--routing", "ftree"],
      ...["-o", folder.at("refused")],
    );
    expect(refused.err).toContain("E_FTREE");
    const ours = folder.at("minhop");
    await done(
      ...["route", "--fabric", cut, "--routing", "minhop", "-o", ours],
    );
    subnet = await Subnet.start(cut);
    copyFileSync(join(ours, "guid2lid"), subnet.at("cache/guid2lid"));
    const { code } = subnet.run(
      "opensm",
      ...["-o", "-e", "-d", "2", "-D", "0x43", "-f", subnet.at("osm.log")],
      ...["-R", "ftree"],
    );
    expect(code).toBe(0);
    expect(subnet.read("osm.log")).toContain(
      "minhop tables configured on all switches",
    );
    expect(entries(subnet.read("opensm-lfts.dump"))).toEqual(
      entries(readFileSync(join(ours, "opensm-lfts.dump"), "utf8")),
    );
  });

  it("sets the SL2VL tables, and answers every path query with the SL of the tables", async () => {
    const { net, tables } = await routed("mesh --columns 3 --rows 3", "dfsssp");
    subnet = await Subnet.start(net);
    await loadLevels(subnet, tables);
    expectLevels(subnet, tables);
  });

  it.each([
    [
      "fat-tree --ports 4 --levels 3",
      ["minhop", "updn", "ftree", "dor", "sssp"],
    ],
    ["mesh --columns 3 --rows 3", ["minhop", "dor", "sssp"]],
    ["irregular --switches 12 --links 18 --seed 3", ["minhop", "dnup", "sssp"]],
  ])(
    "makes dumps of %s whose audit is that of our engines' tables",
    async (topology, engines) => {
      for (const engine of engines) {
        const { net, tables } = await routed(topology, engine);
        subnet = await Subnet.start(net);
        copyFileSync(join(tables, "guid2lid"), subnet.at("cache/guid2lid"));
        subnet.opensm(engine);
        const theirs = folder.at(`dumps${++dumps}-opensm`);
        mkdirSync(theirs);
        for (const name of ["opensm-lfts.dump", "opensm.mcfdbs"])
          copyFileSync(subnet.at(name), join(theirs, name));
        copyFileSync(subnet.at("cache/guid2lid"), join(theirs, "guid2lid"));
        // What the switches hold, as a user without access to the subnet manager takes it.
        const read = folder.at(`dumps${dumps}-switches`);
        mkdirSync(read);
        writeFileSync(join(read, "lfts.dump"), subnet.run("dump_lfts").out);
        await subnet.stop();
        const [own, dumped, held] = await Promise.all(
          [tables, theirs, read].map((one) => verdict(net, one)),
        );
        expect({ engine, ...dumped }).toEqual({ engine, ...own });
        expect({ engine, ...held }).toEqual({ engine, ...own });
      }
    },
  );
});

/** All that an audit says of tables, without where they come from. */
async function verdict(net: string, tables: string): Promise<object> {
  const { out, code } = await fabriclab(
    ...["audit", "--fabric", net, "--tables", tables, "--json", "--quiet"],
    ...["--samples", "2"],
  );
  const report = JSON.parse(out) as Record<string, unknown>;
  const { fabric: _, tables: __, ...said } = report;
  return { code, ...said };
}
