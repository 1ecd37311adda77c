import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuditReport } from "../src/audit/report.ts";
import { fabriclab, workFolder } from "./command.ts";

// Four switches in a row, N(0,0) to N(3,0), each with a host on port 5; port 1 leads to the next one, port 3 back, ports 2 and 4 are free.
// LIDs: the hosts' are 1 to 4, the switches' 5 to 8.
const folder = workFolder();
const row = folder.at("row.topo");
const sound = folder.at("sound");
const clockwise = join(import.meta.dirname, "clockwise.ts");
const quick = ["--no-remedies", "--samples", "2"];

beforeAll(async () => {
  const size = ["--columns", "4", "--rows", "1"];
  await fabriclab("topology", "mesh", ...size, "-o", row);
  const made = ["--fabric", row, "--routing", "xy", "-o", sound];
  expect((await fabriclab("route", ...made)).code).toBe(0);
});

/** A folder of the same tables with some entries of the dump changed; `-` takes the line out. */
function broken(
  name: string,
  entries: readonly (readonly [sw: string, lid: number, port: string])[],
  from = sound,
): string {
  let sw = "";
  const lines = readFileSync(join(from, "opensm-lfts.dump"), "utf8")
    .split("\n")
    .flatMap((line) => {
      sw = /^Unicast lids .*\('(.*)'\):$/.exec(line)?.[1] ?? sw;
      const lid = Number(/^0x[0-9a-f]{4}/.exec(line)?.[0]);
      const port = entries.find(([of, one]) => of === sw && one === lid)?.[2];
      if (port === "-") return [];
      return port === undefined ? [line] : [line.replace(/ \d+ /, ` ${port} `)];
    });
  mkdirSync(folder.at(name));
  writeFileSync(join(folder.at(name), "opensm-lfts.dump"), lines.join("\n"));
  return folder.at(name);
}

async function audited(tables: string, ...flags: string[]) {
  const argv = ["audit", "--fabric", row, "--tables", tables, ...quick];
  const { code, out, err } = await fabriclab(...argv, ...flags);
  return { code, out, err };
}
const reportOf = async (tables: string): Promise<AuditReport> =>
  JSON.parse((await audited(tables, "--json")).out) as AuditReport;

/** The lines between what keeps pairs apart and the examples, without their indentation. */
const causeLines = (out: string): string[] => {
  const lines = out.split("\n").map((line) => line.trim());
  const from = lines.findIndex((line) => line.startsWith("what keeps"));
  return lines.slice(from, lines.indexOf("such as"));
};

describe("an audit of tables with wrong entries", () => {
  it("names each entry, how many pairs it keeps apart, and the port by which they would arrive", async () => {
    const { code, out } = await audited(
      broken("several", [
        // H(3,0) is missed by all three others, which meet at N(2,0)
        ["N(2,0)", 4, "002"],
        // H(0,0) is missed by all three others, whose packets N(1,0) sends to N(2,0), which sends them back, rightly
        ["N(1,0)", 1, "001"],
        // N(0,0) has no entry for H(1,0), which H(0,0) alone asks for there
        ["N(0,0)", 2, "-"],
      ]),
    );
    expect(code).toBe(1);
    expect(causeLines(out)).toEqual([
      "what keeps them apart: 3 causes",
      "3 pairs  N(2,0), LID 4 (H(3,0)) -> port 2, which has no cable",
      "would arrive by port 1, to N(3,0)",
      "3 pairs  N(1,0), LID 1 (H(0,0)) -> port 1, away from there and round N(1,0) -> N(2,0) -> N(1,0)",
      "would arrive by port 3, to N(0,0)",
      "1 pair   N(0,0), LID 2 (H(1,0)): no entry",
      "would arrive by port 1, to N(1,0)",
    ]);
  });

  it("says the same to programs, as the published schema has it", async () => {
    const report = await reportOf(
      broken("swapped", [
        ["N(3,0)", 4, "003"],
        ["N(2,0)", 3, "001"],
      ]),
    );
    const { out } = await fabriclab("schema", "audit");
    const validate = new Ajv2020({ strict: false }).compile(
      JSON.parse(out) as object,
    );
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    // Each of the two switches sends its own host's packets to the other one, which sends them back.
    const cycle = ["N(2,0)", "N(3,0)"];
    expect(report.unreachable).toMatchObject({
      causeCount: 2,
      causes: [
        {
          ...{ fault: "loop", switch: "N(2,0)", guid: "0x0000000000200002" },
          ...{ port: 1, leadsTo: "N(3,0)", pairs: 3, lids: 1 },
          entries: [
            {
              ...{ lid: 3, owner: "H(2,0)", pairs: 3, cycle, others: [] },
              mend: { ports: [5], to: "H(2,0)", arrives: true, switches: 1 },
            },
          ],
        },
        {
          ...{ fault: "loop", switch: "N(3,0)", port: 3, leadsTo: "N(2,0)" },
          entries: [{ cycle: [...cycle].reverse(), mend: { ports: [5] } }],
        },
      ],
    });
    // six pairs: as many examples of either cause
    expect(
      report.unreachable.examples.map(({ destination }) => destination),
    ).toEqual([...Array(3).fill("H(2,0)"), ...Array(3).fill("H(3,0)")]);
  });

  it("spreads its ten examples over the causes", async () => {
    // Every switch but the host's own forgets every host: three entries of each of the four, of one cause a switch
    const all = [0, 1, 2, 3].flatMap((x) =>
      [1, 2, 3, 4]
        .filter((lid) => lid !== x + 1)
        .map((lid) => [`N(${x},0)`, lid, "-"] as const),
    );
    const report = await reportOf(broken("empty", all));
    expect(report.unreachable.causes).toHaveLength(4);
    for (const { fault, pairs, lids } of report.unreachable.causes)
      expect([fault, pairs, lids]).toEqual(["no-entry", 3, 3]);
    // Twelve pairs; ten examples of four causes: three of the first two, two of the others
    expect(report.unreachable.examples.map(({ at }) => at)).toEqual(
      ["N(0,0)", "N(1,0)", "N(2,0)", "N(3,0)"].flatMap((at, i) =>
        Array<string>(i < 2 ? 3 : 2).fill(at),
      ),
    );
  });

  it("shows ten causes of many, and says how many there are", async () => {
    // Every switch is wrong in another way for each of the other three hosts: no packet comes farther than to its first switch
    const ports = ["002", "004", "-"];
    const all = [0, 1, 2, 3].flatMap((x) =>
      [1, 2, 3, 4]
        .filter((lid) => lid !== x + 1)
        .map((lid, i) => [`N(${x},0)`, lid, ports[i] ?? ""] as const),
    );
    const lines = causeLines((await audited(broken("all-ways", all))).out);
    expect(lines[0]).toBe("what keeps them apart: 12 causes");
    expect(lines.filter((line) => line.startsWith("1 pair "))).toHaveLength(10);
    expect(lines.at(-1)).toBe("… and 2 more");
  });
});

