import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import { loadingHint } from "../src/load-plugin.ts";
import { fabriclab, nodeArguments, scenario, workFolder } from "./command.ts";

const folder = workFolder();

/** Every refusal: exit code 2, nothing on stdout, the code first on stderr, and where to read more last. */
async function refusal(...argv: string[]): Promise<string> {
  const { code, out, err } = await fabriclab(...argv);
  expect(code, err).toBe(2);
  expect(out).toBe("");
  expect(err).toMatch(/^error E_[A-Z_]+: /);
  expect(err).toMatch(/fabriclab explain E_[A-Z_]+\n$/);
  return err;
}

/** A scenario with a part replaced, refused. */
async function refusedScenario(from: string, to: string): Promise<string> {
  expect(scenario).toContain(from);
  return refusal("run", folder.write("bad.yaml", scenario.replace(from, to)));
}

/** Some of the routings by name, wherever they stand in the list. */
const listsRoutings =
  /expected +([a-z-]+, )*cyclic, ([a-z-]+, )*single-lid, ([a-z-]+, )*xy[,\n]/;

const bad = () => folder.at("bad.yaml");

describe("a flag of one letter", () => {
  it.each([
    ["topology", "fat-tree", "--ports", "4"],
    ["sweep", "sweep.yaml", "--vary", "load=0.1"],
  ])(
    "that is joined with its value by = is refused, and nothing is written: %s",
    async (...argv) => {
      const name = folder.at("joined");
      expect(await refusal(...argv, `-o=${name}`)).toContain(
        `expected  -o ${name} or --output=${name}\n`,
      );
      expect(existsSync(`=${name}`)).toBe(false);
      expect(existsSync(name)).toBe(false);
    },
  );

  it("is none behind --", async () => {
    const err = await refusal("topology", "mesh", "--", "-o=net");
    expect(err).toContain("Too many arguments");
  });
});

describe("a fat tree with an odd number of ports", () => {
  it("is refused by topology, naming the flag and the numbers next to it", async () => {
    const err = await refusal(
      "topology",
      "fat-tree",
      "--ports",
      "7",
      "-o",
      folder.at("odd.topo"),
    );
    expect(err).toContain("E_FAT_TREE_PORTS_ODD");
    expect(err).toContain("--ports");
    expect(err).toContain("6 or 8");
    expect(existsSync(folder.at("odd.topo"))).toBe(false);
  });

  it.each(["", " "])(
    "is refused by topology as %j, not as null",
    async (text) => {
      const err = await refusal(
        ...["topology", "fat-tree", "--ports", text, "--levels", "2"],
      );
      expect(err).toMatch(new RegExp(`got +"${text}"\n *expected +a number`));
    },
  );

  it("is refused by run, with the line of the scenario", async () => {
    const err = await refusedScenario("ports: 8", "ports: 7");
    expect(err).toContain("E_FAT_TREE_PORTS_ODD");
    expect(err).toContain(`${bad()}:1:36`);
    expect(err).toContain(
      "1 | topology: { kind: fat-tree, ports: 7, levels: 3 }",
    );
  });
});

describe("ports that are no power of two times two where an LMC needs it", () => {
  it("are refused by run, naming those that are", async () => {
    const err = await refusedScenario("ports: 8", "ports: 6");
    expect(err).toContain("E_MULTIPLE_LID_PORTS");
    expect(err).toContain("with 3 levels, LIDs suffice for 4, 8");
    expect(err).toContain(`${bad()}:1:36`);
  });

  it("are refused by route, and nothing is written", async () => {
    const topo = folder.at("six.topo");
    expect(
      (await fabriclab("topology", "fat-tree", "--ports", "6", "-o", topo))
        .code,
    ).toBe(0);
    const err = await refusal(
      "route",
      "--fabric",
      topo,
      "--routing",
      "cyclic",
      "-o",
      folder.at("six"),
    );
    expect(err).toContain("E_MULTIPLE_LID_PORTS");
    expect(existsSync(folder.at("six"))).toBe(false);
  });

  it("do not matter to a routing of one LID per host", async () => {
    const tables = folder.at("six-single");
    const { code } = await fabriclab(
      "route",
      "--fabric",
      folder.at("six.topo"),
      "--routing",
      "single-lid",
      "-o",
      tables,
    );
    expect(code).toBe(0);
  });
});

