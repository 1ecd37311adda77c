import { FabricBuilder, withoutLinks } from "@fabriclab/fabric";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readFabricFile } from "../src/fabric-file.ts";
import type { JobReport } from "../src/job/contention.ts";
import type { JobsReport } from "../src/job/jobs.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const tree = folder.at("tree.topo");
/** Two hosts a leaf, and one spine: all that leaves a leaf has one cable. */
const single = folder.at("single.topo");

beforeAll(async () => {
  const flags = ["--ports", "4", "--levels", "2", "-o", tree];
  await fabriclab("topology", "fat-tree", ...flags);
  const { fabric } = readFabricFile(tree);
  const from = fabric.portStart[fabric.findNode("SW<0,0>") ?? 0] ?? 0;
  const cables = [...fabric.portLink.subarray(from, from + 4)];
  folder.write("single.topo", writeIbnetdiscover(withoutLinks(fabric, cables)));
});

/** Switches in a row, and hosts h0.0, h0.1, … at them. */
function chain(name: string, hosts: readonly number[]): string {
  const builder = new FabricBuilder(name);
  const switches = hosts.map((count, at) => {
    const node = builder.addSwitch(`s${at}`, count + 2);
    for (let i = 0; i < count; i++)
      builder.connect(builder.addHost(`h${at}.${i}`), 1, node, i + 1);
    return { node, count };
  });
  for (const [at, { node, count }] of switches.entries()) {
    const next = switches[at + 1];
    if (next !== undefined)
      builder.connect(node, count + 1, next.node, next.count + 2);
  }
  return folder.write(name, writeIbnetdiscover(builder.build()));
}

const list = (name: string, hosts: readonly string[]): string[] => [
  "--hosts",
  folder.write(name, `${hosts.join("\n")}\n`),
];
const first = () => list("first.txt", ["P(00)", "P(10)"]);
const second = () => list("second.txt", ["P(01)", "P(20)"]);

async function jobs(...flags: string[]) {
  const done = await fabriclab(
    ...["job", "--json", "--fabric", single, "--routing", "minhop", ...flags],
  );
  return { ...done, report: JSON.parse(done.out) as JobsReport };
}

