import { sequential } from "@fabriclab/addressing-sequential";
import { FabricBuilder } from "@fabriclab/fabric";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { parseOptions, type ForwardingTables } from "@fabriclab/spec";
import { ring } from "@fabriclab/testing-fabrics";
import type { EndportIx, Guid, Mlid } from "@fabriclab/units";
import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { followCopy } from "../src/path/follow-copy.ts";
import type { PathReport } from "../src/path/follow.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();

/** h1 at port 1 of A, h2 at port 3 of B, port 2 of A cabled to port 4 of B; h3 has a port at either. */
const drawn = (() => {
  const builder = new FabricBuilder("drawn");
  const a = builder.addSwitch("A", 4, 0x21n as Guid);
  const b = builder.addSwitch("B", 4, 0x22n as Guid);
  const [h1, h2, h3] = ([1, 1, 2] as const).map((ports, i) =>
    builder.addHost(`h${i + 1}`, ports, BigInt(0x100 * (i + 1)) as Guid),
  );
  builder.connect(h1!, 1, a, 1);
  builder.connect(h2!, 1, b, 3);
  builder.connect(h3!, 1, b, 1);
  builder.connect(h3!, 2, a, 3);
  builder.connect(a, 2, b, 4);
  return folder.write("drawn.topo", writeIbnetdiscover(builder.build()));
})();

/** LIDs: h1 1, h2 2, h3 3 and 4, A 5, B 6. Ports of A and B by LID, from LID 1 on; undefined = no entry. */
function tables(
  name: string,
  a: readonly (number | undefined)[],
  b: readonly (number | undefined)[],
): string {
  mkdirSync(folder.at(name));
  const owners = [0x101, 0x201, 0x301, 0x302, 0x21, 0x22];
  folder.write(
    `${name}/guid2lid`,
    owners
      .map(
        (guid, i) =>
          `0x${guid.toString(16).padStart(16, "0")} ${i + 1} ${i + 1}\n`,
      )
      .join("\n"),
  );
  const table = (lid: number, name: string, ports: typeof a) => [
    `Unicast lids [1-6] of switch Lid ${lid} guid 0x000000000000002${lid - 4} ('${name}'):`,
    ...ports.flatMap((port, i) =>
      port === undefined ? [] : [`0x000${i + 1} 00${port} # -`],
    ),
    `${ports.filter((port) => port !== undefined).length} valid lids dumped`,
  ];
  folder.write(
    `${name}/opensm-lfts.dump`,
    `${[...table(5, "A", a), ...table(6, "B", b)].join("\n")}\n`,
  );
  return folder.at(name);
}

const right = tables("right", [1, 2, 2, 3, 0, 2], [4, 3, 1, 4, 4, 0]);

async function path(
  from: string,
  to: string,
  dump = right,
  ...flags: readonly string[]
) {
  const done = await fabriclab(
    ...["path", "--json", "--fabric", drawn, "--tables", dump, from, to],
    ...flags,
  );
  const report =
    done.out === "" ? undefined : (JSON.parse(done.out) as PathReport);
  const way = (report?.hops ?? []).map(
    (hop) => `${hop.in ?? ""}[${hop.node}]${hop.out ?? ""}`,
  );
  return { ...done, report, way: way.join(" ") };
}

describe("path", () => {
  it("names the ports by which a packet comes into each node and goes out", async () => {
    const { code, way, report } = await path("h1", "h2");
    expect(way).toBe("[h1]1 1[A]2 4[B]3 1[h2]");
    expect(report).toMatchObject({ lid: 2, arrives: true, end: "delivered" });
    expect(code).toBe(0);
  });

  it("takes LIDs, GUIDs, a port of a host, and switches, which stand for their port 0", async () => {
    expect((await path("1", "0x2")).way).toBe("[h1]1 1[A]2 4[B]3 1[h2]");
    expect((await path("0x0000000000000200", "h3:2")).way).toBe(
      "[h2]1 3[B]4 2[A]3 2[h3]",
    );
    expect((await path("B", "A")).way).toBe("[B]4 2[A]");
    expect((await path("h1", "6")).way).toBe("[h1]1 1[A]2 4[B]");
  });

  it("prints a line for each node, and how it ends", async () => {
    const { out } = await fabriclab(
      ...["path", "--fabric", drawn, "--tables", right, "h1", "h2"],
    );
    expect(out.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["h1 -> h2, " + right + ": LID 2, SL 0"],
      [""],
      ["in", "node", "out", "VL"],
      ["h1", "1", "0"],
      ["1", "A", "2", "0"],
      ["4", "B", "3", "0"],
      ["1", "h2"],
      [""],
      ["arrives: 2 switches"],
      [""],
    ]);
  });

  it.each([
    ["h2", "[h1]1 1[A]3 2[h3]", "it ends at h3, which does not own LID 2"],
    ["h3:1", "[h1]1 1[A]2 4[B]4 2[A]", "back at A, it goes round for ever"],
    ["h3:2", "[h1]1 1[A]", "A sends LID 4 to its port 4, which has no cable"],
    ["B", "[h1]1 1[A]", "A has no entry for LID 6"],
  ])(
    "says where a path to %s ends that does not arrive, with exit code 1",
    async (to, expected, what) => {
      const name = `wrong-${to.replace(":", "")}`;
      const wrong = tables(
        name,
        [1, 3, 2, 4, 0, undefined],
        [4, 3, 4, 4, 4, 0],
      );
      const { code, way, report } = await path("h1", to, wrong);
      expect(way).toBe(expected);
      expect(report?.what).toBe(`does not arrive: ${what}`);
      expect(code).toBe(1);
    },
  );

  it.each([
    ["h3", "2 ports of this host are cabled.", "h3:1, h3:2"],
    ["h1:7", "The host has no such port that is cabled.", "h1"],
    ["7", "No port has this LID.", "the LID, the name or the GUID"],
    ["0xc000", "No port has this LID.", "--mlid 0xc000 follows multicast"],
    ["h9", "The fabric has no such node.", "did you mean h1?"],
  ])("refuses %s as an end", async (to, message, hint) => {
    const { code, err } = await path("h1", to);
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_NO_SUCH_NODE");
    expect(err).toContain(message);
    expect(err).toContain(hint);
  });
});