describe("more LIDs than a subnet has", () => {
  it("are refused, saying which sizes fit", async () => {
    const err = await refusedScenario("ports: 8", "ports: 16");
    expect(err).toContain("E_MULTIPLE_LID_OVERFLOW");
    // 2·8^3 hosts x 2^6 LIDs (the aligned block of LIDs 1-63 is lost) + 5·8^2 switches
    expect(err).toContain("65919 LIDs");
    for (const size of [
      "IBFT(4,n) with n <= 7",
      "IBFT(8,n) with n <= 4",
      "IBFT(16,n) with n <= 2",
      "IBFT(32,n) with n <= 2",
    ]) {
      expect(err).toContain(size);
    }
    expect(err).toContain(`${bad()}:2:13`);
  });

  it("are refused where the LMC alone is too large", async () => {
    const err = await refusedScenario(
      "ports: 8, levels: 3",
      "ports: 4, levels: 9",
    );
    expect(err).toContain("E_MULTIPLE_LID_LMC");
  });
});

describe("a multicast group", () => {
  const traffic = (options: string): Promise<string> =>
    refusedScenario(
      "{ kind: poisson, load: 0.3, size: 256B, pattern: uniform }",
      `{ kind: multicast-operation, ${options} }`,
    );

  it("of one is refused by run, at its line", async () => {
    const err = await traffic("group: 1");
    expect(err).toContain("E_MULTICAST_OPERATION_GROUP_OF_ONE");
    expect(err).toContain(`${bad()}:7:`);
  });

  it("of one is refused by route", async () => {
    const topo = folder.at("net.topo");
    await fabriclab(
      "topology",
      "fat-tree",
      "--ports",
      "4",
      "--levels",
      "3",
      "-o",
      topo,
    );
    const err = await refusal(
      "route",
      "--fabric",
      topo,
      "--routing",
      "cyclic",
      "--group",
      "P(000)",
      "-o",
      folder.at("one"),
    );
    expect(err).toContain("E_TABLES_GROUP_TOO_SMALL");
    expect(existsSync(folder.at("one"))).toBe(false);
  });

  it("with a source that is no member is refused by run", async () => {
    const err = await traffic("sourceAt: P(000), members: [P(001), P(002)]");
    expect(err).toContain("E_MULTICAST_OPERATION_SOURCE_NOT_MEMBER");
    expect(err).toContain("P(000)");
  });

  it("with a source that has not joined is refused by route, and taken when it joins send-only", async () => {
    const topo = folder.at("net.topo");
    const group =
      "- { name: g, members: [P(200), P(201)], sources: [P(000)] }\n";
    const groups = folder.write("groups.yaml", group);
    const argv = [
      "route",
      "--fabric",
      topo,
      "--routing",
      "cyclic",
      "--groups",
      groups,
      "-o",
      folder.at("joined"),
    ];
    expect(await refusal(...argv)).toContain("E_CLI_SOURCE_NOT_A_MEMBER");
    expect(existsSync(folder.at("joined"))).toBe(false);
    folder.write("groups.yaml", group.replace(" }", ", sendOnly: [P(000)] }"));
    expect((await fabriclab(...argv)).code).toBe(0);
  });

  it("that names a host of several ports by its name alone is told the ports' names", async () => {
    folder.write(
      "two-ports.topo",
      [
        'Switch 4 "S-0000000000000001" # "hub" base port 0 lid 0 lmc 0',
        '[1] "H-0000000000000010"[1](11) # "H1" lid 0 4xQDR',
        '[2] "H-0000000000000010"[2](12) # "H1" lid 0 4xQDR',
        '[3] "H-0000000000000020"[1](21) # "H2" lid 0 4xQDR',
        'Ca 2 "H-0000000000000010" # "H1"',
        '[1](11) "S-0000000000000001"[1] # lid 0 lmc 0 "hub" lid 0 4xQDR',
        '[2](12) "S-0000000000000001"[2] # lid 0 lmc 0 "hub" lid 0 4xQDR',
        'Ca 1 "H-0000000000000020" # "H2"',
        '[1](21) "S-0000000000000001"[3] # lid 0 lmc 0 "hub" lid 0 4xQDR',
        "",
      ].join("\n"),
    );
    const err = await refusal(
      "route",
      "--fabric",
      folder.at("two-ports.topo"),
      "--routing",
      "minhop",
      "--group",
      "H1,H2",
      "-o",
      folder.at("x"),
    );
    expect(err).toContain("E_CLI_UNKNOWN_HOST");
    expect(err).toContain(
      "each of its ports has a name of its own: H1:1, H1:2",
    );
  });

  it("that names no host of the fabric is refused, with the nearest name", async () => {
    const argv = [
      "route",
      "--fabric",
      folder.at("net.topo"),
      "--routing",
      "cyclic",
      "-o",
      folder.at("x"),
    ];
    const err = await refusal(...argv, "--group", "P(00)=P(200),P(201)");
    expect(err).toContain("E_CLI_UNKNOWN_HOST");
    expect(err).toContain("did you mean P(000)?");
    expect(await refusal(...argv, "--group", "P(000)=")).toContain(
      "E_CLI_BAD_GROUP",
    );
    const twice = await refusal(...argv, "--group", "P(000)=P(001),P(001)");
    expect(twice).toContain("E_CLI_BAD_GROUP");
    expect(twice).toContain("lists P(001) twice");
    expect(twice).toContain("--group P(000)=P(001),P(001)");
    const groups = folder.write(
      "twice.yaml",
      "- { members: [P(000), P(001)] }\n- { members: [P(000), P(001), P(000)] }\n",
    );
    const inFile = await refusal(...argv, "--groups", groups);
    expect(inFile).toContain("lists P(000) twice");
    expect(inFile).toContain("twice.yaml  [1].members");
    const broken = folder.write("broken.yaml", "- a\n- { members: [\n");
    expect(await refusal(...argv, "--groups", broken)).toMatch(
      /broken\.yaml:\d+:\d+/,
    );
  });

  it("of a message of zero bytes is refused", async () => {
    expect(await traffic("size: 0B")).toContain("E_MULTICAST_OPERATION_SIZE");
  });
});

