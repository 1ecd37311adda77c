import { FabricBuilder } from "@fabriclab/fabric";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { beforeAll, describe, expect, it } from "vitest";
import { cutFinder } from "../src/fail/cut.ts";
import type { Failure, FailReport } from "../src/fail/failure.ts";
import { rankBandwidth } from "../src/fail/ranking.ts";
import { refusalsOf } from "../src/fail/refusals.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const bridged = folder.at("bridged.topo");
const tree = folder.at("tree.topo");

/** Two triangles of switches, of three hosts and of two hosts a switch, joined by one cable: A0:8 - B0:8. */
function bridgedTriangles(): Fabric {
  const builder = new FabricBuilder("bridged");
  const [a, b] = ["A", "B"].map((name, side) => {
    const switches = [0, 1, 2].map((i) => builder.addSwitch(`${name}${i}`, 8));
    for (const [i, sw] of switches.entries()) {
      builder.connect(sw, 1, switches[(i + 1) % 3]!, 2);
      for (let k = 0; k < 3 - side; k++)
        builder.connect(builder.addHost(`h${name}${i}${k}`), 1, sw, 3 + k);
    }
    return switches;
  });
  builder.connect(a![0]!, 8, b![0]!, 8);
  return builder.build();
}

beforeAll(async () => {
  folder.write("bridged.topo", writeIbnetdiscover(bridgedTriangles()));
  await fabriclab(
    ...["topology", "fat-tree", "--ports", "4", "--levels", "2", "-o", tree],
  );
});

const fail = (fabric: string, ...flags: string[]) =>
  fabriclab("fail", "--quiet", "--fabric", fabric, ...flags);

async function report(fabric: string, ...flags: string[]) {
  const { out } = await fail(fabric, "--json", ...flags);
  return JSON.parse(out) as FailReport;
}

const blank: Failure = {
  label: "",
  cables: 1,
  drawn: [],
  status: "routed",
  reason: null,
  critical: false,
  cut: null,
  outcome: null,
};

describe("the ranking by bandwidth", () => {
  const samples = 100;
  /** Before 80 % in the mean, every bisection with noise of its own. */
  const noise = Array.from({ length: samples }, (_, i) => 20 * Math.sin(i * i));
  const series = (less: (i: number) => number) => ({
    means: noise.map((one, i) => 80 + one - less(i)),
    samples,
  });
  const before = series(() => 0);
  const labels = (...all: string[]) =>
    all.map((label) => ({ ...blank, label }));

  it("tells failures apart by their bisections, though the means' own intervals overlap", () => {
    const lost = [3, 4, 1].map((points) =>
      series((i) => points + 0.1 * Math.cos(i)),
    );
    const ranking = rankBandwidth(labels("a", "b", "c"), before, lost);
    expect(ranking).toMatchObject({ compared: 3, most: "b", tied: [] });
    expect(ranking?.lost).toBeCloseTo(4, 1);
  });

  it("names those that cannot be told apart from the worst, and not the others", () => {
    const lost = [
      series((i) => 4 + 3 * Math.cos(7 * i)),
      series((i) => 4.1 + 3 * Math.cos(5 * i)),
      series(() => 1),
      series((i) => 3.9 + 3 * Math.sin(3 * i)),
    ];
    const ranking = rankBandwidth(labels("a", "b", "c", "d"), before, lost);
    // 4.1, 4 and 3.9 points, the worst first.
    expect([ranking?.most, ...(ranking?.tied ?? [])]).toEqual(["b", "a", "d"]);
  });

  it("names none where the samples show no loss, and leaves critical failures out", () => {
    const none = [series((i) => Math.sin(i)), series((i) => Math.cos(i))];
    expect(rankBandwidth(labels("a", "b"), before, none)?.most).toBeNull();
    const [critical, one] = labels("x", "a");
    expect(
      rankBandwidth([{ ...critical!, critical: true }, one!], before, [
        series(() => 50),
        series(() => 1),
      ]),
    ).toBeNull();
  });

  it("has an interval for every loss, and none at all for cables that carry nothing", async () => {
    // spf leaves the cables of one of the two roots without a route between hosts.
    const { failures, ranking } = await report(
      tree,
      ...["--routing", "spf", "--each", "link", "--samples", "60"],
    );
    const losses = failures.map(({ outcome }) => outcome);
    for (const one of losses)
      expect(one?.bandwidthLostCi95).toBeGreaterThanOrEqual(0);
    // Every host's path leads over the other root. The same bisections before and after: exactly nothing is lost.
    const toSecond = failures.filter(({ label }) => label.includes("SW<1,0>"));
    expect(toSecond).toHaveLength(4);
    for (const { outcome } of toSecond)
      expect(outcome).toMatchObject({ bandwidthLost: 0, bandwidthLostCi95: 0 });
    expect(ranking).toMatchObject({ compared: 8, confidence: 0.95 });
  });

  it("says so in words, with the flag that takes more samples", async () => {
    const { out } = await fail(
      tree,
      ...["--routing", "minhop", "--each", "link", "--samples", "50"],
    );
    expect(out).toMatch(
      /most bandwidth lost: SW\S+ - \S+ \(\d+\.\d ± \d+\.\d points\), but the 8 cables cannot be told apart \(50 bisections, 95 % confidence\):/,
    );
    expect(out).toContain("--samples 200 halves the intervals");
    expect(out).toMatch(/before: .* % ± \d+\.\d of full bisection bandwidth/);
  });
});