describe("job of several --hosts", () => {
  it("counts flows of both on the only cable of the leaf that they share", async () => {
    const { code, report } = await jobs(
      ...[...first(), ...second(), "--pattern", "ring"],
    );
    expect(code).toBe(0);
    expect(report.jobs).toMatchObject([
      { name: "first.txt", ranks: 2, unreachable: 0 },
      { name: "second.txt", ranks: 2, unreachable: 0 },
    ]);
    const half = { pattern: "ring", alone: 1, factor: 2, worst: 2 };
    expect(report.disturbances).toMatchObject([
      { ...half, job: "first.txt", beside: "second.txt", meetings: 1 },
      { ...half, job: "second.txt", beside: "first.txt", meetings: 1 },
    ]);
    expect(report.disturbances[0]?.channel).toMatch(/SW<0,1>/);
  });

  it("lets every phase of one meet every phase of the other", async () => {
    // P(00) and P(01), a leaf, and P(10) and P(11): of the two phases of recursive doubling only the second leaves a leaf, as that of P(20) to P(30) does.
    const four = ["P(00)", "P(01)", "P(10)", "P(11)"];
    const across = ["P(20)", "P(30)"];
    const { report } = await jobs(
      ...[...list("four.txt", four), ...list("across.txt", across)],
      ...["--pattern", "recursive-doubling"],
    );
    expect(report.disturbances).toMatchObject([
      // They share no channel.
      { alone: 1.5, factor: 1.5, worst: 2, channel: "", meetings: 2 },
      { alone: 1, factor: 1, worst: 1, channel: "", meetings: 2 },
    ]);
    const beside = await jobs(
      ...[...list("four.txt", four), ...list("across.txt", ["P(20)", "P(30)"])],
      ...list("from.txt", ["P(30)", "P(00)"]),
      ...["--pattern", "recursive-doubling"],
    );
    expect(beside.report.sharedPorts).toHaveLength(2);
    expect(beside.err).toContain("2 host ports of several jobs");
    const factor = (job: string, other: string) =>
      beside.report.disturbances.find(
        (one) => one.job === job && one.beside === other,
      )?.factor;
    // The phase within the leaf is not disturbed, the other has a third flow on its cable.
    expect(factor("four.txt", "from.txt")).toBe((1 + 3) / 2);
    expect(factor("from.txt", "four.txt")).toBe((1 + 3) / 2);
  });

  it("weighs flows by what a host's own port has to carry", async () => {
    // All to all of four hosts of two leaves: 4 flows each way, each a third of a link; that of two hosts is one whole flow.
    const { report } = await jobs(
      ...list("four.txt", ["P(00)", "P(01)", "P(10)", "P(11)"]),
      ...list("two.txt", ["P(00)", "P(20)"]),
      ...["--pattern", "alltoall"],
    );
    expect(report.disturbances[0]?.alone).toBeCloseTo(4 / 3, 12);
    expect(report.disturbances[0]?.factor).toBeCloseTo(4 / 3 + 1, 12);
    expect(report.disturbances[1]?.alone).toBe(1);
  });

  it("names the channel that adds most over all meetings, not the first that adds something", async () => {
    const file = chain("row.topo", [2, 3, 5]);
    // On switches 0 1 2 2 2 2 1 1: at distance 1 a flow crosses the first cable; at distances 2 and 4, one crosses that and four the second.
    const ranks = ["0.0", "1.0", "2.0", "2.1", "2.2", "2.3", "1.1", "1.2"];
    const done = await fabriclab(
      ...["job", "--json", "--fabric", file, "--routing", "minhop"],
      ...list(
        "eight.txt",
        ranks.map((at) => `h${at}`),
      ),
      ...list("ends.txt", ["h0.1", "h2.4"]),
      ...["--pattern", "recursive-doubling"],
    );
    const { disturbances } = JSON.parse(done.out) as JobsReport;
    expect(disturbances[0]).toMatchObject({ alone: 3, factor: 4, worst: 5 });
    expect(disturbances[0]?.channel).toMatch(/^s1:\d+ -> s2$/);
  });

  it("takes no phase twice of those that many ranks have", async () => {
    const file = chain("two.topo", [35, 36]);
    const hosts = Array.from({ length: 70 }, (_, i) => `h${i % 2}.${i >> 1}`);
    const done = await fabriclab(
      ...["job", "--json", "--fabric", file, "--routing", "minhop"],
      ...list("many.txt", hosts),
      ...list("two.txt", ["h1.35", "h1.0"]),
      ...["--pattern", "shift"],
    );
    const [many] = (JSON.parse(done.out) as JobsReport).disturbances;
    expect(many?.meetings).toBe(64);
    // All flows of the 35 odd shifts cross the cable, 35 each way, and none of the 34 even ones.
    const odd = Math.round((64 * (many?.alone ?? 0) - 64) / 34);
    expect(odd).toBeLessThanOrEqual(35);
    expect(64 - odd).toBeLessThanOrEqual(34);
  });

  it("agrees with the report on one job about what it takes alone", async () => {
    const ranks = ["P(00)", "P(10)", "P(01)", "P(20)"];
    const one = await fabriclab(
      ...["job", "--json", "--fabric", single, "--routing", "minhop"],
      ...list("one.txt", ranks),
    );
    const { patterns } = JSON.parse(one.out) as JobReport;
    const { report } = await jobs(
      ...[...list("one.txt", ranks), ...list("two.txt", ["P(30)", "P(31)"])],
    );
    for (const { pattern, meanFactor } of patterns)
      expect(
        report.disturbances.find(
          (found) => found.pattern === pattern && found.job === "one.txt",
        ),
      ).toMatchObject({ alone: meanFactor, factor: meanFactor });
  });

  it("prints who is slowed down, most first", async () => {
    const { out } = await fabriclab(
      ...["job", "--fabric", single, "--routing", "minhop"],
      ...[...first(), ...second(), ...list("third.txt", ["P(30)", "P(31)"])],
      ...["--pattern", "ring"],
    );
    expect(out).toContain(": 3 jobs\n");
    expect(out).toMatch(/^ring +first\.txt +second\.txt +1 +2 +2 +SW/m);
    expect(out).toContain("no slower than alone in 4 of 6 cases");
    expect(out).toContain(
      "slowed down most: first.txt beside second.txt (ring: 2 instead of 1)",
    );
    const apart = await fabriclab(
      ...["job", "--fabric", single, "--routing", "minhop"],
      ...[...first(), ...list("third.txt", ["P(30)", "P(31)"])],
    );
    expect(apart.out).toContain("no job makes another slower");
  });

  it("refuses a job that is given twice", async () => {
    const done = await fabriclab(
      ...["job", "--fabric", single, "--routing", "minhop"],
      ...[...first(), ...first()],
    );
    expect(done.code).toBe(2);
    expect(done.err).toContain("A job is given twice.");
    const [, file = ""] = first();
    const otherwise = await fabriclab(
      ...["job", "--fabric", single, "--routing", "minhop"],
      ...[...first(), "--hosts", relative(process.cwd(), file)],
    );
    expect(otherwise.code).toBe(2);
    expect(otherwise.err).toContain("A job is given twice.");
  });
});