describe("a size, a time or a number", () => {
  it.each([
    ["size: 256B", "size: 0B", "E_POISSON_SIZE"],
    ["size: 256B", "size: 0", "E_POISSON_SIZE"],
    ["load: 0.3", "load: 0", "E_POISSON_LOAD"],
    ["levels: 3", "levels: 0", "E_SPEC_BAD_PARAMETER"],
    ["virtualLanes: 1", "virtualLanes: 0", "E_SPEC_BAD_PARAMETER"],
    ["precision: 0.05", "precision: 0", "E_SPEC_BAD_PARAMETER"],
    ["flight: 20ns", "flight: 20parsec", "E_UNITS_TIME"],
    ["flight: 20ns", "flight: 20", "E_UNITS_TIME"],
    ["size: 256B", "size: 256Bytes", "E_UNITS_SIZE"],
    ["byteTime: 4ns", "byteTime: 0", "E_SPEC_BAD_PARAMETER"],
  ])("%j turned into %j is %s, at its line", async (from, to, code) => {
    const err = await refusedScenario(from, to);
    expect(err).toContain(code);
    const line = scenario.slice(0, scenario.indexOf(from)).split("\n").length;
    expect(err).toContain(`${bad()}:${line}:`);
  });

  it("of a flag is refused at the flag", async () => {
    expect(await refusal("topology", "mesh", "--flight", "20parsec")).toContain(
      "--flight",
    );
    expect(await refusal("topology", "mesh", "--columns", "0")).toContain(
      "--columns",
    );
    expect(await refusal("topology", "mesh", "--width", "3")).toContain(
      "--width",
    );
  });
});

