import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { relative } from "node:path";
import { fatTree, fatTreeShape } from "@fabriclab/topology-fat-tree";
import { parseOptions } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { formatOfContent } from "../src/fabric-formats.ts";
import { readFabricFile } from "../src/fabric-file.ts";
import { fabricText } from "../src/fabric-text.ts";
import { fabriclab, scenario, workFolder } from "./command.ts";

const folder = workFolder();
const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 }));

describe("-o net.svg", () => {
  it("is a drawing with a place for each switch, to stdout with --format, too", async () => {
    const file = folder.at("drawn.svg");
    const kind = ["topology", "torus", "--x", "3", "--y", "3", "--z", "3"];
    const { code } = await fabriclab(...kind, "-o", file);
    expect(code).toBe(0);
    const svg = readFileSync(file, "utf8");
    expect(svg.match(/<title>N\(\d,\d,\d\), 1 host<\/title>/g)).toHaveLength(
      27,
    );
    const { out } = await fabriclab(...kind, "--format", "svg");
    expect(out).toBe(svg);
  });
});

describe("--fabric", () => {
  it.each(["ibnetdiscover", "subnet-lst", "ibadm", "db-csv", "json"] as const)(
    "knows %s by its content, under any name, and reads the same fabric",
    (format) => {
      const { text } = fabricText(tree, format);
      expect(formatOfContent(text, "x.topo", "--fabric")).toBe(format);
      const file = folder.at(`${format}.data`);
      writeFileSync(file, text);
      const { fabric } = readFabricFile(file);
      expect(fatTreeShape(fabric)).toMatchObject({ ports: 4, levels: 2 });
      expect([...fabric.nodeName]).toEqual([...tree.nodeName]);
    },
  );

  it.each([
    [
      "iblinkinfo",
      'Switch: 0x0000000000b00000 leaf:\n 2 1[  ] ==( 4X 25.78125 Gbps Active/ LinkUp)==> 3 1[  ] "n1" ( )\n',
    ],
    [
      "ndt",
      "#StartDevice,StartPort,EndDevice,EndPort,LinkType\nn1,ibp1s0,leaf,Port 1,Data\n",
    ],
  ] as const)("knows %s, which is read only", async (format, text) => {
    expect(formatOfContent(text, "x.topo", "--fabric")).toBe(format);
    const file = folder.at(`${format}.txt`);
    writeFileSync(file, text);
    const { fabric } = readFabricFile(file);
    expect([fabric.switchCount, fabric.hostCount, fabric.linkCount]).toEqual([
      1, 1, 1,
    ]);
    const { code, err } = await fabriclab(
      ...["topology", "--fabric", file, "-o", folder.at("x.ndt")],
    );
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_UNKNOWN_FORMAT");
  });

  it.each([
    [["fat-tree", "--ports", "4", "--levels", "2"]],
    [["--fabric", folder.at("whole.json")]],
  ])("leaves out what --remove names: topology %j", async (made) => {
    writeFileSync(folder.at("whole.json"), fabricText(tree, "json").text);
    const file = folder.at("less.json");
    const { code, err } = await fabriclab(
      ...["topology", ...made, "-o", file],
      ...["--remove", "SW<0,1>:3", "--remove", "SW<1,0>", "--remove", "P(31)"],
    );
    expect([code, err]).toEqual([
      0,
      `2 nodes without a cable stay in it: SW<1,0>, P(31)\nfat-tree 4 ports 2 levels: 6 switches, 8 hosts, 10 cables -> ${file}\n`,
    ]);
    const { fabric } = readFabricFile(file);
    expect([...fabric.nodeName]).toEqual([...tree.nodeName]);
    const leaf = fabric.portStart[fabric.findNode("SW<0,1>")!]!;
    // Ports 3 and 4 of a leaf lead to the two roots.
    expect(
      [...fabric.portPeer.subarray(leaf, leaf + 4)].map((p) => p < 0),
    ).toEqual([false, false, true, true]);
  });

  it("writes nothing where --remove names no cable", async () => {
    const file = folder.at("none.topo");
    const { code, err } = await fabriclab(
      ...["topology", "fat-tree", "--ports", "4", "--levels", "2"],
      ...["--remove", "SW<0,1>:5", "-o", file],
    );
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_NO_SUCH_CABLE");
    expect(existsSync(file)).toBe(false);
  });

  // A pattern that goes through a run anew from each of its places takes minutes for these.
  it.each([
    ["line ends", "\n"],
    ["blanks", " "],
    ["blank lines", " \n"],
    ["arrows", "->"],
    ["starts of iblinkinfo's arrows", "==("],
    ["ends of iblinkinfo's brackets", "==())\n"],
    ["digits behind a dash", "-1"],
    ["braces", "{\n"],
    ["headings", "START_A\n"],
    ["letters", "CA"],
  ])("is not kept long by %s without end", (_, text) => {
    const head = text.repeat(2 ** 20 / text.length);
    const tried = (): string => formatOfContent(head, "x.topo", "--fabric");
    expect(tried()).toBe(
      text.startsWith("START")
        ? "db-csv"
        : text === "{\n"
          ? "json"
          : "ibnetdiscover",
    );
  });

  it("counts the ports whose LMC a format has no place for", async () => {
    const { out } = await fabriclab(
      ...["topology", "fat-tree", "--ports", "4", "--levels", "2"],
    );
    let lid = 0;
    // Eight hosts, of which all, or the first alone, have two LIDs.
    const all = out.replace(
      /# lid 0 lmc 0/g,
      () => `# lid ${(lid += 2)} lmc 1`,
    );
    const one = all.replace(/lmc 1/g, () => (lid++ === 16 ? "lmc 1" : "lmc 0"));
    const lost = async (text: string): Promise<string> => {
      const file = folder.at("lmc.topo");
      writeFileSync(file, text);
      const lst = folder.at("lmc.lst");
      return (await fabriclab("topology", "--fabric", file, "-o", lst)).err;
    };
    expect(await lost(all)).toContain(
      "8 ports with an LMC above 0 read back with their base LIDs alone",
    );
    expect(await lost(one)).toContain(
      "1 port with an LMC above 0 reads back with its base LID alone",
    );
  });

  it("says which formats were tried where it knows none", async () => {
    const file = folder.at("nothing.data");
    writeFileSync(file, "hello\n");
    const { code, err } = await fabriclab("topology", "--fabric", file);
    expect(code).toBe(2);
    expect(err).toMatch(
      /E_CLI_UNREADABLE_FORMAT[\s\S]*subnet\.lst[\s\S]*db_csv/,
    );
  });
});