describe("entries with ports that a switch does not have", () => {
  it("are findings with their line, and the audit goes on", async () => {
    const tables = broken("impossible", [["N(1,0)", 4, "200"]]);
    const { code, out, err } = await audited(tables);
    expect([code, err]).toEqual([1, ""]);
    expect(out).toContain(
      "reachability: 2 unreachable pairs, 1 entry with an impossible port\n",
    );
    // ten lines of N(0,0), the heading of N(1,0), and three of its entries stand before
    const line = 15;
    const file = join(tables, "opensm-lfts.dump");
    expect(out.replace(/\s+/g, " ")).toContain(
      ` N(1,0):200 of 5 ports; LID 4 (H(3,0)), ${file}:${line} `,
    );
    expect(causeLines(out)).toEqual([
      "what keeps them apart: 1 cause",
      "2 pairs  N(1,0), LID 4 (H(3,0)) -> port 200, which the switch does not have: it has 5",
      "would arrive by port 1, to N(2,0)",
    ]);
    expect(out.trimEnd().split("\n").at(-1)).toBe(
      "2 problems: 2 unreachable pairs; 1 entry with a port that its switch does not have",
    );
    expect((await reportOf(tables)).impossiblePorts).toEqual([
      {
        ...{ at: "N(1,0):200", ports: 5, lids: 1, lid: 4, owner: "H(3,0)" },
        ...{ file, line },
      },
    ]);
  });

  it("make an audit fail even where no pair meets them", async () => {
    // LID 8 is a switch's
    const { code, out } = await audited(
      broken("unmet", [["N(0,0)", 8, "006"]]),
    );
    expect(code).toBe(1);
    expect(out).toContain(
      "1 problem: 1 entry with a port that its switch does not have\n",
    );
  });

  it("are refused by commands that use tables", async () => {
    const tables = broken("refused", [["N(1,0)", 4, "200"]]);
    const diff = await fabriclab("diff", "--fabric", row, sound, tables);
    expect([diff.code, diff.out]).toEqual([2, ""]);
    expect(diff.err).toContain("E_OPENSM_BAD_PORT");
    const scenario = folder.write(
      "scenario.yaml",
      [
        `topology: { kind: file, path: ${row} }`,
        `tables: { kind: dump, path: ${tables} }`,
        "traffic: { kind: poisson, pattern: { kind: uniform }, load: 0.1 }",
        "",
      ].join("\n"),
    );
    const run = await fabriclab("run", scenario);
    expect([run.code, run.out]).toEqual([2, ""]);
    expect(run.err).toContain("E_OPENSM_BAD_PORT");
  });

  it("are refused where no switch could hold them, so that the file is damaged", async () => {
    const { code, err } = await audited(
      broken("damaged", [["N(1,0)", 4, "999"]]),
    );
    expect(code).toBe(2);
    expect(err).toContain("E_OPENSM_BAD_PORT");
  });

  it("are left out of a replay, whose tables can be used", async () => {
    const torus = folder.at("torus.topo");
    const size = ["--columns", "3", "--rows", "3", "--wrap"];
    await fabriclab("topology", "mesh", ...size, "-o", torus);
    const round = folder.at("round");
    await fabriclab(
      ...["route", "--plugin", clockwise, "--fabric", torus],
      ...["--routing", "clockwise", "-o", round],
    );
    // the LID of a switch, which no pair uses
    const tables = broken("round-broken", [["N(0,0)", 14, "200"]], round);
    const replay = folder.at("replay");
    const { code, err } = await fabriclab(
      ...["audit", "--fabric", torus, "--tables", tables, ...quick],
      ...["--replay", replay],
    );
    expect([code, err]).toEqual([1, expect.not.stringContaining("E_")]);
    expect(existsSync(join(replay, "scenario.yaml"))).toBe(true);
    const { out } = await fabriclab("run", join(replay, "scenario.yaml"));
    expect(out).toMatch(/^Deadlock: 3 packets wait/m);
  });
});