describe("an unknown word", () => {
  it.each([
    ["metrics:", "metrcs:", "E_SCENARIO_UNKNOWN_KEY", "metrics"],
    ["load: 0.3", "laod: 0.3", "E_SPEC_UNKNOWN_PARAMETER", "load"],
    ["precision:", "precison:", "E_SPEC_UNKNOWN_PARAMETER", "precision"],
    [
      "routing: cyclic",
      "routing: cylic",
      "E_SCENARIO_UNKNOWN_PLUGIN",
      "cyclic",
    ],
    [
      "pattern: uniform",
      "pattern: unifrom",
      "E_SCENARIO_UNKNOWN_PLUGIN",
      "uniform",
    ],
  ])(
    "%j turned into %j is %s and the hint says %s",
    async (from, to, code, right) => {
      const err = await refusedScenario(from, to);
      expect(err).toContain(code);
      expect(err).toMatch(new RegExp(`hint +.*did you mean ${right}\\?`, "i"));
      const line = scenario.slice(0, scenario.indexOf(from)).split("\n").length;
      expect(err).toContain(`${bad()}:${line}:`);
    },
  );

  it("for a plugin lists its family", async () => {
    expect(await refusedScenario("routing: cyclic", "routing: zzz")).toMatch(
      listsRoutings,
    );
    const topo = folder.at("net.topo");
    const err = await refusal(
      "route",
      "--fabric",
      topo,
      "--routing",
      "zzz",
      "-o",
      folder.at("x"),
    );
    expect(err).toContain("E_CLI_UNKNOWN_PLUGIN");
    expect(err).toMatch(listsRoutings);
    expect(await refusal("topology", "fat-tre", "--ports", "8")).toMatch(
      /expected +fat-tree, .*mesh, xgft, .*torus, file\n/,
    );
  });

  it("of a word that every object knows is one of a word that nobody knows", async () => {
    for (const word of ["__proto__", "constructor", "toString"])
      expect(await refusal("explain", word)).toContain("E_CLI_UNKNOWN_TOPIC");
  });

  it("shows that nothing was given", async () => {
    expect(await refusal("explain", "")).toMatch(/^ {2}got +""$/m);
    const file = folder.write("good.yaml", scenario);
    // Resolved, an empty name is the current folder.
    for (const argv of [
      ["run", file, "-o", ""],
      ["topology", "mesh", "--format", "json", "-o", ""],
    ])
      expect(await refusal(...argv)).toContain("E_CLI_UNWRITABLE_OUTPUT");
  });

  it("does not take tags of YAML for values, in flags and overrides", async () => {
    expect(
      await refusal("topology", "fat-tree", "--ports", "!!js/function x"),
    ).toMatch(/E_SPEC_BAD_PARAMETER[^]*got +"!!js\/function x"/);
    const file = folder.write("good.yaml", scenario);
    expect(await refusal("run", file, "--set", "load=!x 0.3")).toContain(
      "E_SCENARIO_BAD_OVERRIDE",
    );
  });

  it("does not tell anybody to install an address", async () => {
    const err = await refusal("--plugin", "https://example.org/x.js", "list");
    expect(err).toContain("E_CLI_PLUGIN_NOT_FOUND");
    expect(err).not.toContain("npm install");
  });

  it("for a flag or command names the nearest", async () => {
    expect(await refusal("topology", "fat-tree", "--prots", "8")).toContain(
      "did you mean --ports?",
    );
    expect(await refusal("rotue")).toContain("did you mean route?");
    expect(await refusal("bench", "--quick")).toContain(
      "in a clone of the repository, `pnpm bench` is the benchmark suite",
    );
    expect(await refusal("export", "results", "-o", "x.csv")).toContain(
      "--csv x.csv writes to a file",
    );
    expect(await refusal("sweep", "x.yaml", "--slurm")).toContain(
      "--executor slurm",
    );
    expect(await refusal("explain", "converged")).toContain(
      "converged is how a run ended: see `fabriclab run --help`",
    );
    expect(await refusal("explain", "bandwith")).toContain(
      "did you mean bandwidth?",
    );
    const fabric = folder.write("a fabric.topo", "");
    expect(await refusal("topology", fabric)).toContain(
      `did you mean --fabric '${fabric}'?`,
    );
  });

  it("in an override names the nearest", async () => {
    const file = folder.write("good.yaml", scenario);
    expect(await refusal("run", file, "--set", "laod=0.4")).toContain(
      "did you mean load?",
    );
    expect(await refusal("run", file, "--set", "load")).toContain(
      "E_SCENARIO_BAD_OVERRIDE",
    );
    expect(
      await refusal("run", file, "--set", "inputBuffer={packets: 50}"),
    ).toMatch(/expected +a number of packets such as `1 packet`, or a size/);
    expect(await refusal("run", file, "--seed", "x")).toContain(
      "E_SPEC_BAD_PARAMETER",
    );
  });
});

