import { beforeAll, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();
const folder = work.at("results");

beforeAll(async () => {
  const file = work.write(
    "small.yaml",
    `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: updn
traffic: { kind: poisson, load: 0.2, size: 256B }
measure: { warmup: 2us, maxTime: 50us }
sweep: { vary: { load: [0.1, 0.3], "traffic[0].size": [128B, 256B] } }
`,
  );
  const { err } = await fabriclab("sweep", file, "-o", folder, "--jobs", "1");
  expect(err).not.toContain("error");
}, 60_000);

/** The words of the first line, and of the others. */
async function table(sql: string): Promise<string[][]> {
  const { code, out, err } = await fabriclab("query", sql, folder);
  expect([code, err]).toEqual([0, ""]);
  return out
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/));
}

describe("the table of a query", () => {
  it("has the units of plain columns, and none of what is computed", async () => {
    const [head] = await table(
      "SELECT load, traffic_0_size, p.latency, latency AS l, latency * 2 AS twice, throughput, throughput_bytes FROM points p",
    );
    expect(head).toEqual([
      "load",
      "traffic_0_size [B]",
      "latency [ns]",
      "l [ns]",
      "twice",
      "throughput",
      "throughput_bytes [B/s]",
    ]);
  });

  it("has those of a star's columns, before and behind others", async () => {
    const [head] = await table(
      "SELECT latency AS first, * EXCLUDE (experiment), latency / 2 AS half FROM points",
    );
    expect(head?.[0]).toBe("first [ns]");
    expect(head?.slice(1, 4)).toEqual(["point", "stage", "load"]);
    expect(head).toContain("latency_ci95 [ns]");
    expect(head?.at(-1)).toBe("half");
  });

  it.each([
    ["a subquery", "SELECT latency FROM (SELECT 1 AS latency)"],
    [
      "another table of that name",
      "WITH runs AS (SELECT 1 AS latency) SELECT latency FROM runs",
    ],
    ["renamed columns", "SELECT latency FROM points AS p(latency)"],
    ["two queries", "SELECT latency FROM runs UNION SELECT 1"],
    ["a replaced column", "SELECT * REPLACE (1 AS latency) FROM points"],
  ])("has none of %s", async (_, sql) => {
    const [head] = await table(sql);
    expect(head).toContain("latency");
  });

  it("has six digits; CSV and JSON have all", async () => {
    const sql = "SELECT latency FROM points ORDER BY point";
    const json = await fabriclab("query", sql, folder, "--json");
    const all = (JSON.parse(json.out) as { latency: number }[]).map(
      ({ latency }) => latency,
    );
    // Else nothing would be left out.
    expect(all.some((value) => String(value).length > 10)).toBe(true);
    const [, ...rows] = await table(sql);
    expect(rows.map(([value]) => value)).toEqual(
      all.map((value) => String(Number(value.toPrecision(6)))),
    );
    const { out } = await fabriclab("query", sql, folder, "--csv");
    expect(out.trimEnd().split("\r\n")).toEqual([
      "latency",
      ...all.map(String),
    ]);
  });

  it("leaves no digit before the point out", async () => {
    expect(
      await table(
        "SELECT 123456789.75 AS a, 12345678901 AS b, 0.00001234567 AS c",
      ),
    ).toEqual([
      ["a", "b", "c"],
      ["123456790", "12345678901", "0.0000123457"],
    ]);
  });
});

describe("dates, times, bytes and infinities of a query", () => {
  // What `SELECT x::VARCHAR` of DuckDB gives of each.
  const words = [
    ["DATE '2026-01-02'", "2026-01-02"],
    ["DATE '-infinity'", "-infinity"],
    ["TIMESTAMP 'infinity'", "infinity"],
    ["TIMESTAMP '2026-01-02 03:04:05.123456'", "2026-01-02 03:04:05.123456"],
    ["TIMESTAMP_NS '2026-01-02 03:04:05'", "2026-01-02 03:04:05"],
    ["TIME '01:02:03'", "01:02:03"],
    ["'01:02:03+02'::TIMETZ", "01:02:03+02"],
    ["INTERVAL 3 DAYS", "3 days"],
    ["'x'::BLOB", "x"],
    ["'101'::BIT", "101"],
    ["NULL::DATE", null],
    ["'inf'::DOUBLE", "inf"],
    ["-1.0 / 0", "-inf"],
    ["'nan'::FLOAT", "nan"],
  ] as const;
  const columns = words.map(([value], at) => `${value} AS c${at}`).join(", ");

  it("are DuckDB's words, in CSV without quotes, as in JSON", async () => {
    const sql = `SELECT ${columns}`;
    const csv = await fabriclab("query", sql, folder, "--csv");
    expect(csv.out.split("\r\n")[1]).toBe(
      words.map(([, said]) => said ?? "").join(","),
    );
    const json = await fabriclab("query", sql, folder, "--json");
    expect(JSON.parse(json.out)).toEqual([
      Object.fromEntries(words.map(([, said], at) => [`c${at}`, said])),
    ]);
    const [, shown] = await table("SELECT DATE '2026-01-02' AS d, 1 AS one");
    expect(shown).toEqual(["2026-01-02", "1"]);
    const said = words.map(([value]) => `(${value})::VARCHAR`).join(", ");
    const cast = await fabriclab("query", `SELECT ${said}`, folder, "--csv");
    expect(cast.out.split("\r\n")[1]).toBe(csv.out.split("\r\n")[1]);
  });

  it("are so within lists and structs, which are JSON", async () => {
    const { out } = await fabriclab(
      "query",
      "SELECT [DATE '2026-01-02'] AS list, {'day': DATE '2026-01-02', 'n': 1, 'x': 'inf'::DOUBLE} AS struct",
      ...[folder, "--json"],
    );
    expect(JSON.parse(out)).toEqual([
      {
        list: '["2026-01-02"]',
        struct: '{"day":"2026-01-02","n":1,"x":"inf"}',
      },
    ]);
  });
});

describe("a query of a table that is not there", () => {
  it.each([
    ["point", "did you mean points? there are runs "],
    ["measurements", "there are runs "],
  ])("names those that are: %s", async (name, said) => {
    const { code, err } = await fabriclab(
      ...["query", `SELECT * FROM ${name}`, folder, "--json"],
    );
    expect(code).toBe(2);
    const { hint } = (JSON.parse(err) as { error: { hint: string } }).error;
    expect(hint.startsWith(said)).toBe(true);
    expect(hint).toMatch(/runs .*points .*columns /);
  });
});
