import { FabricError, type Fabric } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import {
  buildFabric,
  experimentOf,
  parseOverride,
  readParts,
  readScenario,
} from "../src/index.ts";
import { registry, whole } from "./plugins.ts";

function refusal(text: string, sets: readonly string[] = []): FabricError {
  try {
    const scenario = readScenario(text, {
      file: "net.yaml",
      registry,
      overrides: sets.map((set) => parseOverride(set)),
    });
    buildFabric(scenario);
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const swapped = (from: string, to: string): string => {
  expect(whole).toContain(from);
  return whole.replace(from, to);
};

describe("a refusal of a scenario", () => {
  it("of a YAML error gives the line and its text", () => {
    const error = refusal("topology: { kind: mesh }\n  routing: xy\n");
    expect(error.code).toBe("E_SCENARIO_SYNTAX");
    expect(error.where).toMatchObject({ file: "net.yaml", line: 2 });
    expect(error.got).toBe("routing: xy");
  });

  it.each([
    ["topology=null", "topology"],
    ["switch.kind=null", "switch.kind"],
    ["traffic=null", "traffic"],
  ])("of what %s leaves out names that override", (set, path) => {
    const error = refusal(whole, [set]);
    expect(error.code).toBe("E_SCENARIO_MISSING_KEY");
    expect(error.where).toEqual({ file: `--set ${set}`, path });
  });

  it("of a value that is left out and has no default names the override", () => {
    const text = `${swapped("load: 0.3, ", "")}offered: { load: 0.5 }\n`;
    const error = refusal(text, ["offered.load=null"]);
    expect(error.code).toBe("E_SPEC_BAD_PARAMETER");
    expect(error.where).toEqual({
      file: "--set offered.load=null",
      path: "offered.load",
    });
  });

  it("of a part that a command line names and leaves out names that override", () => {
    const overrides = [parseOverride("routing=null")];
    expect(() =>
      readParts({ routing: "cyclic" }, { registry, overrides }),
    ).toThrow(
      expect.objectContaining({
        code: "E_SCENARIO_BAD_VALUE",
        got: "null",
        where: { file: "--set routing=null", path: "routing" },
      }),
    );
  });

  it.each([
    ["topology.portz", "did you mean ports?"],
    ["measure.warmupp", "did you mean warmup?"],
    ["traffic[0].lod", "did you mean load?"],
    ["routing.roots", undefined],
  ])("leaves out no key that nobody has: %s=null", (path, hint) => {
    const error = refusal(whole, [`${path}=null`]);
    expect(error.code).toBe("E_SCENARIO_UNKNOWN_KEY");
    expect(error.got).toBe(path);
    expect(error.hint).toBe(hint);
    expect(error.where).toEqual({ file: `--set ${path}=null` });
  });

  it("of a brace that is missing gives the place of the one that it closes", () => {
    const error = refusal(swapped("virtualLanes: 1 }", "virtualLanes: 1"));
    expect(error.code).toBe("E_SCENARIO_SYNTAX");
    expect(error.where).toMatchObject({
      file: "net.yaml",
      line: 4,
      column: "switch: {".length,
    });
    expect(error.got).toBe("switch: { kind: relay, virtualLanes: 1");
    expect(error.message).toContain("the { that is opened here");
    expect(error.hint).toMatch(/its } before line 5,/);
  });

  it.each([
    [
      "of the outer brace where the inner is closed",
      "a: {b: {c: 1}\nd: 2",
      1,
      4,
      "{",
    ],
    ["of the inner where none is closed", "a: {b: {c: 1\nd: 2", 1, 8, "{"],
    ["of a brace within a list", "a: [1, {b: 1]\nc: 2", 1, 8, "{"],
    ["of a bracket within braces", "a: {b: [1, 2}\nc: 2", 1, 8, "["],
    ["lines above the next key", "# x\na: {b: 1,\n  c: 2\nd: 3", 2, 4, "{"],
    ["at the end of the file", "a: 1\nb: {c: 1", 2, 4, "{"],
    ["of a quote", 'a: "b\nc: 1\nd: 2\n', 1, 4, '"'],
    ["of an apostrophe", "a: 'b\nc: 1", 1, 4, "'"],
  ])(
    "of what is left open gives the place %s",
    (_, text, line, column, mark) => {
      const error = refusal(text);
      expect(error.where).toMatchObject({ line, column });
      expect(error.message).toContain(`the ${mark} that is opened here`);
    },
  );

  it("of indentation says nothing of braces that are closed", () => {
    const error = refusal("a: {b: 1}\n  c: 2\n");
    expect(error.message).not.toContain("opened");
    expect(error.where.line).toBe(2);
  });

  it("of a key written twice gives the second, also where one is a number and one its text", () => {
    const error = refusal(`${whole}seed: 2\n`);
    expect(error.code).toBe("E_SCENARIO_SYNTAX");
    expect(error.where).toMatchObject({ line: 11, column: 1 });
    expect(error.hint).toBe("Keep one of the two.");
    expect(refusal(`1: a\n"1": b\n${whole}`).where).toMatchObject({ line: 2 });
  });

  it("of a hundred thousand keys comes at once", () => {
    // The keys compared with each other would be 5·10^9 comparisons.
    const keys = Array.from({ length: 100_000 }, (_, i) => `k${i}: ${i}\n`);
    expect(refusal(whole + keys.join(""))).toMatchObject({
      code: "E_SCENARIO_UNKNOWN_KEY",
      got: "k0",
    });
  });

  it.each([
    ["keys", Array.from({ length: 300_000 }, (_, i) => `k${i}: 1`).join("\n")],
    ["line ends", "\n".repeat(20_000_000)],
    ["brackets", "[".repeat(20_000_000)],
    ["comments", "# more\n".repeat(2_000_000)],
  ])("of %s by the million comes before they are read", (_, text) => {
    expect(refusal(text)).toMatchObject({
      code: "E_SCENARIO_TOO_LONG",
      expected: "at most 2000000",
      where: { file: "net.yaml" },
    });
  });

  it("of a long text with few words is none of its length", () => {
    expect(
      refusal(`${whole}title: "${"word, ".repeat(500_000)}"`),
    ).toMatchObject({ code: "E_SCENARIO_UNKNOWN_KEY" });
  });

  it("of brackets without end says that they nest too deeply", () => {
    for (const text of [
      "[".repeat(5000),
      "{a: ".repeat(5000),
      "- ".repeat(5000),
    ])
      expect(refusal(text)).toMatchObject({
        code: "E_SCENARIO_SYNTAX",
        message: "Lists and mappings nest too deeply.",
      });
  });

  it("of a long text that is no scenario shows its beginning, on one line", () => {
    for (const text of [
      "x".repeat(100_000),
      `- ${"y".repeat(100_000)}`,
      `"${"a\\n".repeat(9)}"`,
    ]) {
      const { code, got = "" } = refusal(text);
      expect(code).toBe("E_SCENARIO_BAD_VALUE");
      expect(got.length).toBeLessThanOrEqual(201);
      expect(got).not.toContain("\n");
    }
  });

  it("of a name that is empty or has blanks around it shows it in quotes", () => {
    for (const name of ["", " cyclic", "cyc\\nlic"])
      expect(
        refusal(swapped("routing: cyclic", `routing: "${name}"`)).got,
      ).toBe(`"${name}"`);
  });

  it("of seeds beyond the largest names seed and seeds, as flags or keys", () => {
    const flags = (...seeds: [string, string][]) =>
      seeds.map(([flag, value]) =>
        parseOverride(`${flag}=${value}`, `--${flag}`),
      );
    const read = (text: string, overrides: ReturnType<typeof flags>) =>
      readScenario(text, { file: "net.yaml", registry, overrides });
    const last = flags(["seed", "4294967295"]);
    expect(read(whole, last).seed).toBe(4294967295);
    expect(() => read(whole, [...last, ...flags(["seeds", "2"])])).toThrow(
      expect.objectContaining({
        code: "E_SCENARIO_SEEDS",
        got: "--seed 4294967295 and --seeds 2: the last would be 4294967296",
        expected: "a seed of at most 4294967294 for 2 seeds",
      }),
    );
    const error = refusal(
      `${swapped("seed: 1", "seed: 4294967290")}seeds: 7\n`,
    );
    expect(error.where).toMatchObject({ line: 11, path: "seeds" });
    expect(error.got).toBe(
      "seed: 4294967290 and seeds: 7: the last would be 4294967296",
    );
  });

  it("of a metric that is listed twice points at the second", () => {
    const error = refusal(
      swapped(
        "metrics: [latency, throughput]",
        "metrics:\n  - latency\n  - throughput\n  - { kind: latency }",
      ),
    );
    expect(error.code).toBe("E_SCENARIO_METRIC_TWICE");
    expect(error.where).toMatchObject({ line: 11, path: "metrics[2]" });
    expect(error.got).toBe("latency, as at line 9");
  });

  it.each([
    ["addressing", 2],
    ["routing", 3],
    ["multicast", 11],
    ["lanes", 12],
  ])("of %s beside finished tables points at it", (key, line) => {
    const lines = `${whole}multicast: union\nlanes: none\n`.split("\n");
    const text = lines.map((one, i) =>
      /^(addressing|routing|multicast|lanes)/.test(one) && i + 1 !== line
        ? ""
        : one,
    );
    const error = refusal(
      `${text.join("\n")}tables: { kind: dump, path: tables/ }\n`,
    );
    expect(error.code).toBe("E_SCENARIO_FINISHED_TABLES");
    expect(error.where).toMatchObject({ line, path: key });
    expect(error.hint).toBe(
      `leave out ${key} (on a command line: --set ${key}=null), or name another kind of tables`,
    );
  });

  it("of a missing routing names both ways out", () => {
    const error = refusal("topology: mesh\ntraffic: poisson\n");
    expect(error.code).toBe("E_SCENARIO_MISSING_KEY");
    expect(error.hint).toBe(
      "add a line `routing: …`; or name finished tables: `tables: { kind: dump, … }`",
    );
  });

  it("of finished tables that cannot be read gives the line of their folder", () => {
    const text = `topology: mesh\ntables:\n  kind: dump\n  path: gone/\ntraffic: poisson\n`;
    const scenario = readScenario(text, { file: "net.yaml", registry });
    expect(() => experimentOf(scenario, {} as Fabric)).toThrowError(
      expect.objectContaining({
        code: "E_CLI_TABLES_FOLDER",
        where: expect.objectContaining({ line: 4 }) as unknown,
      }) as Error,
    );
  });

  it("of a tab gives its line", () => {
    const error = refusal("topology:\n\tkind: mesh\n");
    expect(error.code).toBe("E_SCENARIO_SYNTAX");
    expect(error.where.line).toBe(2);
  });

  it("of a tag that YAML does not have gives its line", () => {
    const error = refusal("topology: { kind: mesh }\nrouting: !include xy\n");
    expect(error.code).toBe("E_SCENARIO_SYNTAX");
    expect(error.where.line).toBe(2);
    expect(error.message).toContain("!include");
  });

  it("of a key given twice gives the second one's line", () => {
    const error = refusal(`${whole}seed: 2\n`);
    expect(error.code).toBe("E_SCENARIO_SYNTAX");
    expect(error.where.line).toBe(11);
  });

  it.each([
    ["", "E_SCENARIO_EMPTY"],
    ["# only a comment\n", "E_SCENARIO_EMPTY"],
    ["a: 1\n---\nb: 2\n", "E_SCENARIO_DOCUMENTS"],
    ["- a\n- b\n", "E_SCENARIO_BAD_VALUE"],
    ["just words\n", "E_SCENARIO_BAD_VALUE"],
  ])("of %j is %s", (text, code) => {
    expect(refusal(text).code).toBe(code);
  });

  it.each([
    ["of nothing", swapped("seed: 1", "seed: *none"), "*none", 10],
    [
      "that holds itself",
      swapped("{ kind: fat-tree, ports: 8, levels: 3 }", "&t { kind: *t }"),
      "*t",
      1,
    ],
    [
      "that holds itself in a list",
      swapped("[latency, throughput]", "&m [latency, *m]"),
      "*m",
      8,
    ],
  ])("of an alias %s names it and its line", (_, text, got, line) => {
    const error = refusal(text);
    expect(error).toMatchObject({
      code: "E_SCENARIO_ALIAS",
      got,
      where: { file: "net.yaml", line },
    });
  });

  it("of aliases that multiply comes before memory is full", () => {
    const ten = (name: string): string => `[${`*${name}, `.repeat(9)}*${name}]`;
    const levels = ["b", "c", "d", "e", "f", "g", "h", "i"].map(
      (name, i) => `${name}: &${name} ${ten("abcdefgh"[i] ?? "")}`,
    );
    const text = [`a: &a [x, x]`, ...levels, whole].join("\n");
    expect(refusal(text)).toMatchObject({
      code: "E_SCENARIO_ALIAS",
      got: "more than 100000 values",
    });
  });

  it.each([".nan", ".inf"])("of the number %s shows it", (number) => {
    const error = refusal(swapped("load: 0.3", `load: ${number}`));
    expect(error.code).toBe("E_SPEC_BAD_PARAMETER");
    expect(error.got).toBe(number === ".nan" ? "NaN" : "Infinity");
  });

  it("of a warm-up whose unit is right and whose time is too long names the bound", () => {
    const { expected } = refusal(swapped("warmup: auto", "warmup: 100000s"));
    expect(expected).toContain("less than measure.maxTime");
  });

  it("of a warm-up that is no time says what is", () => {
    const error = refusal(swapped("warmup: auto", "warmup: soon"));
    expect(error.expected).toContain("auto, or a time");
  });

  it("of an unknown key names the nearest right one and the line", () => {
    const error = refusal(swapped("metrics:", "metrcs:"));
    expect(error).toMatchObject({
      code: "E_SCENARIO_UNKNOWN_KEY",
      where: { file: "net.yaml", line: 8, column: 1 },
      got: "metrcs",
      hint: "did you mean metrics?",
    });
  });

  it("of an unknown parameter names the nearest right one, its line and column", () => {
    const error = refusal(swapped("load: 0.3", "laod: 0.3"));
    expect(error.code).toBe("E_SPEC_UNKNOWN_PARAMETER");
    expect(error.where).toMatchObject({
      line: 7,
      column: 22,
      path: "traffic[0].laod",
    });
    expect(error.hint).toContain("load");
  });

  it("of an unknown key of a section gives its line", () => {
    const error = refusal(swapped("precision: 0.05", "precison: 0.05"));
    expect(error.where).toMatchObject({ line: 9, path: "measure.precison" });
    expect(error.hint).toContain("precision");
  });

  it("of an unknown unit gives the line of the value", () => {
    const error = refusal(swapped("flight: 20ns", "flight: 20 lightyears"));
    expect(error.code).toBe("E_UNITS_TIME");
    expect(error.where).toMatchObject({ line: 5, path: "link.flight" });
    expect(error.expected).toContain("ns");
  });

  it("of a missing unit gives the line of the value", () => {
    const error = refusal(swapped("size: 256B", "size: 256"));
    expect(error.code).toBe("E_UNITS_SIZE");
    expect(error.where.line).toBe(7);
  });

  it("of a wrong type gives the line of the value", () => {
    const error = refusal(swapped("ports: 8", "ports: many"));
    expect(error.code).toBe("E_SPEC_BAD_PARAMETER");
    expect(error.where).toMatchObject({
      line: 1,
      column: 36,
      path: "topology.ports",
    });
  });

  it("of a value out of range gives the bound", () => {
    const error = refusal(swapped("virtualLanes: 1", "virtualLanes: 16"));
    expect(error.expected).toContain("15");
    expect(error.where.line).toBe(4);
  });

  it("of an unknown plugin lists the family and names the nearest", () => {
    const error = refusal(swapped("routing: cyclic", "routing: cylic"));
    expect(error).toMatchObject({
      code: "E_SCENARIO_UNKNOWN_PLUGIN",
      got: "cylic",
      expected: "cyclic, torus-xy, multipath, xy",
      hint: "did you mean cyclic?",
    });
    expect(error.where).toMatchObject({ line: 3, column: 10 });
  });

  it("of a plugin in the wrong place says where it belongs", () => {
    const error = refusal(swapped("routing: cyclic", "routing: poisson"));
    expect(error.hint).toContain("traffic");
  });

  it("of a key that another part has says which", () => {
    const error = refusal(swapped("flight: 20ns", "ports: 4"));
    expect(error).toMatchObject({
      code: "E_SPEC_UNKNOWN_PARAMETER",
      where: { line: 5, path: "link.ports" },
      hint: "ports is a key of topology: topology: { kind: fat-tree, ports: 4 }",
    });
    expect(refusal(swapped("seed: 1", "seed: 1\nvirtualLanes: 2")).hint).toBe(
      "virtualLanes is a key of switch: switch: { kind: relay, virtualLanes: 2 }",
    );
    expect(
      refusal(swapped("routing: cyclic", "routing: { kind: cyclic, load: 1 }"))
        .hint,
    ).toBe("load is a key of traffic[0]: { kind: poisson, load: 1 }");
    expect(
      refusal(swapped("flight: 20ns", "flight: 20ns, routing: xy")).hint,
    ).toBe("routing is a key of the scenario itself, beside link: routing: xy");
    expect(refusal(swapped("flight: 20ns", "seed: 2")).hint).toBe(
      "seed is a key of the scenario itself, beside link: seed: 2",
    );
    // No routing is called so, nor any builder of tables 2.
    for (const other of ["routing: red", "lanes: 2"])
      expect(refusal(swapped("flight: 20ns", other)).hint).toBeUndefined();
    // What no part has stays without.
    expect(
      refusal(swapped("flight: 20ns", "colour: red")).hint,
    ).toBeUndefined();
  });

  it("of several metrics in one text shows the list", () => {
    const metrics = (text: string) =>
      refusal(swapped("[latency, throughput]", text)).hint;
    expect(metrics('"latency, throughput"')).toBe(
      "several are written as a list: [latency, throughput]",
    );
    expect(metrics("latency throughput")).toContain("[latency, throughput]");
    expect(metrics('"latency, thruput"')).not.toContain("list");
  });

  it("of a unicast table builder as a multicast one lists the multicast ones only", () => {
    const error = refusal(`${whole}multicast: linear\n`);
    expect(error.expected).toBe("multicast-union, multicast-spanning-tree");
  });

  it("of a pattern gives its line", () => {
    const error = refusal(swapped("pattern: uniform", "pattern: unifrom"));
    expect(error.code).toBe("E_SCENARIO_UNKNOWN_PLUGIN");
    expect(error.where.line).toBe(7);
    expect(error.hint).toBe("did you mean uniform?");
  });

  it.each(["topology", "routing", "traffic"])(
    "of a scenario without %s names the family",
    (key) => {
      const lines = whole.split("\n").filter((line) => !line.startsWith(key));
      const text = lines
        .filter((line) => key !== "traffic" || !line.startsWith("  -"))
        .join("\n");
      const error = refusal(text);
      expect(error.code).toBe("E_SCENARIO_MISSING_KEY");
      expect(error.expected).toContain(
        key === "topology"
          ? "fat-tree"
          : key === "routing"
            ? "cyclic"
            : "poisson",
      );
    },
  );

  it("of a mapping without a kind says so", () => {
    const error = refusal(swapped("kind: fat-tree, ", ""));
    expect(error).toMatchObject({
      code: "E_SCENARIO_MISSING_KEY",
      where: { line: 1 },
    });
  });

  it("by a plugin gets the line of the plugin's entry", () => {
    const error = refusal(whole);
    expect(error.code).toBe("E_FAT_TREE_ODD_PORTS");
    expect(error.where).toMatchObject({ file: "net.yaml", line: 1 });
  });
});

describe("a refusal of an override", () => {
  it.each(["load", "=4", ""])("of %j asks for key=value", (text) => {
    expect(() => parseOverride(text)).toThrow(
      expect.objectContaining({ code: "E_SCENARIO_BAD_OVERRIDE" }),
    );
  });

  it("does not meet GUIDs: hexadecimal numbers wider than a LID stay as they are written", () => {
    const valueOf = (text: string) => parseOverride(`roots=${text}`).value;
    expect(valueOf("0x8f105001086a2")).toBe("0x8f105001086a2");
    expect(valueOf("[0x200000, 0xffff]")).toEqual(["0x200000", 65535]);
  });

  it("of several mappings without brackets says how a list is written", () => {
    const text = "pattern={ kind: shift, by: 1 },{ kind: shift, by: 2 }";
    expect(() => parseOverride(text, "--vary")).toThrow(
      expect.objectContaining({
        code: "E_SCENARIO_BAD_OVERRIDE",
        hint: "several values stand in brackets: pattern=[{ kind: shift, by: 1 },{ kind: shift, by: 2 }]",
      }),
    );
    expect(() => parseOverride("pattern={ kind: shift")).toThrow(
      expect.objectContaining({ hint: undefined }),
    );
  });

  it("of a value that is not YAML says so", () => {
    expect(() => parseOverride("load=[1")).toThrow(
      expect.objectContaining({ code: "E_SCENARIO_BAD_OVERRIDE" }),
    );
  });

  it("of an unknown key names the nearest right one", () => {
    const error = refusal(whole, ["laod=0.4"]);
    expect(error).toMatchObject({
      code: "E_SCENARIO_UNKNOWN_KEY",
      hint: "did you mean load?",
    });
    expect(error.where.path).toBe("--set laod=0.4");
  });

  it("of an ambiguous key gives the full paths", () => {
    const two = `${whole.replace("metrics:", "  - { kind: poisson, load: 0.1 }\nmetrics:")}`;
    const error = refusal(two, ["load=0.4"]);
    expect(error.code).toBe("E_SCENARIO_AMBIGUOUS_KEY");
    expect(error.expected).toBe("traffic[0].load or traffic[1].load");
  });

  it.each([
    "traffic[0]load",
    "traffic[-1].load",
    "traffic[].load",
    "traffic..load",
    ".load",
  ])("of %s, which is no path, says what one is like", (path) => {
    expect(refusal(whole, [`${path}=0.4`])).toMatchObject({
      code: "E_SCENARIO_UNKNOWN_KEY",
      message: "That is no key of a scenario, nor the path of one.",
    });
  });

  it("of a part of a single entry points at its own line, and names the entry", () => {
    const text = `topology: mesh
routing: xy
traffic:
  kind: poisson
  load: 0.1
  pattern:
    kind: nonsense
`;
    expect(refusal(text).where).toMatchObject({
      path: "traffic[0].pattern.kind",
      line: 7,
    });
  });

  it("of a path of thousands of steps comes before anything walks down it", () => {
    expect(refusal(whole, [`traffic${"[0]".repeat(3000)}=1`])).toMatchObject({
      code: "E_SCENARIO_UNKNOWN_KEY",
      got: `traffic${"[0]".repeat(24)}[…`,
    });
  });

  it("of a key of a list of several says that an entry must be named", () => {
    const error = refusal(whole, [
      "traffic=[{kind: poisson, load: 0.1}, {kind: poisson, load: 0.2}]",
      "traffic.load=0.4",
    ]);
    expect(error).toMatchObject({
      code: "E_SCENARIO_UNKNOWN_KEY",
      expected: "traffic[0].load to traffic[1].load",
    });
  });

  it("of an entry that does not exist says which do", () => {
    const error = refusal(whole, ["traffic[3].load=0.4"]);
    expect(error).toMatchObject({
      code: "E_SCENARIO_UNKNOWN_KEY",
      expected: "traffic[0]",
    });
  });

  it("of a part without a name puts the article that its family has", () => {
    const addressing = refusal(whole, ["addressing=3"]);
    expect(addressing.message).toMatch(/ must name an addressing\.$/);
    const routing = refusal(whole, ["routing=3"]);
    expect(routing.message).toMatch(/ must name a routing\.$/);
  });

  it("of a bad value names the flag's key and no line of the file", () => {
    const error = refusal(whole, ["load=much"]);
    expect(error.code).toBe("E_SPEC_BAD_PARAMETER");
    expect(error.where.path).toBe("traffic[0].load");
    expect(error.where.line).toBeUndefined();
  });
});