describe("a YAML error", () => {
  it("is refused with its line, the text of the line and a mark under the column", async () => {
    const err = await refusedScenario("virtualLanes: 1 }", "virtualLanes: 1");
    expect(err).toContain("E_SCENARIO_SYNTAX");
    // Where the brace was opened that nothing closes.
    expect(err).toContain(`${bad()}:4:9`);
    expect(err).toContain(
      "      4 | switch: { kind: relay, virtualLanes: 1\n        |         ^\n",
    );
  });
});

describe("an output that cannot be written", () => {
  const topo = folder.at("net.topo");

  it("is refused by topology before anything is made", async () => {
    expect(
      await refusal("topology", "mesh", "-o", "/proc/none/net.topo"),
    ).toContain("E_CLI_UNWRITABLE_OUTPUT");
    expect(
      await refusal(
        "topology",
        "mesh",
        "-o",
        `${folder.path}/net.topo/below.topo`,
      ),
    ).toContain("E_CLI_UNWRITABLE_OUTPUT");
  });

  it("is refused by route, leaving nothing behind", async () => {
    const before = readdirSync(folder.path);
    const route = (out: string) =>
      refusal("route", "--fabric", topo, "--routing", "cyclic", "-o", out);
    expect(await route("/proc/none/tables")).toContain(
      "E_CLI_UNWRITABLE_OUTPUT",
    );
    expect(await route(`${topo}/tables`)).toContain("E_CLI_UNWRITABLE_OUTPUT");
    expect(await route(topo)).toContain("E_CLI_UNWRITABLE_OUTPUT");
    expect(readdirSync(folder.path)).toEqual(before);
  });

  it("is refused by run before anything is simulated", async () => {
    const file = folder.write("good.yaml", scenario);
    expect(
      await refusal("run", file, "-o", "/proc/none/result.json"),
    ).toContain("E_CLI_UNWRITABLE_OUTPUT");
  });

  it("is refused by reproduce", async () => {
    expect(
      await refusal("reproduce", "zhou2007", "--quick", "-o", "/proc/none/out"),
    ).toContain("E_CLI_UNWRITABLE_OUTPUT");
  });

  it("is not made by reproduce for what it refuses, and no finished run is forgotten", async () => {
    mkdirSync(folder.at("kept/.runs"), { recursive: true });
    const kept = folder.write("kept/.runs/run.json", "{}");
    for (const out of [folder.at("none"), folder.at("kept")])
      expect(
        await refusal(
          "reproduce",
          "zhou2007",
          "--frames",
          "3",
          "--fresh",
          "-o",
          out,
        ),
      ).toContain("E_REPRODUCE_NO_VIDEO");
    expect(existsSync(folder.at("none"))).toBe(false);
    expect(existsSync(kept)).toBe(true);
  });

  it("is refused by reproduce where it holds what is of no study", async () => {
    mkdirSync(folder.at("others"));
    const file = folder.write("others/opensm-lfts.dump", "mine");
    const err = await refusal(
      "reproduce",
      "zhou2007",
      "--quick",
      "-o",
      folder.at("others"),
    );
    expect(err).toContain("E_CLI_OUTPUT_NOT_EMPTY");
    expect(err).toContain("opensm-lfts.dump");
    expect(readdirSync(folder.at("others"))).toEqual(["opensm-lfts.dump"]);
    expect(existsSync(file)).toBe(true);
  });

  it("is refused by route where it holds files, unless forced", async () => {
    const tables = folder.at("tables");
    const argv = [
      "route",
      "--fabric",
      topo,
      "--routing",
      "cyclic",
      "-o",
      tables,
    ];
    expect((await fabriclab(...argv)).code).toBe(0);
    expect(await refusal(...argv)).toContain("E_CLI_OUTPUT_NOT_EMPTY");
    expect((await fabriclab(...argv, "--force")).code).toBe(0);
  });
});

