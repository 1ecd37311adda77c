import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuditReport } from "../src/audit/report.ts";
import { auditText } from "../src/audit/text.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const tree = folder.at("tree.topo");
const mesh = folder.at("mesh.topo");
const torus = folder.at("torus.topo");
const tables = folder.at("tables");

async function fine(...argv: string[]) {
  const outcome = await fabriclab(...argv);
  expect(outcome.code, outcome.err).toBe(0);
  return outcome;
}

const clockwise = join(import.meta.dirname, "clockwise.ts");

/** The report and the exit code of an audit. */
async function report(...argv: string[]): Promise<[AuditReport, number]> {
  const { code, out, err } = await fabriclab("audit", "--json", ...argv);
  expect(err).not.toContain("error");
  return [JSON.parse(out) as AuditReport, code];
}

beforeAll(async () => {
  await fine(
    ...["topology", "fat-tree", "--ports", "4", "--levels", "3", "-o", tree],
  );
  const square = ["--columns", "3", "--rows", "3"];
  await fine("topology", "mesh", ...square, "-o", mesh);
  await fine("topology", "mesh", ...square, "--wrap", "-o", torus);
  await fine(
    ...["route", "--fabric", tree, "--routing", "cyclic", "-o", tables],
    ...["--group", "P(000)=P(200),P(201),P(210),P(211)"],
  );
});

describe("audit of tables that are right", () => {
  it("says so in short, with exit code 0", async () => {
    const { out } = await fine("audit", "--fabric", tree, "--tables", tables);
    expect(out).toMatch(/^reachability: ok$/m);
    expect(out).toMatch(/^multicast: ok$/m);
    expect(out).toMatch(/^credit loops: ok$/m);
    expect(out.trimEnd().split("\n").at(-1)).toBe("clean");
    expect(out.split("\n").length).toBeLessThan(40);
  });

  it("counts hops, pairs and routes as one does by hand", async () => {
    const [found, code] = await report("--fabric", tree, "--tables", tables);
    expect(code).toBe(0);
    // 4-port 3-tree: 16 hosts, 2 at a leaf, 4 in a half: 16·1 pairs at a leaf, 16·2 in a subtree, 16·12 across
    expect(found).toMatchObject({
      verdict: "clean",
      problems: [],
      pairs: 240,
      unreachablePairs: 0,
      forwardingLoops: 0,
      nonMinimalPairs: 0,
      hops: { "1": 16, "3": 32, "5": 192 },
      creditLoops: [],
      multicastCreditLoops: [],
      combinedCreditLoops: [],
      slIgnoredCreditLoops: null,
      illegalTurns: null,
    });
    expect(found.multicast).toHaveLength(1);
    expect(found.multicast[0]).toMatchObject({
      mlid: "0xc000",
      members: 4,
      sources: 1,
      // up over two switches, the root, down over two: the tree of Figure 7
      depth: 5,
    });
  });

  it("is the same whether tables are read or computed", async () => {
    const [read] = await report("--fabric", tree, "--tables", tables);
    const [computed] = await report(
      ...["--fabric", tree, "--routing", "cyclic"],
      ...["--group", "P(000)=P(200),P(201),P(210),P(211)"],
    );
    const apart = { tables: undefined, multicast: undefined };
    expect({ ...computed, ...apart }).toEqual({ ...read, ...apart });
    expect(computed.multicast[0]?.crossings).toEqual(
      read.multicast[0]?.crossings,
    );
  });

  it("prints what the published schema says", async () => {
    const schema = JSON.parse((await fine("schema", "audit")).out) as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    const [clean] = await report("--fabric", tree, "--tables", tables);
    expect(validate(clean), JSON.stringify(validate.errors)).toBe(true);
    const [bad] = await report(
      ...["--plugin", clockwise, "--fabric", torus, "--sl-ignored"],
      ...["--routing", "clockwise"],
    );
    expect(validate(bad), JSON.stringify(validate.errors)).toBe(true);
    expect(Object.keys(clean)).toEqual(
      Object.keys((schema as { properties: object }).properties).filter(
        (key) => key in clean,
      ),
    );
  });
});