describe("a cable whose loss cuts the fabric", () => {
  const fabric = bridgedTriangles();
  const endports = Array.from(
    { length: fabric.endportCount - fabric.switchCount },
    (_, i) => (fabric.switchCount + i) as EndportIx,
  );

  it("is found from the cables alone", () => {
    const cut = cutFinder(fabric, endports);
    const bridges = Array.from({ length: fabric.linkCount }, (_, link) =>
      cut([link]),
    ).filter((one) => one !== undefined && one.uncabled === 0);
    // 9 hosts and 6: 2 · 9 · 6 ordered pairs of 15 · 14 are cut off.
    expect(bridges).toEqual([
      { parts: [9, 6], partsBefore: 1, uncabled: 0, pairs: 108, of: 210 },
    ]);
    expect(cut([])).toBeUndefined();
  });

  it("is critical in words and in --json, with what its bandwidth is taken over", async () => {
    const flags = ["--routing", "minhop", "--each", "link", "--samples", "40"];
    const { failures, ranking, before } = await report(bridged, ...flags);
    const critical = failures.filter((one) => one.critical);
    expect(critical).toHaveLength(1);
    const [one] = critical;
    expect(one).toMatchObject({
      label: "A0:8 - B0:8",
      cut: { parts: [9, 6], pairs: 108 },
    });
    // By the audit of the tables, which counts pairs by itself.
    expect(one?.outcome?.pairsCutOff).toBe(108);
    const whole = one?.outcome?.after.bandwidth ?? 0;
    const within = one?.outcome?.withinParts?.bandwidth ?? 0;
    expect(within).toBeGreaterThan(whole);
    expect(within).toBeGreaterThan(before.bandwidth ?? 100);
    // Six cables of the triangles are ranked.
    expect(ranking?.compared).toBe(6);
    const { out } = await fail(bridged, ...flags);
    expect(out).toContain(
      "critical: 1 cable of 7, whose loss cuts endpoints off under any routing",
    );
    expect(out).toContain(
      "A0:8 - B0:8: parts of 9 and 6 endpoints; 108 of 210 ordered pairs cut off; bandwidth over all 15, flows between the parts counted as none; within the parts, each halved for itself, ",
    );
  });

  it("is critical after a refusal, too", async () => {
    const { failures } = await report(
      tree,
      ...["--routing", "ftree", "--remove", "SW<0,0>:1", "--remove", "P(00)"],
    );
    expect(failures[0]).toMatchObject({
      status: "refused",
      critical: true,
      cut: { uncabled: 1, pairs: 14, of: 56 },
    });
  });

  it("takes the bandwidth over the endpoints that keep their cables", async () => {
    const { out } = await fail(
      bridged,
      ...["--routing", "minhop", "--remove", "B1"],
    );
    expect(out).toContain(
      "B1: 2 endpoints without a cable; 54 of 210 ordered pairs cut off; bandwidth over the other 13",
    );
  });
});

describe("refusals of many failures", () => {
  it("are printed once, with their number and the places", async () => {
    const { out, code } = await fail(
      tree,
      ...["--routing", "ftree", "--each", "link"],
    );
    expect(code).toBe(1);
    expect(out.match(/not a fat tree/g)).toHaveLength(1);
    expect(out.match(/hint:/g)).toHaveLength(1);
    expect(out).toContain("refused after 8 of 8 cables: not a fat tree");
    const where = /where: (.*)/.exec(out)?.[1]?.split(", ");
    expect(where).toHaveLength(8);
    expect(where?.[0]).toBe("SW<0,0>:1 - SW<0,1>:3");
    // What was not measured is not said to cost nothing.
    expect(out).not.toContain("none by any");
    expect(out).toContain("which failure costs most was not measured");
  });

  it("are told apart where the reason is another", () => {
    const refusal = (
      label: string,
      message: string,
      path: string,
    ): Failure => ({
      ...blank,
      label,
      status: "refused",
      reason: {
        code: "E_SOME_THING",
        message,
        where: { path },
      },
    });
    const groups = refusalsOf(
      [
        refusal("a", "too few", "S1"),
        refusal("b", "too many", "S1"),
        refusal("c", "too many", "S2"),
        { ...blank, label: "d" },
      ],
      "net",
    );
    expect(groups.map(({ labels }) => labels)).toEqual([["b", "c"], ["a"]]);
    expect(groups.map(({ isSame }) => isSame)).toEqual([false, true]);
  });
});

it.each([
  ["cable", "--each link"],
  ["switches", "--each switch"],
  ["host", "--remove"],
  ["spine", "--remove"],
])("--each %s is answered with %s", async (word, hint) => {
  const done = await fail(tree, "--routing", "minhop", "--each", word);
  expect(done.code).toBe(2);
  expect(done.err).toContain("E_CLI_USAGE");
  expect(done.err).toContain(`got       ${word}`);
  expect(done.err).toContain("expected  switch or link");
  expect(done.err).toMatch(new RegExp(`hint .*${hint}`));
});
