import { expect, it } from "vitest";
import type { AuditReport } from "../src/audit/report.ts";
import type { CompareReport } from "../src/compare/report.ts";
import type { FailReport } from "../src/fail/failure.ts";
import type { JobReport } from "../src/job/contention.ts";
import { fabriclab, workFolder } from "./command.ts";

const { write } = workFolder();

/** Thirteen hosts at each of two switches, which twelve cables join; rates by the place of a link, hosts' first. */
const fabric = (rateOf: (link: number) => string): string => {
  const hosts = Array.from({ length: 26 }, (_, host) => ({
    name: `H${host}`,
    guid: `0x${(0x100 + 2 * host).toString(16)}`,
    ports: 1,
  }));
  const switches = ["A", "B"].map((name, at) => ({
    name,
    guid: `0x${(0x200 + at).toString(16)}`,
    ports: 25,
  }));
  const ends = [
    ...hosts.map((_, host) => ({
      from: [host % 2, 1 + Math.floor(host / 2)],
      to: [2 + host, 1],
    })),
    ...Array.from({ length: 12 }, (_, cable) => ({
      from: [0, 14 + cable],
      to: [1, 14 + cable],
    })),
  ];
  return JSON.stringify({
    format: "fabriclab-fabric",
    version: 1,
    name: "two",
    switches,
    hosts,
    links: ends.map((link, at) => ({
      ...link,
      rate: rateOf(at),
      flightPs: 20000,
    })),
  });
};

/** Without the breaks of long lines. */
const flat = (text: string): string => text.replace(/\s+/g, " ");

it("audit and compare name links that are slower than most of their kind", async () => {
  // H3's cable at B is 1x, and the third cable between the switches is SDR; hosts have EDR, and switches HDR among themselves.
  const file = write(
    "odd.json",
    fabric((at) =>
      at === 3 ? "1xEDR" : at < 26 ? "4xEDR" : at === 28 ? "4xSDR" : "4xHDR",
    ),
  );
  const said = [
    "1 of 12 links between switches is not 4xHDR: A:16 - B:16 4xSDR",
    "1 of 26 links of hosts is not 4xEDR: B:2 - H3:1 1xEDR",
  ];
  const audit = ["audit", "--fabric", file, "--routing", "minhop"];
  const { code, out, err } = await fabriclab(...audit);
  expect(code, err).toBe(0);
  for (const line of said) expect(flat(out)).toContain(line);
  const json = await fabriclab(...audit, "--json");
  expect(JSON.parse(json.out)).toMatchObject({
    verdict: "clean",
    oddRates: [
      {
        between: "switches",
        links: 12,
        most: "4xHDR",
        count: 1,
        examples: [{ link: "A:16 - B:16", rate: "4xSDR" }],
      },
      { between: "hosts", links: 26, most: "4xEDR", count: 1 },
    ],
  });
  const compared = await fabriclab("compare", "--fabric", file);
  for (const line of said) expect(flat(compared.out)).toContain(line);
});

it("of many, those with fewest lanes come first, then the slowest", async () => {
  // Of the twelve cables between the switches nine are HDR; the others, in order: EDR, FDR, and HDR on two lanes.
  const rates = ["4xEDR", "4xFDR", "2xHDR"];
  const file = write(
    "narrow.json",
    fabric((at) => (at < 26 ? "4xHDR" : (rates[at - 26] ?? "4xHDR"))),
  );
  const argv = ["audit", "--fabric", file, "--routing", "minhop"];
  expect(flat((await fabriclab(...argv)).out)).toContain(
    "3 of 12 links between switches are not 4xHDR: A:16 - B:16 2xHDR, A:15 - B:15 4xFDR, A:14 - B:14 4xEDR",
  );
});

it("of many, ten are named", async () => {
  const file = write(
    "many.json",
    fabric((at) => (at < 12 ? "1xEDR" : "4xEDR")),
  );
  const { out } = await fabriclab(
    "audit",
    "--fabric",
    file,
    "--routing",
    "minhop",
  );
  expect(flat(out)).toMatch(
    /12 of 26 links of hosts are not 4xEDR: A:1 - H0:1 1xEDR, .*B:5 - H9:1 1xEDR, and 2 more/,
  );
});