describe("audit of tables that are wrong", () => {
  it("names the cycle, who closes it and what would open it, with exit code 1", async () => {
    const argv = ["audit", "--plugin", clockwise, "--fabric", torus];
    const { code, out } = await fabriclab(...argv, "--routing", "clockwise");
    expect(code).toBe(1);
    expect(out).toMatch(/^credit loops: \d+ in unicast$/m);
    // once round a ring of three: a shortest cycle has three channels, all east or all north
    expect(out).toMatch(
      /N\(0,(\d)\):1 -> N\(1,\1\) +VL0\n.*N\(1,\1\):1 -> N\(2,\1\) +VL0\n.*N\(2,\1\):1 -> N\(0,\1\) +VL0\n/,
    );
    expect(out).toMatch(/closed by \d+ pairs/);
    expect(out).toMatch(/remedies:\n( +loses .*\n)+/);
    const [found] = await report(...argv.slice(1), "--routing", "clockwise");
    // 3 rings eastward and 3 northward, each of 3 channels, none joined to another in a cycle
    expect(found.creditLoops.map(({ channels }) => channels)).toEqual([
      3, 3, 3, 3, 3, 3,
    ]);
    for (const { vl, cycle, pairCount, pairs } of found.creditLoops) {
      expect(vl).toBe(0);
      expect(cycle).toHaveLength(3);
      expect(pairs.reduce((sum, { count }) => sum + count, 0)).toBe(pairCount);
    }
    expect(found.problems).toEqual([
      { kind: "credit-loop", count: 6, what: "6 credit loops of unicast" },
    ]);
  });

  it("finds entries that are gone, and where packets end", async () => {
    const copy = folder.at("holes");
    await fine(...["route", "--fabric", mesh, "--routing", "xy", "-o", copy]);
    const file = join(copy, "opensm-lfts.dump");
    // the corner's switch forgets the opposite corner's host: its own host cannot reach it, nobody else passes there
    const lid = /^(0x\S+) \d+ # .*'H\(2,2\)'$/m.exec(
      readFileSync(file, "utf8"),
    )?.[1];
    const text = readFileSync(file, "utf8");
    const section = /^Unicast lids .*\('N\(0,0\)'\):\n(?:0x.*\n)*/m.exec(
      text,
    )?.[0];
    expect([lid, section]).not.toContain(undefined);
    writeFileSync(
      file,
      text.replace(
        section ?? "",
        (section ?? "").replace(new RegExp(`^${lid ?? ""} .*\\n`, "m"), ""),
      ),
    );
    const [found, code] = await report("--fabric", mesh, "--tables", copy);
    expect(code).toBe(1);
    expect(found).toMatchObject({
      unreachablePairs: 1,
      unreachable: {
        byEnd: { "no-path": 1 },
        examples: [
          {
            source: "H(0,0)",
            destination: "H(2,2)",
            end: "no-path",
            at: "N(0,0)",
          },
        ],
      },
    });
    const { out } = await fabriclab(
      ...["audit", "--fabric", mesh, "--tables", copy],
    );
    expect(out).toMatch(/^reachability: 1 unreachable pair$/m);
    expect(out.trimEnd().split("\n").at(-1)).toBe(
      "1 problem: 1 unreachable pair",
    );
  });

  it("finds unicast and multicast looping together, each alone being right", async () => {
    const [found, code] = await report(
      ...["--fabric", mesh, "--routing", "xy", "--multicast", "spanning-tree"],
      ...["--group", "H(0,0),H(2,2)", "--group", "H(0,0),H(1,2)"],
    );
    expect(code).toBe(1);
    expect([found.creditLoops, found.multicastCreditLoops]).toEqual([[], []]);
    expect(found.combinedCreditLoops).toHaveLength(1);
    expect(found.combinedCreditLoops?.[0]?.senderCount).toBeGreaterThan(0);
    // XY uses SL 0 and VL 0 alone.
    expect(
      found.combinedCreditLoops?.[0]?.remedies.find(
        ({ kind }) => kind === "multicast-lanes",
      ),
    ).toMatchObject({
      lanes: 2,
      plan: [{ sl: 1, vl: 1, mlids: ["0xc000", "0xc001"] }],
    });
  });
});

describe("what a report says beside its verdicts", () => {
  const io = {
    out: () => undefined,
    err: () => undefined,
    color: false,
    interactive: false,
    columns: 100,
  };

  it("is which pairs no tables could join, and copies that die without anybody missing one", async () => {
    const [found] = await report("--fabric", tree, "--tables", tables);
    expect(auditText(found, io)).not.toMatch(/no cables join|on the way/);
    const [group] = found.multicast;
    if (group === undefined) throw new Error("no group");
    const text = auditText(
      {
        ...found,
        unreachablePairs: 3,
        unreachable: { ...found.unreachable, disconnected: 2 },
        parted: { across: 2, apart: 0, what: "no cables join these two" },
        multicast: [{ ...group, deadCopies: 1 }],
      },
      io,
    );
    expect(text).toContain(
      "  no cables join these two\n  with the pairs across the parts:\n",
    );
    expect(text).toContain(
      "every member once, nobody else; 1 copy dies on the way\n",
    );
    expect(text).toContain(": 1 copy ends at no host\n");
  });

  it("is in the help: every builder of multicast tables that is there", async () => {
    const { out } = await fabriclab("audit", "--help");
    const [, named = ""] = /builder: ([^-]*(?:-[^-]+)*?) --/.exec(
      out.replace(/\s+/g, " "),
    ) ?? [""];
    expect(named.split(", ")).toEqual(
      expect.arrayContaining([
        "union",
        "spanning-tree",
        "source-tree",
        "hamiltonian-dual-path",
        "hamiltonian-multi-path",
      ]),
    );
  });
});

