import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { FailReport } from "../src/fail/failure.ts";
import { fabriclab, pressCtrlC, workFolder } from "./command.ts";

const folder = workFolder();
const tree = folder.at("tree.topo");
const mesh = folder.at("mesh.topo");

beforeAll(async () => {
  const make = (words: string, file: string) =>
    fabriclab("topology", ...words.split(" "), "-o", file);
  // IBFT(4,2): roots SW<0,0> and SW<1,0>, 4 leaves of 2 hosts.
  await make("fat-tree --ports 4 --levels 2", tree);
  await make("mesh --columns 3 --rows 3", mesh);
});

async function fail(fabric: string, ...flags: string[]) {
  const done = await fabriclab(
    ...["fail", "--json", "--quiet", "--fabric", fabric, ...flags],
  );
  return { ...done, report: JSON.parse(done.out) as FailReport };
}

describe("fail", () => {
  it("cuts off the hosts of a leaf that dies, and nobody else", async () => {
    const { report, code } = await fail(
      tree,
      ...["--routing", "minhop", "--remove", "SW<2,1>"],
    );
    // 8 · 7 ordered pairs before, 6 · 5 after
    expect(report.failures[0]?.outcome).toMatchObject({
      pairsLost: 56 - 30,
      pairsCutOff: 56 - 30,
      after: { loopChannels: 0 },
    });
    expect(code).toBe(0);
  });

  it("halves what a root carries when the other dies: half of the ways down are gone", async () => {
    const { report } = await fail(
      tree,
      ...["--routing", "minhop", "--remove", "SW<0,0>"],
    );
    const [failure] = report.failures;
    expect(failure).toMatchObject({ cables: 4, status: "routed" });
    expect(failure?.outcome).toMatchObject({ pairsLost: 0, pairsCutOff: 0 });
    expect(failure?.outcome?.bandwidthLost).toBeCloseTo(
      (report.before.bandwidth ?? 0) - (failure?.outcome?.after.bandwidth ?? 0),
      12,
    );
    expect(failure?.outcome?.bandwidthLost).toBeGreaterThan(10);
    // The 6 hosts of each leaf that lost its port to this root, of 8, and not the other way round.
    const entries = failure?.outcome?.entries;
    expect(entries?.moved).toBeGreaterThanOrEqual(4 * 3);
    expect(entries?.moved).toBeLessThanOrEqual(entries?.of ?? 0);
  });

  it("counts the flows that a failure cuts off as none", async () => {
    const { report } = await fail(
      tree,
      ...["--routing", "minhop", "--remove", "SW<0,0>", "--remove", "SW<1,0>"],
    );
    // Four leaves of two hosts are left alone: a host reaches 1 of 7.
    const after = report.failures[0]?.outcome?.after;
    expect(after?.bandwidth).toBeGreaterThan(100 / 7 - 6);
    expect(after?.bandwidth).toBeLessThan(100 / 7 + 6);
  });

  it("takes one cable of a node away, and several things at once", async () => {
    const { report } = await fail(
      tree,
      ...["--routing", "minhop", "--remove", "SW<0,0>:1"],
      ...["--remove", "P(00)"],
    );
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatchObject({
      label: "SW<0,0>:1, P(00)",
      cables: 2,
    });
    // P(00) and the 7 others, both ways
    expect(report.failures[0]?.outcome?.pairsCutOff).toBe(14);
  });

  it("finds a switch by its GUID as ibnetdiscover writes it", async () => {
    const text = readFileSync(tree, "utf8");
    const id = /^Switch.*"(S-[0-9a-f]+)".*"SW<1,0>"/m.exec(text)?.[1] ?? "";
    const { report } = await fail(
      tree,
      ...["--routing", "minhop", "--remove", id],
    );
    expect(report.failures[0]?.cables).toBe(4);
  });

  it("looks at every switch, the worst first", async () => {
    const { report } = await fail(
      tree,
      ...["--routing", "updn", "--each", "switch"],
    );
    const lost = report.failures.map(({ outcome }) => outcome?.pairsLost);
    expect(lost).toEqual([26, 26, 26, 26, 0, 0]);
    expect(report.worst.pairs).toMatch(/^SW<.,1>$/);
    expect(report.worst.bandwidth).toMatch(/^SW<.,0>$/);
    expect(report.worst.loops).toBeNull();
  });

  it("looks at every cable between switches; a routing that refuses is a problem", async () => {
    const { report, code } = await fail(
      tree,
      ...["--routing", "ftree", "--each", "link"],
    );
    expect(report.failures).toHaveLength(8);
    for (const one of report.failures)
      expect(one).toMatchObject({
        status: "refused",
        reason: { code: "E_FTREE_UNSUPPORTED_FABRIC" },
      });
    expect(code).toBe(1);
    const roots = folder.write("roots.txt", "SW<0,0>\nSW<1,0>\n");
    const named = await fail(
      tree,
      ...["--routing", "ftree", "--each", "link", "--roots", roots],
    );
    expect(named.code).toBe(0);
  });

  it("makes loops where minhop goes round a hole in a mesh", async () => {
    const { report, code } = await fail(
      mesh,
      ...["--routing", "dor", "--each", "switch"],
    );
    const before = report.before.loopChannels;
    const loops = report.failures.map(
      ({ outcome }) => outcome?.after.loopChannels ?? 0,
    );
    const isWorse = loops.some((channels) => channels > before);
    expect(report.worst.loops !== null).toBe(isWorse);
    expect(code).toBe(isWorse ? 1 : 0);
  });

  it("draws cables by the seed, as many as asked, each once", async () => {
    const draw = async (seed: string) => {
      const { report } = await fail(
        tree,
        ...["--routing", "minhop", "--random-links", "3", "--seed", seed],
      );
      return report.failures[0]?.drawn ?? [];
    };
    const one = await draw("1");
    expect(new Set(one).size).toBe(3);
    expect(await draw("1")).toEqual(one);
    expect(await draw("2")).not.toEqual(one);
  });

  it("writes its report, and prints one for people", async () => {
    const file = folder.at("fail.json");
    const { out, err } = await fabriclab(
      ...["fail", "--fabric", tree, "--routing", "minhop", "-o", file],
      ...["--each", "switch"],
    );
    expect(out).toContain("most pairs lost: SW<0,1>");
    expect(err).toContain("report written");
    const report = JSON.parse(readFileSync(file, "utf8")) as FailReport;
    expect(report.failures).toHaveLength(6);
  });

  it("prints no blank line below a single failure", async () => {
    const { out } = await fabriclab(
      ...["fail", "--fabric", tree, "--routing", "minhop"],
      ...["--remove", "SW<0,0>"],
    );
    expect(out).toMatch(/SW<0,0>.*[^\n]\n$/);
  });

  it("keeps what is done when Ctrl-C comes", async () => {
    pressCtrlC();
    const { code, out, err } = await fabriclab(
      ...["fail", "--fabric", tree, "--routing", "minhop", "--each", "link"],
    );
    expect(code).toBe(130);
    // On stdout where the fabric as it is was measured before.
    expect(out + err).toContain("interrupted");
  });

  it.each([
    [[], "E_CLI_USAGE", "--random-links"],
    [
      ["--each", "link", "--remove", "SW<0,0>"],
      "E_CLI_OPTION_CONFLICT",
      "--each",
    ],
    [["--remove", "SW<0,9>"], "E_CLI_NO_SUCH_NODE", "SW<0,9>"],
    [["--remove", "SW<0,0>:9"], "E_CLI_NO_SUCH_CABLE", "port: 1 to 4\n"],
    // Both ends of one cable; a node, and a cable of it; a node, twice.
    [
      ["--remove", "SW<0,0>:1", "--remove", "SW<0,1>:3"],
      "E_CLI_USAGE",
      "SW<0,0>:1 and SW<0,1>:3, which are one cable",
    ],
    [
      ["--remove", "SW<0,1>:3", "--remove", "SW<0,0>"],
      "E_CLI_USAGE",
      "all cables of SW<0,0> are gone already",
    ],
    [
      ["--remove", "P(00)", "--remove", "P(00)"],
      "E_CLI_USAGE",
      "which are one node",
    ],
    [["--random-links", "9"], "E_CLI_BAD_NUMBER", "1 to 8"],
    [["--random-links", "x"], "E_CLI_BAD_NUMBER", "--random-links"],
    [["--each", "switch", "--set", "routing.nosuch=1"], "E_", "nosuch"],
  ])("refuses %j", async (flags, code, word) => {
    const done = await fabriclab(
      ...["fail", "--fabric", tree, "--routing", "minhop", ...flags],
    );
    expect(done.code).toBe(2);
    expect(done.err).toContain(code);
    expect(done.err).toContain(word);
  });

  it("refuses lists that the routing does not take", async () => {
    const roots = folder.write("some.txt", "SW<0,0>\n");
    const done = await fabriclab(
      ...["fail", "--fabric", tree, "--routing", "minhop", "--roots", roots],
      ...["--each", "link"],
    );
    expect(done.code).toBe(2);
    expect(done.err).toContain("E_CLI_OPTION_CONFLICT");
  });

  it("refuses a fabric that cannot be routed as it is", async () => {
    const done = await fabriclab(
      ...["fail", "--fabric", mesh, "--routing", "ftree", "--each", "link"],
    );
    expect(done.code).toBe(2);
    expect(done.err).toContain("E_FTREE_UNSUPPORTED_FABRIC");
  });
});