describe("an input that cannot be read", () => {
  it("is refused, naming the file", async () => {
    expect(await refusal("run", folder.at("nowhere.yaml"))).toContain(
      "nowhere.yaml",
    );
    const err = await refusal(
      "route",
      "--fabric",
      folder.at("nowhere.topo"),
      "--routing",
      "cyclic",
      "-o",
      folder.at("x"),
    );
    expect(err).toContain("E_CLI_UNREADABLE_FILE");
  });

  it("is refused where its format is none", async () => {
    expect(
      await refusal("topology", "mesh", "-o", folder.at("net.txt")),
    ).toContain("E_CLI_UNKNOWN_FORMAT");
    for (const [name, text] of [
      ["net.dot", "graph {}"],
      ["net.svg", '<?xml version="1.0"?>\n<svg></svg>'],
      ["drawing.topo", "<svg></svg>"],
    ] as const)
      expect(
        await refusal(
          ...["route", "--fabric", folder.write(name, text)],
          ...["--routing", "cyclic", "-o", folder.at("x")],
        ),
      ).toMatch(/E_CLI_UNREADABLE_FORMAT: A .* is written, not read\./);
  });

  it("is refused with its line where it is no topology file", async () => {
    const topo = folder.write("broken.topo", 'Switch\t8 "S-1"\n[1]\t"H-2"[1\n');
    const err = await refusal(
      "route",
      "--fabric",
      topo,
      "--routing",
      "cyclic",
      "-o",
      folder.at("x"),
    );
    expect(err).toContain("E_IBNETDISCOVER_");
    expect(err).toMatch(/broken\.topo:\d+:\d+/);
  });
});

describe("a plugin module", () => {
  it.each([
    ["@nobody/nothing", "E_CLI_PLUGIN_NOT_FOUND"],
    ["node:path", "E_CLI_PLUGIN_EMPTY"],
  ])("%s is %s", async (module, code) => {
    expect(await refusal("--plugin", module, "list")).toContain(code);
  });

  it("that throws is E_CLI_PLUGIN_FAILED", async () => {
    const file = folder.write("throws.mjs", "throw new Error('no');\n");
    expect(await refusal("--plugin", file, "list")).toContain(
      "E_CLI_PLUGIN_FAILED",
    );
  });

  it("of TypeScript that Node.js does not run is told from which version on it does, and where not", () => {
    const { hint } = loadingHint(
      'Unknown file extension ".ts" for /home/me/late.ts',
    );
    expect(hint).toContain(
      `Node.js runs TypeScript from 22.18 on, and this is ${process.version}`,
    );
    const inside = loadingHint(
      'Stripping types is currently unsupported for files under node_modules, for "file:///me/node_modules/x/index.ts"',
    );
    expect(inside.hint).toContain("inside node_modules");
    expect(loadingHint("no")).toEqual({});
  });

  it.each(["import 'node:path';", "export const none = 1;"])(
    "that says %s where files are CommonJS is told how to be a module",
    (text) => {
      mkdirSync(folder.at("commonjs"), { recursive: true });
      folder.write("commonjs/package.json", '{ "type": "commonjs" }');
      const file = folder.write(`commonjs/m${text.length}.ts`, text);
      // Why a process of its own: here the test's loader would take the file for a module.
      const { status, stderr } = spawnSync(
        process.execPath,
        nodeArguments("--plugin", file, "list"),
        { encoding: "utf8" },
      );
      expect(status).toBe(2);
      expect(stderr).toContain("E_CLI_PLUGIN_FAILED");
      expect(stderr).toContain("npm pkg set type=module");
    },
  );

  it.each([
    ["@nobody/nothing/deep.js", "npm install @nobody/nothing there"],
    ["./absent.mjs", "the folder of the file that imports it"],
  ])(
    "that is there, and whose import %s is not, names the import",
    async (wanted, hint) => {
      const file = folder.write(
        `imports-${wanted.length}.mjs`,
        `import ${JSON.stringify(wanted)};\n`,
      );
      const err = await refusal("--plugin", file, "list");
      expect(err).toContain("E_CLI_PLUGIN_FAILED");
      expect(err).not.toContain("is not installed here");
      expect(err).toContain(wanted.replace(/^\.|\/deep\.js$/g, ""));
      expect(err.replaceAll(/\s+/g, " ")).toContain(hint);
      expect(
        await refusal("--plugin", folder.at("nowhere.mjs"), "list"),
      ).toContain("E_CLI_PLUGIN_NOT_FOUND");
    },
  );

  it.each([
    ["throws nothing at all", "throw null;\n", "null"],
    [
      "has parameters that are none",
      "export const w = { spec: '1', kind: 'routing', name: 'w', params: {} };\n",
      "params that are no table",
    ],
    [
      "is of a family that does not exist",
      "export const w = { spec: '1', kind: 'magic', name: 'w', params: { safeParse() {} } };\n",
      "kind magic",
    ],
  ])("that %s is E_CLI_PLUGIN_FAILED", async (_, text, got) => {
    const file = folder.write(`w${text.length}.mjs`, text);
    const err = await refusal("--plugin", file, "list", "routing");
    expect(err).toContain("E_CLI_PLUGIN_FAILED");
    expect(err).toContain(got);
  });

  it("for another version of the contracts is E_CLI_PLUGIN_VERSION", async () => {
    const file = folder.write(
      "later.mjs",
      "export const later = { spec: '2', kind: 'routing', name: 'later', params: {} };\n",
    );
    expect(await refusal("--plugin", file, "list")).toContain(
      "E_CLI_PLUGIN_VERSION",
    );
  });
});