describe("tables that an audit computes or counts", () => {
  it("are with the SL2VL tables that --lanes names, as of route", async () => {
    const made = [
      ...["--routing", "xy", "--lanes", "service-lanes"],
      ...["--set", "configuration=2VL-dedicated"],
    ];
    const served = folder.at("served");
    await fine("route", "--fabric", mesh, ...made, "-o", served);
    const [read] = await report("--fabric", mesh, "--tables", served);
    const [computed, code] = await report("--fabric", mesh, ...made);
    expect([code, read.tables.lanes, computed.tables.lanes]).toEqual([0, 2, 2]);
    const { code: refused, err } = await fabriclab(
      ...["audit", "--fabric", mesh, "--tables", served],
      ...["--lanes", "service-lanes"],
    );
    expect(refused).toBe(2);
    expect(err).toContain("E_CLI_OPTION_CONFLICT");
  });

  it("have the MLIDs that some switch forwards, not all of their range", async () => {
    const heading = readFileSync(join(tables, "opensm-lfts.dump"), "utf8");
    const guid = /guid (0x[0-9a-f]+)/.exec(heading)?.[1] ?? "";
    const sparse = folder.write(
      "sparse.mcfdbs",
      `Switch ${guid}\nLID    : Out Port(s)\n0xC000 : 0x001\n0xFFFE : 0x001 0x002\n`,
    );
    const [found] = await report(
      ...["--fabric", tree, "--tables", tables, "--multicast", sparse],
    );
    expect(found.tables.mlids).toBe(2);
  });

  it("warn of copies that die, which the title says and which is no problem", async () => {
    // Two switches and a third behind the second, to which the group's tree goes on although nobody there listens: the packets of both hosts end there.
    const line = folder.write(
      "line.topo",
      [
        ...[1, 2, 3].flatMap((n) => [
          `switchguid=0x${n}0`,
          `Switch\t3 "S-00000000000000${n}0"\t\t# "S${n}" base port 0 lid ${n} lmc 0`,
          ...(n < 3
            ? [
                `[1]\t"S-00000000000000${n + 1}0"[2]\t\t# "S${n + 1}" lid ${n + 1} 4xQDR`,
              ]
            : []),
          ...(n > 1
            ? [
                `[2]\t"S-00000000000000${n - 1}0"[1]\t\t# "S${n - 1}" lid ${n - 1} 4xQDR`,
              ]
            : []),
          ...(n < 3
            ? [
                `[3]\t"H-0000000000000${n}00"[1](${n}01)\t\t# "h${n}" lid 1${n} 4xQDR`,
              ]
            : []),
          "",
        ]),
        ...[1, 2].flatMap((n) => [
          `caguid=0x${n}00`,
          `Ca\t1 "H-0000000000000${n}00"\t\t# "h${n}"`,
          `[1](${n}01) \t"S-00000000000000${n}0"[3]\t\t# lid 1${n} lmc 0 "S${n}" lid ${n} 4xQDR`,
          "",
        ]),
      ].join("\n"),
    );
    const lined = folder.at("lined");
    mkdirSync(lined);
    // Where each switch sends LIDs 1, 2, 3, 11, 12.
    const lids = ["0001", "0002", "0003", "000b", "000c"];
    const sent = ["01131", "20123", "22022"];
    writeFileSync(
      join(lined, "opensm-lfts.dump"),
      sent
        .map(
          (ports, i) =>
            `Unicast lids [0-12] of switch Lid ${i + 1} guid 0x${i + 1}0 ('S${i + 1}'):\n${lids.map((lid, k) => `0x${lid} 00${ports[k] ?? ""} # \n`).join("")}5 lids dumped\n`,
        )
        .join(""),
    );
    const trees = folder.write(
      "trees.mcfdbs",
      "Switch 0x10\nLID    : Out Port(s)\n0xC000 : 0x001 0x003\nSwitch 0x20\nLID    : Out Port(s)\n0xC000 : 0x001 0x002 0x003\n",
    );
    const flags = ["--fabric", line, "--tables", lined, "--multicast", trees];
    const [found, code] = await report(...flags);
    expect([code, found.problems, found.warnings]).toEqual([
      0,
      [],
      [
        {
          kind: "dead-copy",
          count: 2,
          what: "2 multicast copies that end at no host",
        },
      ],
    ]);
    const { out } = await fine("audit", ...flags);
    expect(out).toMatch(/^multicast: warning: 2 copies that die$/m);
  });
});