describe("fail --remove", () => {
  const machine = fileURLToPath(
    new URL("../../docs/guides/examples/machine/real.topo", import.meta.url),
  );

  it("lists the ports that have a cable", async () => {
    // Eight nodes, spines below, an Aggregation Node; the cable of port 22 is the one that is missing.
    const { err } = await fabriclab(
      ...["fail", "--fabric", machine, "--routing", "minhop"],
      ...["--remove", "leaf3:22"],
    );
    expect(err).toContain("a cabled port: 1 to 8, 21, 23 to 26 or 41\n");
  });

  it("takes a host's name for its adapter, or for a port of it, where it has one only", async () => {
    for (const host of ["n11", "n11:1"]) {
      const { report } = await fail(
        machine,
        ...["--routing", "minhop", "--remove", host],
      );
      expect(report.failures).toMatchObject([{ label: host, cables: 1 }]);
    }
    const two = folder.write(
      "two-adapters.topo",
      readFileSync(machine, "utf8").replaceAll("n12 mlx5_0", "n11 mlx5_1"),
    );
    const { code, err } = await fabriclab(
      ...["fail", "--fabric", two, "--routing", "minhop", "--remove", "n11"],
    );
    expect(code).toBe(2);
    expect(err).toContain("The host n11 has 2 adapters.");
    expect(err).toContain("name one of them: n11 mlx5_0, n11 mlx5_1");
  });

  it("takes two nodes that a cable joins", async () => {
    const { report } = await fail(
      tree,
      ...["--routing", "minhop", "--remove", "SW<0,1>", "--remove", "P(00)"],
    );
    // P(00) is on SW<0,1>, which has 4 cables.
    expect(report.failures[0]?.cables).toBe(4);
  });
});

describe("fail --node-name-map", () => {
  it("takes away what the map names, in its threads too", async () => {
    const guid = /switchguid=(0x[0-9a-f]+)/.exec(readFileSync(tree, "utf8"));
    const map = folder.write("names.map", `${guid?.[1] ?? ""} "rack 7"\n`);
    const flags = ["--routing", "minhop", "--remove", "rack 7"];
    const { report, code } = await fail(
      tree,
      ...["--node-name-map", map, ...flags, "--endpoints", "all"],
    );
    expect(code).toBe(0);
    expect(report.failures).toMatchObject([
      { label: "rack 7", status: "routed" },
    ]);
    const without = await fabriclab("fail", "--fabric", tree, ...flags);
    expect(without.code).toBe(2);
  });
});