it("names each node once where a fabric of one switch has examples of names", async () => {
  const builder = new FabricBuilder("one");
  const only = builder.addSwitch("S", 4);
  builder.connect(builder.addHost("n1"), 1, only, 1);
  builder.connect(builder.addHost("n2"), 1, only, 2);
  const file = folder.write("one.topo", writeIbnetdiscover(builder.build()));
  const { err } = await fabriclab(
    ...["path", "--fabric", file, "--routing", "minhop", "n1", "elsewhere"],
  );
  expect(err).toContain("nodes are named such as S, n1\n");
  const { err: none } = await fabriclab(
    ...["fail", "--fabric", file, "--routing", "minhop", "--random-links", "1"],
  );
  expect(none).toContain("a fabric with such cables");
});

describe("path --mlid", () => {
  // Ports 1 and 2 of A, 1, 3 and 4 of B; then the inside of A, too.
  folder.write(
    "multicast",
    `Switch 0x0000000000000021
LID    : Out Port(s)
0xC000 : 0x001 0x002
0xC001 : 0x000 0x001 0x002

Switch 0x0000000000000022
LID    : Out Port(s)
0xC000 : 0x001 0x003 0x004
0xC001 : 0x003 0x004
`,
  );
  const copy = (from: string, to: string, mlid: string) =>
    path(
      from,
      to,
      right,
      "--mlid",
      mlid,
      "--multicast",
      folder.at("multicast"),
    );

  it.each([
    ["h1", "h2", "0xc000", "[h1]1 1[A]2 4[B]3 1[h2]"],
    ["h1", "h3:1", "49152", "[h1]1 1[A]2 4[B]1 1[h3]"],
    ["h2", "A", "0xc001", "[h2]1 3[B]4 2[A]"],
  ])(
    "follows the copy from %s to %s of a packet to %s",
    async (from, to, mlid, way) => {
      const done = await copy(from, to, mlid);
      expect([done.code, done.way, done.err]).toEqual([0, way, ""]);
      expect(done.report).toMatchObject({ lid: Number(mlid), sl: null });
    },
  );

  it("says that none gets there, with exit code 1", async () => {
    const { code, report } = await copy("h1", "h3:2", "0xc000");
    expect([code, report?.what]).toEqual([
      1,
      "does not arrive: 4 channels carry copies, and none ends there",
    ]);
  });

  it("says that a source has no cable", () => {
    const builder = new FabricBuilder("loose");
    builder.addSwitch("s", 2);
    for (const name of ["a", "b"]) builder.addHost(name);
    const fabric = builder.build();
    const lids = sequential.assign(fabric, parseOptions(sequential, {}));
    const multicast = { mlidCount: 1, firstMlid: 0 };
    const found = followCopy(
      fabric,
      { lids, multicast } as unknown as ForwardingTables,
      { from: 1 as EndportIx, to: 2 as EndportIx },
      "0xc000",
    );
    expect([found.arrives, found.what]).toEqual([
      false,
      "does not arrive: a has no cable",
    ]);
  });

  it("finds the way where copies go round for ever", () => {
    const fabric = ring(3);
    const lids = sequential.assign(fabric, parseOptions(sequential, {}));
    const all = { groups: [], mlidCount: 1, firstMlid: 0, words: 1, plan: "" };
    const multicast = {
      ...all,
      masks: new Int32Array(fabric.switchCount).fill(0b1110),
      mlids: () => [0xc000 as Mlid],
    };
    const [from, to] = ["A", "B"].map(
      (name) => fabric.nodeEndport[fabric.findNode(name) ?? -1] as EndportIx,
    );
    const tables = { lids, multicast } as unknown as ForwardingTables;
    const found = followCopy(
      fabric,
      tables,
      { from: from!, to: to! },
      "0xc000",
    );
    expect(found.what).toMatch(
      /^arrives: [23] switch.*; copies go round for ever$/,
    );
    expect(found.hops.at(-1)?.node).toBe("B");
    expect(new Set(found.hops.map(({ node }) => node)).size).toBe(
      found.hops.length,
    );
  });

  it.each([
    [["--mlid", "0xc000"], "E_PATHS_UNKNOWN_MLID", "There are no multicast"],
    ...["c", "49152.5", "0xc002", ""].map(
      (mlid): [string[], string, string] => [
        ["--mlid", mlid, "--multicast", folder.at("multicast")],
        "E_PATHS_UNKNOWN_MLID",
        "0xc000 to 0xc001",
      ],
    ),
    [
      ["--multicast", folder.at("multicast")],
      "E_CLI_OPTION_CONFLICT",
      "--multicast without --mlid",
    ],
  ])("refuses %j", async (flags, code, said) => {
    const done = await path("h1", "h2", right, ...flags);
    expect(done.code).toBe(2);
    expect(done.err).toContain(code);
    expect(done.err).toContain(said);
  });
});
