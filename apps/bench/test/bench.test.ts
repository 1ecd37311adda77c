import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { compareRuns, earlierRows } from "../src/compare.ts";
import {
  appendRun,
  newestRows,
  readRuns,
  writeRun,
  type BenchRun,
} from "../src/history.ts";
import { routingSeconds } from "../src/opensm/clock.ts";
import { pageOf } from "../src/page.ts";
import { selected } from "../src/select.ts";
import { meets, type Row } from "../src/suite.ts";
import { benchTables } from "../src/tables.ts";
import { keptVerdicts, rowsOf } from "../src/suites/papers.ts";

const folder = mkdtempSync(join(tmpdir(), "fabriclab-bench-test-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = (
  when: string,
  ns: number,
  extra: readonly string[] = [],
): BenchRun => ({
  schema: 1,
  when,
  node: "v24.0.0",
  cpu: "a processor",
  quick: false,
  rows: [
    {
      suite: "network",
      name: "V=1",
      figures: { "ns/hop": ns, "speed / C++": 50 / ns },
      targets: [{ figure: "speed / C++", atLeast: 0.6 }],
    },
    ...extra.map((name) => ({ suite: "network", name, figures: { x: 1 } })),
  ],
});

describe("which suites run", () => {
  const none = { names: [], all: false, peers: false, papers: false };
  const names = (choice: Partial<Parameters<typeof selected>[0]>): string[] =>
    selected({ ...none, ...choice }).map(({ name }) => name);

  it("are the usual ones where nothing is said", () => {
    expect(names({})).toEqual([
      "kernel",
      "network",
      "tables",
      "audit",
      "sweep",
    ]);
  });

  it("are those named, and those of the flags, once each; --all leaves out other programs and studies", () => {
    expect(names({ names: ["audit", "kernel"] })).toEqual(["kernel", "audit"]);
    expect(names({ peers: true })).toEqual(["peer-booksim2", "peer-opensm"]);
    expect(names({ papers: true, names: ["papers"] })).toEqual(["papers"]);
    const all = names({ all: true });
    expect(all).toEqual(
      expect.arrayContaining(["scaling", "booksim2", "node"]),
    );
    expect(all.some((name) => /peer|papers/.test(name))).toBe(false);
    expect(() => names({ names: ["nope"] })).toThrow(/no suite is named nope/);
  });
});

describe("history", () => {
  it("holds every run, a line each, and is read as a single run is", () => {
    const file = join(folder, "history.jsonl");
    const [old, late] = [run("2026-01-01", 60), run("2026-02-01", 50)];
    appendRun(file, old);
    appendRun(file, late);
    expect(readRuns(file)).toEqual([old, late]);
    const single = join(folder, "one.json");
    writeRun(single, old);
    expect(readRuns(single)).toEqual([old]);
  });

  it("refuses other files, and says where", () => {
    const file = join(folder, "other");
    const row = { suite: "network", name: "V=1", figures: { x: 1 } };
    const whole = { ...run("2026", 1), rows: [row] };
    for (const [text, path, message] of [
      ["{}", file, /no run of the benchmarks/],
      ["null", file, /no run of the benchmarks/],
      ["", file, /holds no run/],
      [`${JSON.stringify(whole)}\nx`, `${file}:2`, /no JSON/],
      [JSON.stringify({ ...whole, when: 1 }), file, /no run/],
      [JSON.stringify({ ...whole, rows: [{ suite: "a" }] }), file, /no run/],
      [
        JSON.stringify({ ...whole, rows: [{ ...row, targets: 1 }] }),
        file,
        /no run/,
      ],
      [
        JSON.stringify({ ...whole, rows: [{ ...row, figures: { x: "1" } }] }),
        file,
        /no run/,
      ],
    ] as const) {
      writeFileSync(file, text);
      expect(() => readRuns(file)).toThrow(
        expect.objectContaining({
          code: "E_BENCH_FILE",
          where: { path },
          message: expect.stringMatching(message) as string,
        }),
      );
    }
    expect(() => readRuns(join(folder, "absent"))).toThrow(
      expect.objectContaining({
        code: "E_BENCH_FILE",
        got: "no such file or directory",
      }),
    );
    if (process.platform === "linux")
      expect(() => readRuns("/dev/zero")).toThrow(
        expect.objectContaining({
          code: "E_BENCH_FILE",
          message: "this is a device, no file",
        }),
      );
  });

  it("keeps that a figure is no number", () => {
    const file = join(folder, "nothing.json");
    const [row] = run("2026", 1).rows;
    writeRun(file, {
      ...run("2026", 1),
      rows: [{ ...row!, figures: { ratio: NaN, x: 1 } }],
    });
    expect(readRuns(file)[0]?.rows[0]?.figures).toEqual({ ratio: NaN, x: 1 });
    expect(
      compareRuns(readRuns(file)[0]!.rows, run("2026", 1, []).rows).ratios,
    ).toEqual([]);
  });

  it("goes on behind a last line without an end", () => {
    const file = join(folder, "unended.jsonl");
    writeFileSync(file, JSON.stringify(run("2026-01-01", 1)));
    appendRun(file, run("2026-02-01", 2));
    expect(readRuns(file).map(({ when }) => when)).toEqual([
      "2026-01-01",
      "2026-02-01",
    ]);
    expect(readdirSync(folder).filter((name) => /tmp/.test(name))).toEqual([]);
  });

  it("gives the newest figures of every case, whatever the order of the runs", () => {
    const runs = [run("2026-02-01", 50), run("2026-01-01", 60, ["V=4"])];
    expect(
      newestRows(runs).map(({ row, run: { when } }) => [row.name, when]),
    ).toEqual([
      ["V=4", "2026-01-01"],
      ["V=1", "2026-02-01"],
    ]);
  });

  it("is compared figure by figure", () => {
    const { ratios, unpaired } = compareRuns(
      run("2026-01-01", 60, ["V=4"]).rows,
      run("2026-02-01", 30).rows,
    );
    expect(ratios.map(({ figure, ratio }) => [figure, ratio])).toEqual([
      ["ns/hop", 0.5],
      ["speed / C++", 2],
    ]);
    expect(unpaired).toEqual(["network / V=4 (only before)"]);
  });
});

describe("what a run is compared with", () => {
  const suites = new Set(["network"]);
  const runs = [
    run("2026-01-01", 60, ["V=4"]),
    run("2026-02-01", 50),
    { ...run("2026-03-01", 10), quick: true },
    {
      ...run("2026-04-01", 1),
      rows: run("2026-04-01", 1).rows.map((row) => ({
        ...row,
        suite: "audit",
      })),
    },
  ];

  it("is the newest of every case of its suites in a history, however many runs of others came after", () => {
    const { rows, from } = earlierRows(runs, { quick: false, suites });
    expect(rows.map(({ name, figures }) => [name, figures["ns/hop"]])).toEqual([
      ["V=4", undefined],
      ["V=1", 50],
    ]);
    expect(from).toEqual(["2026-01-01", "2026-02-01"]);
  });

  it("is never a quick run for one that is not, nor the other way round", () => {
    expect(
      earlierRows(runs, { quick: true, suites }).rows.map(
        ({ figures }) => figures["ns/hop"],
      ),
    ).toEqual([10]);
    expect(earlierRows(runs.slice(0, 2), { quick: true, suites }).rows).toEqual(
      [],
    );
  });
});

describe("the tables", () => {
  const row = (suite: string, name: string, ...figures: string[]): Row => ({
    suite,
    name,
    figures: Object.fromEntries(figures.map((figure) => [figure, 1])),
  });

  it("are one for each kind of rows, with the columns that these have", () => {
    const tables = benchTables([
      row("papers", "study 1", "runs"),
      row("papers", "claim 1", "measured"),
      row("papers", "claim 2"),
      row("papers", "study 2", "runs", "wall s"),
      row("papers", "claim 3", "measured", "from"),
      { ...row("network", "V=1", "ns/hop"), note: "a note" },
    ]);
    expect(tables).toEqual([
      {
        suite: "papers",
        columns: ["case", "runs", "wall s"],
        rows: [
          ["study 1", "1", "-"],
          ["study 2", "1", "1"],
        ],
      },
      {
        suite: "papers",
        columns: ["case", "measured", "from"],
        rows: [
          ["claim 1", "1", "-"],
          ["claim 2", "-", "-"],
          ["claim 3", "1", "1"],
        ],
      },
      {
        suite: "network",
        columns: ["case", "ns/hop", "note"],
        rows: [["V=1", "1", "a note"]],
      },
    ]);
  });

  it("keep rows together that a third one links", () => {
    const tables = benchTables([
      row("s", "a", "x"),
      row("s", "b", "y"),
      row("s", "c", "x", "y"),
    ]);
    expect(tables.map(({ rows }) => rows.map(([name]) => name))).toEqual([
      ["a", "b", "c"],
    ]);
  });
});

describe("the page", () => {
  it("holds every figure with its target and what it was measured on, loads nothing, and has the same bytes again", () => {
    const runs = [run("2026-01-01", 100, ["<b>"])];
    const page = pageOf(runs);
    expect(page).toContain("speed / C++ &gt;= 0.600: MISSED");
    expect(page).toContain("0 of 1 targets were met");
    expect(page).toContain("&lt;b&gt;");
    expect(page).toContain("Node v24.0.0, a processor");
    expect(page).not.toMatch(/<script|src=|href="http/);
    expect(pageOf(runs)).toBe(page);
    const one: Row = { suite: "s", name: "a", figures: { x: 1 } };
    const of = (...rows: Row[]) => pageOf([{ ...runs[0]!, rows }]);
    expect(of(one)).toContain("<p>1 case of 1 suite.</p>");
    expect(of(one, { ...one, suite: "t" })).toContain(
      "<p>2 cases of 2 suites.</p>",
    );
  });

  it("holds what the runs were compared with", () => {
    const command = "pnpm bench --compare old.json --html new.html";
    const runs = [{ ...run("2026-02-01", 100), command }];
    const old = [run("2026-01-01", 80)];
    const page = pageOf(runs, {
      file: "old.json",
      from: ["2026-01-01"],
      ...compareRuns(old[0]!.rows, [
        ...runs[0]!.rows,
        { suite: "s", name: "new", figures: { x: 1 } },
      ]),
    });
    expect(page).toContain("Against old.json, 2026-01-01");
    // 100 / 80, and 0.5 / 0.625
    expect(page).toContain("1.250");
    expect(page).toContain("0.800");
    expect(page).toContain("Not compared: s / new (only now).");
    expect(page).toContain(command);
    expect(pageOf(runs)).not.toContain("Against");
    expect(pageOf(runs)).toContain("<code>pnpm bench --html new.html</code>");
  });
});

describe("papers", () => {
  it("counts verdicts, names every claim, and gives no time where runs were kept from before", () => {
    const claim = (id: string, verdict: string, measured: number | null) => ({
      id,
      verdict,
      quantity: "a ratio",
      measured,
      ci95: measured === null ? null : ([1, 2] as const),
    });
    const result = {
      runs: 10,
      cached: 0,
      report: "r.html",
      claims: [
        claim("C-1", "reproduced", 1.5),
        claim("C-2", "contradicted", 0.5),
        claim("C-3", "not reproduced", null),
      ],
    };
    const [paper, ...claims] = rowsOf("zhou2007", result, 12);
    expect(paper!.figures).toEqual({
      reproduced: 1,
      contradicted: 1,
      "not reproduced": 1,
      runs: 10,
      "wall s": 12,
    });
    expect(
      claims.map(({ name, figures }) => [name, figures["measured"]]),
    ).toEqual([
      ["zhou2007 C-1", 1.5],
      ["zhou2007 C-2", 0.5],
      ["zhou2007 C-3", NaN],
    ]);
    const [, endless] = rowsOf(
      "zhou2007",
      { ...result, claims: [{ ...result.claims[0]!, ci95: [null, 2] }] },
      12,
    );
    expect(endless!.figures).toEqual({
      measured: 1.5,
      "95 % from": NaN,
      "95 % to": 2,
    });
    const [kept] = rowsOf("zhou2007", { ...result, cached: 3 }, 12);
    expect(kept!.figures).not.toHaveProperty("wall s");
    expect(kept!.note).toContain("3 runs kept from before");
    const documented = new Map([
      ["C-1", "reproduced"],
      ["C-2", "reproduced"],
      ["C-3", "not reproduced"],
    ]);
    const [study, same, changed] = rowsOf("zhou2007", result, 12, documented);
    expect(study!.figures["other verdicts than documented"]).toBe(1);
    expect(meets(study!, study!.targets![0]!)).toBe(false);
    expect(same!.note).toBe("reproduced: a ratio");
    expect(changed!.note).toBe("contradicted: a ratio; documented: reproduced");
  });
});

it("the documents keep the verdicts of quick studies, and of whole ones where they were run", () => {
  expect(keptVerdicts("zhou2007", true)?.get("C-001-1")).toBe("reproduced");
  expect(keptVerdicts("nobody", true)).toBeUndefined();
});

describe("the clock in OpenSM", () => {
  it("gives the time from the beginning of routing to the first packet after it", () => {
    expect(
      routingSeconds("0.500000000 begin\n1.750000000 end\n1.8 configured\n"),
    ).toBe(1.25);
    expect(() => routingSeconds("0.5 begin\n")).toThrow(/when routing ends/);
  });
});