describe("topology --fabric", () => {
  it("writes any format, with the .ibnl files of IBADM, and tells what it passed over", async () => {
    const odd = folder.at("odd.topo");
    expect(
      (
        await fabriclab(
          ...["topology", "fat-tree", "--ports", "4", "--levels", "2"],
          ...["--quirks", "crlf,self-cables,wide-switches", "-o", odd],
        )
      ).code,
    ).toBe(0);
    expect(readFileSync(odd, "utf8")).toContain("\r\n");
    const out = folder.at("out.topo");
    const { code, err } = await fabriclab(
      ...["topology", "--fabric", odd, "--format", "ibadm", "-o", out],
    );
    expect(code).toBe(0);
    expect(err).toMatch(/lines end in CR LF \(\d+ times\)/);
    expect(err).toMatch(
      /a cable from a node to itself was left out \(12 times\)/,
    );
    expect(readFileSync(folder.at("FabriclabSW65.ibnl"), "utf8")).toMatch(
      /^TOPSYSTEM FabriclabSW65\n\nNODE SW 65 /,
    );
    expect(readFabricFile(out).fabric.linkCount).toBe(tree.linkCount);
  });

  it("leaves no .ibnl file behind when the file that needs it cannot be written, nor that file without them", async () => {
    const make = [
      ...["topology", "fat-tree", "--ports", "4", "--levels", "2"],
      ...["--format", "ibadm", "-o"],
    ];
    // A letter more than a name may have: what was written under other names has to go.
    const long = workFolder();
    const first = await fabriclab(...make, long.at("x".repeat(256)));
    expect([first.code, readdirSync(long.path)]).toEqual([2, []]);
    expect(first.err).toContain("E_CLI_UNWRITABLE_OUTPUT");
    const taken = workFolder();
    mkdirSync(taken.at("FabriclabSW4.ibnl"));
    taken.write("FabriclabCA1.ibnl", "old");
    const second = await fabriclab(...make, taken.at("net.topo"));
    expect(second.code).toBe(2);
    expect(second.err).toMatch(/E_CLI_UNWRITABLE_OUTPUT[^]*SW4\.ibnl/);
    expect(readdirSync(taken.path).sort()).toEqual([
      "FabriclabCA1.ibnl",
      "FabriclabSW4.ibnl",
    ]);
    expect(readFileSync(taken.at("FabriclabCA1.ibnl"), "utf8")).toBe("old");
  });

  it.skipIf(process.platform !== "linux")(
    "writes no .ibnl files beside a device",
    async () => {
      const make = [
        ...["topology", "fat-tree", "--ports", "4", "--levels", "2"],
        ...["--format", "ibadm", "-o"],
      ];
      const full = await fabriclab(...make, "/dev/full");
      expect(full.code).toBe(2);
      expect(full.err).toContain("no space left on the device");
      const nowhere = await fabriclab(...make, "/dev/null");
      expect(nowhere.code).toBe(0);
      expect(nowhere.err).toContain(
        "with -o FILE the .ibnl files that ibdm needs are written beside it",
      );
      expect(
        readdirSync("/dev").filter((name) => name.startsWith("Fabriclab")),
      ).toEqual([]);
    },
  );

  it("takes names from a node-name map", async () => {
    const [net, map, conf] = ["n.topo", "names", "topology.conf"].map((name) =>
      folder.at(name),
    ) as [string, string, string];
    writeFileSync(net, fabricText(tree, "ibnetdiscover").text);
    writeFileSync(
      map,
      Array.from(
        tree.nodeGuid,
        (guid, node) => `0x${guid.toString(16)} "name${node + 1}"\n`,
      ).join(""),
    );
    const { code } = await fabriclab(
      ...["topology", "--fabric", net, "--node-name-map", map, "-o", conf],
    );
    expect(code).toBe(0);
    expect(readFileSync(conf, "utf8").split("\n").filter(Boolean)).toHaveLength(
      5,
    );
    expect(readFileSync(conf, "utf8")).toMatch(/Nodes=name\[7-8\]/);
  });

  it("takes quirks beside all, which holds them", async () => {
    const make = ["topology", "fat-tree", "--ports", "8", "--levels", "3"];
    const all = await fabriclab(...make, "--quirks", "all");
    expect(all.code).toBe(0);
    for (const more of [["all,chassis"], ["chassis", "--quirks", "all"]]) {
      const { code, out } = await fabriclab(...make, "--quirks", ...more);
      expect(code).toBe(0);
      expect(out).toBe(all.out);
    }
    const json = await fabriclab(
      ...make,
      ...["--quirks", "all,planes", "--format", "json"],
    );
    expect(json.code).toBe(0);
    expect(json.err).toContain("quirks of ibnetdiscover's text were left out");
  });

  it("refuses a kind with --fabric, and quirks of a text that is not written", async () => {
    for (const [args, code] of [
      [["mesh", "--fabric", "x"], "E_CLI_USAGE"],
      [
        ["mesh", "--quirks", "crlf", "--format", "json"],
        "E_CLI_OPTION_CONFLICT",
      ],
      [
        ["mesh", "--quirks", "all,crlf", "--format", "json"],
        "E_CLI_OPTION_CONFLICT",
      ],
      [["mesh", "--quirks", "rust"], "E_QUIRKS_UNKNOWN"],
      [["mesh", "--quirks", "all,rust"], "E_QUIRKS_UNKNOWN"],
    ] as const) {
      const { err } = await fabriclab("topology", ...args);
      expect(err).toContain(code);
      expect(err).toMatch(/^ {2}at +\S/m);
    }
  });
});