it("nothing is said where all of a kind are alike", async () => {
  const file = write(
    "alike.json",
    fabric((at) => (at < 26 ? "4xEDR" : "4xHDR")),
  );
  const audit = ["audit", "--fabric", file, "--routing", "minhop"];
  expect((await fabriclab(...audit)).out).not.toMatch(/^rates/m);
  const json = await fabriclab(...audit, "--json");
  expect(JSON.parse(json.out)).toMatchObject({ oddRates: [] });
});

it("a note says that bandwidth does not know of faster uplinks, in each command that tells it, and of equal rates by two names nothing", async () => {
  const uplinks = (rate: string): string =>
    write(
      `${rate}.json`,
      fabric((at) => (at < 26 ? "4xEDR" : rate)),
    );
  const faster = uplinks("4xHDR");
  const hosts = write("hosts.txt", "H0\nH1\n");
  const minhop = ["--routing", "minhop"];
  for (const argv of [
    ["audit", "--fabric", faster, ...minhop],
    ["compare", "--fabric", faster, "--engines", "minhop"],
    ["fail", "--fabric", faster, ...minhop, "--remove", "A:14"],
    ["job", "--fabric", faster, ...minhop, "--hosts", hosts],
  ])
    expect((await fabriclab(...argv)).err, argv[0]).toContain(
      "links of hosts are 4xEDR, those between switches 4xHDR, but bandwidth is told as if all were equally fast; --by-rate tells it as they are",
    );
  // Two lanes of 50 Gb/s carry what four of 25 Gb/s do.
  const { err } = await fabriclab(
    ...["audit", "--fabric", uplinks("2xHDR"), ...minhop],
  );
  expect(err).not.toContain("equally fast");
});

it("by their rates, uplinks twice as fast as hosts' links carry the flows of two hosts each, and of two hosts more nobody waits", async () => {
  // Thirteen destinations on twelve cables: none has more than two.
  const file = write(
    "faster.json",
    fabric((at) => (at < 26 ? "4xEDR" : "4xHDR")),
  );
  const hosts = write(
    "all.txt",
    Array.from({ length: 26 }, (_, host) => `H${host}\n`).join(""),
  );
  const told = async (byRate: boolean) => {
    const json = async (command: string, ...argv: string[]) => {
      const { out, err } = await fabriclab(
        ...[command, "--fabric", file, "--json", ...argv],
        ...(byRate ? ["--by-rate"] : []),
      );
      expect(err.includes("equally fast")).toBe(!byRate);
      return JSON.parse(out) as unknown;
    };
    const minhop = ["--routing", "minhop"];
    const audit = (await json("audit", ...minhop)) as AuditReport;
    const compare = (await json(
      ...["compare", "--engines", "minhop"],
    )) as CompareReport;
    const fail = (await json(
      ...["fail", ...minhop, "--remove", "A:14"],
    )) as FailReport;
    const job = (await json(
      ...["job", ...minhop, "--hosts", hosts, "--pattern", "shift"],
    )) as JobReport;
    expect([audit.bisection, compare, fail, job]).toEqual(
      Array.from({ length: 4 }, () => expect.objectContaining({ byRate })),
    );
    return {
      audit: audit.bisection.value,
      shift: audit.worstShift.value,
      permutation: audit.worstPermutation.value,
      compare: compare.rows[0]?.figures?.bisection.value ?? 0,
      fail: fail.before.bandwidth ?? 0,
      job: 100 / (job.patterns[0]?.meanFactor ?? 0),
    };
  };
  const alike = Object.entries(await told(false));
  expect(alike.filter(([, value]) => value >= 100)).toEqual([]);
  const byRate = Object.entries(await told(true));
  expect(byRate.filter(([, value]) => value !== 100)).toEqual([]);
});
