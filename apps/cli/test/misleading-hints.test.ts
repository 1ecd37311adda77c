import { beforeAll, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const topo = folder.at("net.topo");
const scenario = folder.write(
  "net.yaml",
  `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: minhop
link: { flight: 20ns }
traffic: { kind: poisson, load: 0.3, size: 256B }
measure: { warmup: 2us, maxTime: 10us }
`,
);

beforeAll(async () => {
  await fabriclab(
    ...["topology", "fat-tree", "--ports", "12", "--levels", "2", "-o", topo],
  );
});

/** The rows of a refusal: `at`, `got`, `expected`, `hint`. */
async function refused(...argv: string[]): Promise<Record<string, string>> {
  const { code, err } = await fabriclab(...argv);
  expect(code, err).toBe(2);
  return {
    error: err.split("\n")[0] ?? "",
    ...Object.fromEntries(
      [...err.matchAll(/^ {2}(at|got|expected|hint) +(.*)$/gm)].map(
        ([, key = "", text = ""]) => [key, text] as const,
      ),
    ),
  };
}

describe("usage errors", () => {
  it("list the flags, or say how the command is written", async () => {
    const unknown = await refused("run", scenario, "--frobnicate");
    expect(unknown["expected"]).toMatch(/^one of --set, .*--quiet/);
    const missing = await refused("route", "--routing", "cyclic");
    expect(missing["expected"]).toContain(
      "fabriclab route --fabric <file> --routing <name> --output <dir>",
    );
    const command = await refused("frobnicate");
    expect(command["expected"]).toMatch(/^one of topology, .*schema/);
    expect(command["expected"]).not.toContain("sweep-shards");
  });

  it("of a scenario's key as a flag, and of a fabric without its flag, give what can be pasted", async () => {
    const key = await refused("run", scenario, "--routing", "updn");
    expect(key["hint"]).toBe("--set routing=updn");
    const done = await fabriclab("run", scenario, "--set", "routing=updn");
    expect(done.code, done.err).toBe(0);
    expect((await refused("route", topo, "--routing", "updn"))["hint"]).toBe(
      `did you mean --fabric ${topo}?`,
    );
    // The ends of a path are no fabrics.
    const ends = ["path", "--routing", "updn", "P(00)", "P(01)"];
    expect(await refused(...ends)).not.toHaveProperty("hint");
    expect((await refused("route", "--fabirc", topo))["hint"]).toBe(
      "did you mean --fabric?",
    );
  });

  it.each([[[]], [["--routing", "updn"]]])(
    "of fail --tables beside %j say where tables that stay are asked",
    async (routing) => {
      const fail = ["fail", "--fabric", "net.topo", "--tables", "my dump"];
      const { hint } = await refused(...fail, ...routing, "--remove", "s1");
      expect(hint).toContain("topology --fabric FILE --remove NODE");
      expect(hint).toContain("--fabric broken.topo --tables 'my dump'");
    },
  );

  it("of an engine say by which flag the command takes it", async () => {
    const compare = ["compare", "--fabric", topo];
    for (const flag of ["--routing", "--engine", "-R"])
      expect((await refused(...compare, flag, "updn"))["hint"]).toBe(
        "--engines updn",
      );
    const commands = [["audit"], ["route", "-o", "t"], ["fail"], ["path"]];
    for (const command of [...commands, ["job", "--hosts", "hosts"]])
      for (const flag of ["--engines", "--engine", "-R"])
        expect(
          (await refused(...command, "--fabric", topo, flag, "updn"))["hint"],
        ).toBe("--routing updn");
  });

  it("of several routings where a command takes one name the command that takes several", async () => {
    const several = ["--fabric", topo, "--routing", "updn,minhop"];
    expect((await refused("audit", ...several))["hint"]).toBe(
      "one routing here; several are compared by fabriclab compare --fabric FILE --engines updn,minhop",
    );
    const route = await refused("route", ...several, "-o", folder.at("t"));
    expect(route["hint"]).toContain("--engines updn,minhop");
  });

  it("of a parameter as a flag say how it is set", async () => {
    expect((await refused("run", scenario, "--load", "0.1"))["hint"]).toBe(
      "a key of the scenario is changed by --set load=0.1",
    );
    const done = await fabriclab("run", scenario, "--set", "load=0.1");
    expect(done.code, done.err).toBe(0);
    const lanes = await refused("sweep", scenario, "--virtual-lanes=2");
    expect(lanes["hint"]).toContain("--set virtualLanes=2");
    const none = await refused("run", scenario, "--workers", "2");
    expect(none).not.toHaveProperty("hint");
  });

  it("of a number beyond its bounds do not say that it is not whole", async () => {
    const samples = ["compare", "--fabric", topo, "--samples"];
    const refusal = async (value: string) =>
      (await refused(...samples, value))["error"];
    expect(await refusal("1")).toContain("--samples takes no such number.");
    expect(await refusal("2.5")).toContain("--samples takes a whole number.");
  });

  it("of numbers that stand apart say how a list is written", async () => {
    const tree = ["topology", "xgft", "--parents", "4,4", "--children"];
    expect((await refused(...tree, "16", "4", "4"))["hint"]).toBe(
      "several numbers have commas between them: --children 16,4,4",
    );
    const net = ["topology", "fat-tree", "--ports", "4", "elsewhere"];
    expect(await refused(...net)).not.toHaveProperty("hint");
  });

  it("of fail --cable and --switch say how fail has them", async () => {
    const fail = ["fail", "--fabric", topo, "--routing", "updn"];
    expect((await refused(...fail, "--cable", "SW<0,0>:1"))["hint"]).toContain(
      "--remove 'SW<0,0>:1'",
    );
    expect((await refused(...fail, "--switch=SW<0,0>"))["hint"]).toContain(
      "--remove 'SW<0,0>'",
    );
  });

  it("of fail --cables and --switches name the flags that take several", async () => {
    const fail = ["fail", "--fabric", topo, "--routing", "updn"];
    for (const [flag, right] of [
      ["--cables", "--random-links"],
      ["--links", "--random-links"],
      ["--switches", "--random-switches"],
    ] as const) {
      const { hint } = await refused(...fail, flag, "2");
      expect(hint).toContain(`${right} 2 `);
      const done = await fabriclab(...fail, right, "2", "--samples", "2");
      expect([0, 1], done.err).toContain(done.code);
      const named = await refused(...fail, flag, "SW<0,0>:1");
      expect(named["hint"]).toMatch(/^--remove, once for each/);
    }
  });
});

describe("a file of another kind", () => {
  it.each(["run", "sweep"])("%s of a fabric says so", async (command) => {
    const { error, hint } = await refused(command, topo);
    expect(error).toContain("is a fabric, and no scenario");
    expect(hint).toContain(`--fabric ${topo}`);
  });

  it("plot of a fabric names what draws it", async () => {
    expect((await refused("plot", topo))["hint"]).toContain(
      `fabriclab view ${topo}`,
    );
  });
});

describe("--set", () => {
  const set = (text: string) => refused("run", scenario, "--set", text);

  it("without a value says that it needs one", async () => {
    expect((await set("kind="))["error"]).toContain("needs a value");
    expect((await set("kind=mesh"))["hint"]).toContain("routing=…");
  });

  it("of several metrics gives the list as it is typed", async () => {
    const { hint = "" } = await set("metrics=latency,throughput");
    const list = /--set '(.*)'/.exec(hint)?.[1] ?? "";
    expect(list).toBe("metrics=[latency, throughput]");
    const done = await fabriclab("run", scenario, "--set", list);
    expect(done.code, done.err).toBe(0);
  });

  it("takes the one key of that name that the scenario gives, and asks where it gives none", async () => {
    const flight = async (...flags: string[]) => {
      const done = await fabriclab("run", scenario, "--explain", ...flags);
      expect(done.code, done.err).toBe(0);
      return done.out;
    };
    expect(await flight("--set", "flight=30ns")).toBe(
      await flight("--set", "link.flight=30ns"),
    );
    const without = folder.write(
      "bare.yaml",
      `topology: mesh\nrouting: xy\ntraffic: poisson\n`,
    );
    const { error } = await refused("run", without, "--set", "flight=30ns");
    expect(error).toContain("E_SCENARIO_AMBIGUOUS_KEY");
  });

  it("of a precision in per cent says what share is meant", async () => {
    for (const value of ["5", "5%", "0"])
      expect((await set(`precision=${value}`))["expected"]).toContain(
        "0.05 for 5 %",
      );
    expect((await set("confidence=95"))["expected"]).toContain("0.95");
  });
});

it("management traffic on a switch without VL15: the hint names one that has it", async () => {
  const control = folder.write(
    "control.yaml",
    `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: minhop
traffic: { kind: control }
measure: { maxTime: 10us }
`,
  );
  const { hint } = await refused("run", control);
  expect(hint).toContain("switch: iba");
  const done = await fabriclab("run", control, "--set", "switch=iba");
  expect(done.code, done.err).toBe(0);
});

it("refusals of a routing name the flag, and parameters as flags", async () => {
  const route = [
    "route",
    "--fabric",
    topo,
    "--force",
    "-o",
    folder.at("tables"),
  ];
  const { at, hint = "" } = await refused(...route, "--routing", "cyclic");
  expect(at).toBe(`--fabric ${topo}  ports`);
  const set = /--set (\S+)/.exec(hint)?.[1] ?? "";
  expect(set).toBe("lmc=3");
  const done = await fabriclab(...route, "--routing", "cyclic", "--set", set);
  expect(done.code, done.err).toBe(0);
  expect(
    (await refused(...route, "--routing", "ftree", "--set", "roots=[x]"))["at"],
  ).toBe("--set roots=[x]");
  const xy = await refused(...route, "--routing", "xy");
  expect(xy["at"]).toContain("--routing xy");
});

it("list takes a scenario's key for its family", async () => {
  const { out } = await fabriclab("list", "metrics");
  expect(out).toBe((await fabriclab("list", "metric")).out);
});

it.each([
  ["arbiters", "arbiter"],
  ["Patterns", "pattern"],
  ["topologies", "topology"],
  ["switches", "switch"],
  ["lane-schedulers", "lane-scheduler"],
  ["drop policies", "drop"],
])("list takes %s for the family %s", async (plural, family) => {
  const { out, code } = await fabriclab("list", plural);
  expect(code).toBe(0);
  expect(out).toBe((await fabriclab("list", family)).out);
});

it("a packet on a VL that no table serves: the hint says which traffic sends on which SLs", async () => {
  const lanes = folder.write(
    "lanes.yaml",
    `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: minhop
switch: iba
laneScheduler: { kind: vl-arbitration, high: "0:4", low: "1:4,2:4" }
traffic:
  - { kind: poisson, load: 0.3, size: 256B }
  - { kind: poisson, load: 0.1, size: 256B, sl: [1, 3] }
measure: { maxTime: 20us }
`,
  );
  const { error, hint } = await refused("run", lanes);
  expect(error).toContain("E_VL_ARBITRATION_UNLISTED");
  expect(hint).toContain("traffic[1] (poisson) sends on SL 1, 3");
  expect(hint).toContain("traffic[0] (poisson) sends on the SLs of the rout");
});

it("VLs that no table serves are all named, at the flag that took them out; management packets are of no table", async () => {
  const lanes = folder.write(
    "served.yaml",
    `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: minhop
switch: iba
laneScheduler:
  kind: vl-arbitration
  high: "0:4,1:4,2:4,3:4"
  low: "4:4,5:4,6:4,7:4,8:4,9:4,10:4,11:4,12:4,13:4"
traffic:
  - { kind: poisson, load: 0.3, size: 256B, sl: [0, 1, 2, 3] }
  - { kind: control, period: 10us }
measure: { maxTime: 20us }
`,
  );
  const set = 'laneScheduler.high="0:20,1:20"';
  const { at, got, hint } = await refused("run", lanes, "--set", set);
  expect(at).toBe(`--set ${set}  laneScheduler.high`);
  expect(got).toMatch(/^a packet on VL[23]; no table has VL2, VL3, VL14$/);
  expect(hint).toContain("traffic[0] (poisson) sends on SL 0, 1, 2, 3");
  expect(hint).not.toContain("control");
  // Who wrote both tables into the file lacks a VL in both.
  const level = ["--set", "traffic.0.sl=14"];
  expect((await refused("run", lanes, ...level))["at"]).toMatch(
    /served\.yaml:5:3 +laneScheduler$/,
  );
});

describe("help", () => {
  it("tells what stands in a mapping, on lines that fit", async () => {
    const { out } = await fabriclab("explain", "mpeg2");
    expect(out).toMatch(/connection.probeSize +size +64B +bytes of a probe/);
    expect(out).toMatch(/multicast.share +number/);
    const [, table = ""] = /Parameters:\n(.*)\n\nClaims/s.exec(out) ?? [];
    expect(table.split("\n").length).toBeGreaterThan(30);
    for (const line of table.split("\n"))
      expect(line.length, line).toBeLessThanOrEqual(100);
    expect(table).not.toContain("…");
  });

  it("tells each flag once", async () => {
    const { out } = await fabriclab("topology", "fat-tree", "--help");
    for (const flag of ["--output", "--format", "--quirks ", "--json"])
      expect(out.split(`${flag}`).length, flag).toBeGreaterThan(1);
    expect(out.match(/^ {2}-o, --output/gm)).toHaveLength(1);
  });
});