describe("what an audit writes", () => {
  it("is a folder with the report for people, for programs, and a drawing", async () => {
    const output = folder.at("report");
    const { out, err } = await fine(
      ...["audit", "--fabric", tree, "--tables", tables, "-o", output],
    );
    expect(err).toContain(
      `report written to ${output}: audit.txt, audit.json, audit.svg\n`,
    );
    expect(readdirSync(output).sort()).toEqual([
      "audit.json",
      "audit.svg",
      "audit.txt",
    ]);
    expect(readFileSync(join(output, "audit.txt"), "utf8")).toBe(out);
    const svg = folder.at("drawn.svg");
    await fine(
      ...["audit", "--fabric", tree, "--tables", tables, "--svg", svg],
    );
    expect(readFileSync(svg, "utf8")).toMatch(/^<svg/);
  });

  it("is nothing where the place is taken, which is known beforehand", async () => {
    const { code, out, err } = await fabriclab(
      ...["audit", "--fabric", tree, "--tables", tables, "-o", tables],
    );
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("E_CLI_OUTPUT_NOT_EMPTY");
    const picture = await fabriclab(
      ...["audit", "--fabric", tree, "--tables", tables],
      ...["--svg", folder.at("drawn.png")],
    );
    expect(picture.code).toBe(2);
    expect(picture.err).toContain("E_CLI_UNKNOWN_FORMAT");
    expect(existsSync(folder.at("drawn.png"))).toBe(false);
    const nowhere = folder.at("nowhere/a.svg");
    expect(
      (
        await fabriclab(
          ...["audit", "--fabric", tree, "--tables", tables, "--svg", nowhere],
        )
      ).err,
    ).toContain("E_CLI_UNWRITABLE_OUTPUT");
  });

  it("is a scenario that hangs on the loop, with --replay", async () => {
    const replay = folder.at("replay");
    const { code, err } = await fabriclab(
      ...["audit", "--plugin", clockwise, "--fabric", torus],
      ...["--routing", "clockwise", "--replay", replay],
    );
    expect(code, err).toBe(1);
    const again = await fabriclab("run", join(replay, "scenario.yaml"));
    expect(again.code).toBe(1);
    expect(again.out).toMatch(/^Deadlock: 3 packets wait/m);
  });

  it("has no replay of tables without a loop, and says so", async () => {
    const replay = folder.at("no-replay");
    const { out } = await fine(
      ...["audit", "--fabric", tree, "--tables", tables, "--replay", replay],
    );
    expect(out).toContain("replay: there is no credit loop");
    expect(existsSync(replay)).toBe(false);
  });
});

describe("audit refuses", () => {
  it.each([
    ["no tables", [], "E_CLI_USAGE"],
    [
      "two kinds of tables",
      ["--tables", "t", "--routing", "xy"],
      "E_CLI_OPTION_CONFLICT",
    ],
    [
      "files of tables that are computed",
      ["--routing", "xy", "--sl2vl", "f"],
      "E_CLI_OPTION_CONFLICT",
    ],
    [
      "groups of tables that are read",
      ["--tables", "t", "--group", "a,b"],
      "E_CLI_OPTION_CONFLICT",
    ],
    [
      "a folder that is not there",
      ["--tables", "nowhere"],
      "E_CLI_TABLES_FOLDER",
    ],
    [
      "a routing that is not known",
      ["--routing", "yx"],
      "E_CLI_UNKNOWN_PLUGIN",
    ],
    ["one sample", ["--routing", "xy", "--samples", "1"], "E_CLI_BAD_NUMBER"],
    [
      "a seed that is none",
      ["--routing", "xy", "--seed", "x"],
      "E_CLI_BAD_NUMBER",
    ],
    [
      "a list of endpoints that is not there",
      ["--routing", "xy", "--endpoints", "nowhere"],
      "E_CLI_UNREADABLE_FILE",
    ],
  ])("%s", async (_, argv, code) => {
    const outcome = await fabriclab("audit", "--fabric", mesh, ...argv);
    expect(outcome.err).toContain(code);
    expect([outcome.code, outcome.out]).toEqual([2, ""]);
  });

  it("to be explained as a plugin: the word is, and where its help is", async () => {
    const { out } = await fine("explain", "audit");
    expect(out).toContain("without simulating");
    expect(out).toContain("fabriclab audit --help");
    expect((await fine("--help")).out).toMatch(/^ {2}audit /m);
  });

  it("an LFT of another fabric, with the file and the line", async () => {
    const { code, err } = await fabriclab(
      ...["audit", "--fabric", mesh, "--tables", tables],
    );
    expect(code).toBe(2);
    expect(err).toMatch(/opensm-lfts\.dump:\d+:\d+/);
    expect(err).toContain("E_OPENSM_");
  });
});