describe("topology: file", () => {
  const odd = (): string => {
    const file = folder.at("passed-over.topo");
    writeFileSync(file, `noise\n${fabricText(tree, "ibnetdiscover").text}`);
    return file;
  };
  const passedOver = /passed-over\.topo:1: passed over: noise/g;

  it("tells what the reader passed over, once", async () => {
    const { code, err } = await fabriclab("topology", "file", "--path", odd());
    expect(code).toBe(0);
    expect(err.match(passedOver)).toHaveLength(1);
  });

  it("calls a fabric without a name by the way to its file from where the command runs", async () => {
    const text = fabricText(tree, "ibnetdiscover").text;
    folder.write("nameless.topo", text.replace(/^# fabriclab name.*$/m, "#"));
    const named = folder.write(
      "nameless.yaml",
      scenario.replace(
        /topology: .*/,
        "topology: { kind: file, path: nameless.topo }",
      ),
    );
    const { out } = await fabriclab("run", relative(".", named));
    expect(out.split("\n", 1)[0]).toContain(
      ` on ${relative(".", folder.at("nameless.topo"))} (`,
    );
  });

  it("tells it of a scenario's file too, and of run --fabric", async () => {
    const named = folder.write(
      "scenario.yaml",
      scenario.replace(
        /topology: .*/,
        `topology: { kind: file, path: ${JSON.stringify(odd())} }`,
      ),
    );
    const { err } = await fabriclab("run", named);
    expect(err.match(passedOver), err).toHaveLength(1);
    const other = folder.write(
      "other.yaml",
      scenario.replace("levels: 3", "levels: 2"),
    );
    const run = await fabriclab("run", other, "--fabric", odd());
    expect(run.err.match(passedOver)).toHaveLength(1);
    const quiet = await fabriclab("run", other, "--quiet", "--fabric", odd());
    expect(quiet.err).not.toMatch(passedOver);
  });
});