describe.skipIf(!existsSync("/dev/full"))("standard output", () => {
  it("on a full device is E_CLI_UNWRITABLE_OUTPUT, exit code 2", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(
      process.execPath,
      nodeArguments("list"),
      { stdio: ["ignore", full, "pipe"], encoding: "utf8" },
    );
    closeSync(full);
    expect(stderr).toContain("error E_CLI_UNWRITABLE_OUTPUT");
    expect(status).toBe(2);
  });
});

describe("a refusal under --json", () => {
  it("is JSON on stderr, with the same exit code", async () => {
    const file = folder.write(
      "bad.yaml",
      scenario.replace("metrics:", "metrcs:"),
    );
    const { code, out, err } = await fabriclab("run", file, "--json");
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(JSON.parse(err)).toMatchObject({
      error: {
        code: "E_SCENARIO_UNKNOWN_KEY",
        where: { file, line: 8, column: 1 },
        got: "metrcs",
        hint: "did you mean metrics?",
      },
    });
  });
});

describe("a word too many", () => {
  it("is shown with the command line that has it", async () => {
    const err = await refusal("run", "scenario.yaml", "extra");
    expect(err).toContain("E_CLI_USAGE");
    expect(err).toMatch(/^ {2}got +run scenario.yaml extra$/m);
  });
});

describe("a limit of a run of zero", () => {
  it("is refused as the time that it is", async () => {
    const file = folder.write("limit.yaml", scenario);
    const err = await refusal("run", file, "--set", "maxTime=0s");
    expect(err).toMatch(/^ {2}at .*measure\.maxTime$/m);
    expect(err).toMatch(/^ {2}got +0 ps$/m);
    expect(err).toMatch(/^ {2}expected +a time above 0, such as 10ms$/m);
  });
});

describe("an option that a command cannot do without", () => {
  it("is told by the help, and by the refusal", async () => {
    const { out } = await fabriclab("route", "--help");
    const words = out.replaceAll(/\s+/g, " ");
    expect(words).toContain("(fabriclab list routing) (required)");
    expect(words.match(/\(required\)/g)).toHaveLength(3);
    expect(await refusal("route", "--routing", "cyclic")).toContain("--fabric");
  });
});
