import { execFileSync, spawn } from "node:child_process";
import { withoutLinks } from "@fabriclab/fabric";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { beforeAll, describe, expect, it } from "vitest";
import { readFabricFile } from "../src/fabric-file.ts";
import type { JobReport } from "../src/job/contention.ts";
import { PATTERNS, phasesOf, type Pattern } from "../src/job/patterns.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const tree = folder.at("tree.topo");
/** Two per leaf, four leaves, in order. */
const inOrder = ["00", "01", "10", "11", "20", "21", "30", "31"].map(
  (digits) => `P(${digits})`,
);

beforeAll(async () => {
  const flags = ["--ports", "4", "--levels", "2", "-o", tree];
  await fabriclab("topology", "fat-tree", ...flags);
});

async function job(hosts: readonly string[], ...flags: string[]) {
  const file = folder.write("hosts.txt", `# ranks\n${hosts.join("\n")}\n`);
  const done = await fabriclab(
    ...["job", "--json", "--fabric", tree, "--hosts", file, ...flags],
  );
  return { ...done, report: JSON.parse(done.out) as JobReport };
}

describe("phasesOf", () => {
  const flowsOf = (pattern: Pattern, ranks: number) =>
    [...phasesOf(pattern, ranks)].map(({ flows }) => {
      const { from, to } = flows();
      return Array.from(from, (one, flow) => [one, to[flow]!] as const);
    });

  it("gives every rank the parts of all others by recursive doubling, power of two or not", () => {
    for (let ranks = 2; ranks <= 17; ranks++) {
      let has = Array.from({ length: ranks }, (_, rank) => new Set([rank]));
      for (const flows of flowsOf("recursive-doubling", ranks)) {
        const next = has.map((one) => new Set(one));
        for (const [from, to] of flows)
          for (const part of has[from] ?? []) next[to]?.add(part);
        has = next;
      }
      for (const one of has) expect(one.size).toBe(ranks);
    }
  });

  it.each([2, 3, 8])(
    "sends from everybody to everybody once by shifts, as all at once: %d ranks",
    (ranks) => {
      const pairs = (pattern: Pattern) =>
        flowsOf(pattern, ranks)
          .flat()
          .map(([from, to]) => from * ranks + to)
          .sort((a, b) => a - b);
      expect(new Set(pairs("shift")).size).toBe(ranks * (ranks - 1));
      expect(pairs("shift")).toEqual(pairs("alltoall"));
      expect(flowsOf("shift", ranks)).toHaveLength(ranks - 1);
    },
  );

  it("has everybody send to the next in a ring", () => {
    expect(flowsOf("ring", 3)).toEqual([
      [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
    ]);
  });
});

describe("job", () => {
  it("finds no contention of shifts on a fat tree under ftree, in the order of its leaves", async () => {
    const { report, code } = await job(inOrder, "--routing", "ftree");
    expect(code).toBe(0);
    expect(report).toMatchObject({ ranks: 8, unreachable: 0 });
    expect(report.patterns.map(({ pattern }) => pattern)).toEqual([
      ...PATTERNS,
    ]);
    const factor = (name: Pattern) =>
      report.patterns.find(({ pattern }) => pattern === name)?.meanFactor;
    // Zahavi et al. 2010: shift permutations are free of contention.
    expect(factor("shift")).toBe(1);
    expect(factor("ring")).toBe(1);
    expect(factor("alltoall")).toBe(1);
  });

  it("counts two flows where two hosts of a leaf send by its only cable", async () => {
    const { fabric } = readFabricFile(tree);
    const from = fabric.portStart[fabric.findNode("SW<0,0>") ?? 0] ?? 0;
    const cables = [...fabric.portLink.subarray(from, from + 4)];
    const single = folder.write(
      "single.topo",
      writeIbnetdiscover(withoutLinks(fabric, cables)),
    );
    const hosts = folder.write("ring.txt", "P(00)\nP(10)\nP(01)\nP(20)\n");
    const { out } = await fabriclab(
      ...["job", "--json", "--fabric", single, "--hosts", hosts],
      ...["--routing", "minhop", "--pattern", "ring,alltoall"],
    );
    const { patterns } = JSON.parse(out) as JobReport;
    const [ring, alltoall] = patterns;
    // P(00) -> P(10) and P(01) -> P(20) share the way up; P(10) -> P(01) and P(20) -> P(00) the way down.
    expect(ring?.worst).toMatchObject({ flows: 4, most: 2, factor: 2 });
    expect(ring?.worst.bandwidth).toBe(50);
    // 2 hosts of the leaf to 2 others: 4 flows, of which a host's own port carries 3.
    expect(alltoall?.worst).toMatchObject({
      flows: 12,
      most: 4,
      factor: 4 / 3,
    });
    expect(alltoall?.worst.bandwidth).toBeNull();
  });

  it("takes the patterns of all --pattern", async () => {
    const { report } = await job(
      ["P(00)", "P(31)"],
      ...["--routing", "minhop", "--pattern", "ring", "--pattern", "shift"],
    );
    expect(report.patterns.map(({ pattern }) => pattern)).toEqual([
      "ring",
      "shift",
    ]);
  });

  it("prints a table", async () => {
    const file = folder.write("two.txt", "P(00)\nP(31)\n");
    const { out } = await fabriclab(
      ...["job", "--fabric", tree, "--hosts", file, "--routing", "minhop"],
    );
    expect(out).toContain("2 ranks");
    expect(out).toMatch(/^ring +ring +1 +1 +100\.0 %/m);
  });

  it("reads hosts from a pipe, which gives them once", async () => {
    const pipe = folder.at("pipe");
    execFileSync("mkfifo", [pipe]);
    spawn("sh", ["-c", `printf 'P(00)\\nP(31)\\n' > '${pipe}'`]);
    const { code, out } = await fabriclab(
      ...["job", "--fabric", tree, "--hosts", pipe, "--routing", "minhop"],
    );
    expect(code).toBe(0);
    expect(out).toContain("2 ranks");
  });

  it("takes the lists in which Slurm names a job's hosts", async () => {
    const conf = folder.write(
      "topology.conf",
      "SwitchName=leaf1 Nodes=n[01-04]\nSwitchName=leaf2 Nodes=n[05-08]\nSwitchName=top Switches=leaf[1-2]\n",
    );
    const ranks = async (hosts: string) => {
      const done = await fabriclab(
        ...["job", "--fabric", conf, "--routing", "minhop", "--json"],
        ...["--pattern", "ring", "--hosts", folder.write("slurm.txt", hosts)],
      );
      return { ...done, out: done.out === "" ? "" : JSON.parse(done.out) };
    };
    // What `scontrol show hostnames` prints of the list.
    const apart = await ranks("n07\nn01\nn02\nn03\nn08\n");
    expect(apart.code).toBe(0);
    expect((await ranks("n[07,01-03],n08\n")).out).toEqual(apart.out);
    expect((await ranks("n07 # first\nn[01-03]\nn08")).out).toEqual(apart.out);
    const missing = await ranks("n[07-09]\n");
    expect(missing.code).toBe(2);
    expect(missing.err).toContain("n09, of n[07-09]");
    const twice = await ranks("n[01-02,02]\n");
    expect(twice.err).toContain("E_CLI_JOB_HOSTS");
  });

  it("takes the cabled ports of a host that is named, and says which are none", async () => {
    // Three adapters of two ports, of which the third has both cabled.
    const adapter = (name: string, guid: string, ports: string): string =>
      `caguid=0x${guid}\nCa 2 "H-00000000000000${guid}" # "${name} mlx5_0"\n${ports}\n`;
    const dual = folder.write(
      "dual.topo",
      [
        'switchguid=0x10\nSwitch 36 "S-0000000000000010" # "leaf" enhanced port 0 lid 1 lmc 0',
        '[1] "H-00000000000000a0"[1](a1) # "n1 mlx5_0" lid 2 4xEDR',
        '[2] "H-00000000000000b0"[2](b2) # "n2 mlx5_0" lid 3 4xEDR',
        '[3] "H-00000000000000c0"[1](c1) # "n3 mlx5_0" lid 4 4xEDR',
        '[4] "H-00000000000000c0"[2](c2) # "n3 mlx5_0" lid 5 4xEDR\n',
        adapter(
          "n1",
          "a0",
          '[1](a1) "S-0000000000000010"[1] # lid 2 lmc 0 "leaf" lid 1 4xEDR',
        ),
        adapter(
          "n2",
          "b0",
          '[2](b2) "S-0000000000000010"[2] # lid 3 lmc 0 "leaf" lid 1 4xEDR',
        ),
        adapter(
          "n3",
          "c0",
          '[1](c1) "S-0000000000000010"[3] # lid 4 lmc 0 "leaf" lid 1 4xEDR\n[2](c2) "S-0000000000000010"[4] # lid 5 lmc 0 "leaf" lid 1 4xEDR',
        ),
      ].join("\n"),
    );
    const ranks = (hosts: string) =>
      fabriclab(
        ...["job", "--json", "--fabric", dual, "--routing", "minhop"],
        ...["--hosts", folder.write("dual.txt", hosts)],
      );
    const named = await ranks("n[1-3]\n");
    expect(named.err).toContain(
      "2 ports of hosts that it names are no rank, for want of a cable to a switch or of a LID: n1 mlx5_0:2, n2 mlx5_0:1",
    );
    const report = JSON.parse(named.out) as JobReport;
    expect(report.ranks).toBe(4);
    expect(report.portsLeftOut).toEqual(["n1 mlx5_0:2", "n2 mlx5_0:1"]);
    expect((await ranks("0xa0\n0xb0\n")).code).toBe(0);
    // A port that is named itself is meant.
    const port = await ranks("n3\nn1 mlx5_0:2\n");
    expect(port.code).toBe(2);
    expect(port.err).toContain("n1 mlx5_0:2, which is not cabled to a switch");
  });

  it.each([
    ["P(00)\n", [], "E_CLI_JOB_HOSTS", "1 host port"],
    ["P(00)\nP(01)\nP(00)\n", [], "E_CLI_JOB_HOSTS", ":3"],
    ["P(00)\nP(01)\nP(00) # again\n", [], "E_CLI_JOB_HOSTS", "as in line 1"],
    ["P(00)\nP(01)\n0x100001\n", [], "E_CLI_JOB_HOSTS", "as in line 1"],
    ["P(00)\nP(99)\n", [], "E_CLI_UNKNOWN_ENDPOINT", ":2"],
    ["P(00)\nP(01)\n", ["--pattern", "rng"], "E_CLI_USAGE", "ring"],
    ["P(00)\nP(01)\n", ["--pattern", "ring,"], "E_CLI_USAGE", "two commas"],
    ["P(00)\nP(01)\n", ["--tables", "x"], "E_CLI_OPTION_CONFLICT", "--routing"],
  ])("refuses %j %j", async (hosts, flags, code, word) => {
    const done = await fabriclab(
      ...["job", "--fabric", tree, "--routing", "minhop", ...flags],
      ...["--hosts", folder.write("bad.txt", hosts)],
    );
    expect(done.code).toBe(2);
    expect(done.err).toContain(code);
    expect(done.err).toContain(word);
  });
});

describe("job --node-name-map", () => {
  it("finds hosts by the names of the map", async () => {
    const { fabric } = readFabricFile(tree);
    const map = folder.write(
      "names.map",
      inOrder
        .map((name, rank) => {
          const guid = fabric.nodeGuid[fabric.findNode(name) ?? 0] ?? 0n;
          return `0x${guid.toString(16)} "rank${rank}"\n`;
        })
        .join(""),
    );
    const ranks = inOrder.map((_, rank) => `rank${rank}`);
    const how = ["--routing", "ftree", "--pattern", "ring"];
    const mapped = await job(ranks, ...how, "--node-name-map", map);
    const plain = await job(inOrder, ...how);
    expect(mapped.code).toBe(0);
    expect(mapped.report.patterns).toEqual(plain.report.patterns);
  });
});
