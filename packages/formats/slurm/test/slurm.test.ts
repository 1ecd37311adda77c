import { readFileSync } from "node:fs";
import { FabricBuilder, renamed } from "@fabriclab/fabric";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { readNodeNameMap } from "@fabriclab/formats-opensm";
import { Notes, Scanner } from "@fabriclab/reading";
import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import { damaged, randomFabric } from "@fabriclab/testing-fabrics";
import { sharedFile } from "@fabriclab/testing-golden";
import { fatTree } from "@fabriclab/topology-fat-tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slurmText } from "../src/topology-conf.ts";
import {
  expandHostlist,
  hostlist,
  readSlurm,
  readSlurmSwitches,
  writeSlurm,
  type SlurmSwitch,
} from "../src/index.ts";

const expand = (text: string): string[] =>
  expandHostlist(new Scanner({ text, number: 1 }, "a.conf"));
const switchesOf = (text: string): SlurmSwitch[] =>
  readSlurmSwitches(text, "a.conf", new Notes());

function refusal(act: () => unknown): FabricError {
  try {
    act();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("hostlists", () => {
  it.each([
    ["a", ["a"]],
    ["n[1-3,7],gpu", ["n1", "n2", "n3", "n7", "gpu"]],
    ["n[08-11]", ["n08", "n09", "n10", "n11"]],
    ["r[1-2]n[1-2]x", ["r1n1x", "r1n2x", "r2n1x", "r2n2x"]],
  ])("%s stands for %j", (text, names) => {
    expect(expand(text)).toEqual(names);
  });

  it("are written with trailing numbers in ranges, padded ones apart", () => {
    expect(hostlist(["n2", "n1", "n10", "b"])).toBe("b,n[1-2,10]");
    expect(hostlist(["c08", "c09", "c10", "c100"])).toBe("c100,c[08-10]");
    expect(hostlist(["H-003048c749450000", "H-003048c749450001"])).toBe(
      "H-003048c749450000,H-003048c749450001",
    );
    expect(hostlist(["n7"])).toBe("n7");
  });

  it("stand for the names that they were made of", () => {
    const name = fc
      .tuple(
        fc.constantFrom("n", "node-", "r1n", ""),
        fc.constantFrom("", "0", "00", "000"),
        fc.nat({ max: 120 }),
      )
      .map(([prefix, zeros, number]) => `${prefix}${zeros}${number}`);
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1 }), (names) => {
        expect(expand(hostlist(names)).sort()).toEqual([...names].sort());
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    "n[3-1]",
    "n[1-999999999]",
    "n[1-9999]m[1-9999]",
    "n[1",
    "n[]",
    ",",
    "n[a]",
  ])("%s is refused with its column", (text) => {
    const { code, where } = refusal(() => expand(text));
    expect([code, where.line]).toEqual(["E_READING_SYNTAX", 1]);
    expect(where.column).toBeGreaterThan(0);
  });
});

describe("topology.conf", () => {
  const text = `# two leafs
SwitchName=s0 Nodes=n[1-2]
switchname=s1 Nodes=n3 LinkSpeed=900
SwitchName=s2 \\
  Switches=s[0-1]
`;

  it("is read as switches and as a fabric of one cable for each that is below", () => {
    expect(
      switchesOf(text).map(({ name, switches, nodes }) => [
        name,
        switches,
        nodes,
      ]),
    ).toEqual([
      ["s0", [], ["n1", "n2"]],
      ["s1", [], ["n3"]],
      ["s2", ["s0", "s1"], []],
    ]);
    const { fabric, notes } = readSlurm(text);
    expect([...fabric.nodeName]).toEqual(["s0", "s1", "s2", "n1", "n2", "n3"]);
    expect(fabric.linkCount).toBe(5);
    expect(notes.map(({ message }) => message)).toEqual([
      "LinkSpeed, which has no unit, was passed over",
      "nodes without a GUID were given one",
      "nodes whose number of ports the file does not say have as many as their highest port",
      "a cable without a speed was taken as 1xSDR",
    ]);
  });

  it("is written so that it reads back", () => {
    const switches = switchesOf(text).map(
      ({ name, switches: below, nodes }) => ({ name, switches: below, nodes }),
    );
    expect(
      switchesOf(slurmText(switches)).map(
        ({ name, switches: below, nodes }) => ({
          name,
          switches: below,
          nodes,
        }),
      ),
    ).toEqual(switches);
  });

  it("refuses a list as the name of a switch, which Slurm takes as it stands, and says where lists stand", () => {
    const error = refusal(() =>
      readSlurm("SwitchName=leaf[1-2] Nodes=n[1-4]\n", { file: "a.conf" }),
    );
    expect(error.message).toContain("Slurm takes its name as it stands");
    expect(error.expected).toContain("Switches= and Nodes=");
    expect(error.hint).toBe("write a line for each switch");
    expect(error.where).toMatchObject({ line: 1, column: 12 });
  });

  it.each([
    ["SwitchName=a\nSwitchName=a\n", "E_READING_NODE_TWICE", 2],
    ["SwitchName=a Nods=b\n", "E_READING_SYNTAX", 1],
    ["Nodes=b\n", "E_READING_SYNTAX", 1],
    ["SwitchName=a[1-2] Nodes=b\n", "E_READING_SYNTAX", 1],
    ["SwitchName=a Nodes=\n", "E_READING_SYNTAX", 1],
    ["BlockName=a Nodes=b\n", "E_READING_SYNTAX", 1],
    ["", "E_READING_EMPTY", undefined],
    ["SwitchName=a,b Nodes=c\n", "E_READING_SYNTAX", 1],
  ])("refuses %j", (conf, code, line) => {
    expect(refusal(() => readSlurm(conf, { file: "a.conf" }))).toMatchObject({
      code,
      where: { file: "a.conf", ...(line === undefined ? {} : { line }) },
    });
  });

  it("is read or refused with a place, whatever happened to it", () => {
    fc.assert(
      fc.property(
        damaged(text, [
          "\n",
          "\\\n",
          "[",
          "]",
          "-",
          "SwitchName=",
          "Switches=s2",
          ",",
        ]),
        (hurt) => {
          try {
            readSlurm(hurt, { file: "a.conf" });
          } catch (error) {
            if (!FabricError.is(error)) throw error;
            expect(
              error.where.file === "a.conf" ||
                error.code.startsWith("E_FABRIC_"),
            ).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** Compute nodes below each switch; throws where the switches are no tree over all of them. */
function leavesBelow(switches: readonly SlurmSwitch[]): Map<string, string[]> {
  const byName = new Map(switches.map((one) => [one.name, one]));
  const parents = new Map<string, number>();
  for (const { switches: below, nodes } of switches) {
    if (below.length > 0 && nodes.length > 0)
      throw new Error("a switch has both");
    for (const one of below) parents.set(one, (parents.get(one) ?? 0) + 1);
  }
  if ([...parents.values()].some((count) => count > 1))
    throw new Error("a switch is below two");
  const below = (name: string): string[] => {
    const one = byName.get(name);
    if (one === undefined) throw new Error(`there is no ${name}`);
    return [...one.nodes, ...one.switches.flatMap(below)];
  };
  return new Map(
    switches
      .filter(({ name }) => !parents.has(name))
      .map(({ name }) => [name, below(name)]),
  );
}

describe("a fabric as topology.conf", () => {
  const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
  const plain = (fabric: Fabric): Fabric =>
    renamed(
      fabric,
      new Map(
        Array.from(fabric.nodeGuid, (guid, node) => [
          guid,
          `${node < fabric.switchCount ? "sw" : "node"}${node}`,
        ]),
      ),
    ).fabric;

  it("is a tree: of a 4-port 3-tree one root, four pods with two leafs of two nodes", () => {
    const { text, notes } = writeSlurm(plain(tree));
    const switches = switchesOf(text);
    const roots = leavesBelow(switches);
    expect(roots.size).toBe(1);
    expect([...roots.values()][0]).toHaveLength(16);
    const sizes = switches.map(
      ({ switches: below, nodes }) => below.length + nodes.length,
    );
    expect(sizes.sort((a, b) => a - b)).toEqual([
      ...new Array<number>(12).fill(2),
      4,
    ]);
    expect(notes).toEqual([
      {
        message: "switches that the tree does not need were left out",
        line: 0,
        count: 20 - 13,
      },
    ]);
  });

  it("has no switch twice of a tree, and two of a ring of four with hosts", () => {
    const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
    expect(writeSlurm(tree).twice).toBe(0);
    const builder = new FabricBuilder("ring");
    const ring = [0, 1, 2, 3].map((i) => builder.addSwitch(`s${i}`, 3));
    for (const [i, sw] of ring.entries()) {
      builder.connect(sw, 1, ring[(i + 1) % 4]!, 2);
      builder.connect(sw, 3, builder.addHost(`n${i} mlx5_0`), 1);
    }
    const { text, twice } = writeSlurm(builder.build());
    expect(twice).toBe(2);
    expect(text.match(/\.up /g)).toHaveLength(2);
  });

  it("is a tree over all compute nodes, whatever the fabric", () => {
    fc.assert(
      fc.property(randomFabric({ maxHostPorts: 2 }), (random) => {
        const fabric = plain(random);
        const roots = leavesBelow(switchesOf(writeSlurm(fabric).text));
        const found = [...roots.values()].flat().sort();
        expect(found).toEqual(
          [...fabric.nodeName].slice(fabric.switchCount).sort(),
        );
        expect(roots.size).toBe(1);
      }),
      { numRuns: 100 },
    );
  });

  it("names compute nodes by the first word, once, and leaves Aggregation Nodes out", () => {
    const names = [
      "a mlx5_0",
      "a mlx5_1",
      "Mellanox Technologies Aggregation Node",
      "MT25408 ConnectX Mellanox Technologies",
    ];
    const { fabric } = renamed(
      tree,
      new Map(
        names.map((name, host) => [
          tree.nodeGuid[tree.switchCount + host] ?? 0n,
          name,
        ]),
      ),
    );
    const { text, notes } = writeSlurm(fabric);
    const nodes = switchesOf(text).flatMap(({ nodes: list }) => list);
    expect(nodes.filter((name) => name === "a")).toHaveLength(1);
    expect(text).not.toMatch(/Mellanox/);
    expect(nodes).toContain(
      `H-${(tree.nodeGuid[tree.switchCount + 3] ?? 0n).toString(16).padStart(16, "0")}`,
    );
    expect(notes.map(({ message }) => message).join()).toMatch(
      /Aggregation Nodes, which run no jobs/,
    );
  });

  it("says how many switches stand there by their GUID, and why", () => {
    // SW<…> is no name for Slurm; the last two share one that would be.
    const last = tree.switchCount - 1;
    const { fabric } = renamed(
      tree,
      new Map([last - 1, last].map((sw) => [tree.nodeGuid[sw] ?? 0n, "same"])),
    );
    const said = writeSlurm(fabric).notes.filter(({ message }) =>
      message.startsWith("switches"),
    );
    expect(
      said.map(({ message, count }) => [message.slice(0, 36), count]),
    ).toEqual([
      ["switches whose description is no nam", 18],
      ["switches that share their descriptio", 2],
      ["switches that the tree does not need", 7],
    ]);
  });
});

describe("names that are GUIDs", () => {
  it("are read as what they are, and all others are made up", () => {
    const { fabric } = readSlurm(
      "SwitchName=S-0002c90200428498 Nodes=H-0002c903000a1b2c,n1,S-0002c90200000001\n",
    );
    const told = fabric.nodeName.map((name, node) => [
      name,
      fabric.guidMadeUp?.[node] === 1
        ? undefined
        : `0x${fabric.nodeGuid[node]!.toString(16)}`,
    ]);
    expect(told).toEqual([
      ["S-0002c90200428498", "0x2c90200428498"],
      ["H-0002c903000a1b2c", "0x2c903000a1b2c"],
      ["n1", undefined],
      // A host that is called as a switch would be.
      ["S-0002c90200000001", undefined],
    ]);
  });
});

const dump = sharedFile("fabrics/qdr-irregular-11sw.ibnetdiscover");

describe.skipIf(dump === undefined)(
  "a real fabric (skipped where absent)",
  () => {
    it("with all links is what another program wrote of it, switch by switch", () => {
      const read = (name: string): string =>
        readFileSync(sharedFile(`fabrics/${name}`) ?? "", "utf8");
      const { fabric } = renamed(
        readIbnetdiscover(read("qdr-irregular-11sw.ibnetdiscover")).fabric,
        readNodeNameMap(read("qdr-irregular-11sw.node-name-map")),
      );
      const sorted = (text: string): string[] =>
        switchesOf(text)
          .map(
            ({ name, switches, nodes }) =>
              `${name}: ${[...switches].sort().join()} / ${[...nodes].sort().join()}`,
          )
          .sort();
      expect(sorted(writeSlurm(fabric, { switches: "links" }).text)).toEqual(
        sorted(read("qdr-irregular-11sw.slurm-topology.conf")),
      );
      const roots = leavesBelow(switchesOf(writeSlurm(fabric).text));
      expect([...roots.values()].map(({ length }) => length)).toEqual([89]);
    });
  },
);
