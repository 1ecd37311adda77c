import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { readText } from "../src/read-text.ts";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();

const scenario = `topology: { kind: fat-tree, ports: 4, levels: 2 }
addressing: multiple-lid
routing: cyclic
traffic: { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
measure: { warmup: 2us, maxPackets: 200 }
sweep: { vary: { load: [0.1, 0.2, 0.3] } }
`;

const sweep = (folder: string) =>
  fabriclab("sweep", work.at("s.yaml"), "-o", folder, "--jobs", "1");

/** A copy of the finished folder, and its files of results. */
function copy(name: string): { folder: string; shards: string[] } {
  const folder = work.at(name);
  cpSync(work.at("whole"), folder, { recursive: true });
  const shards = readdirSync(join(folder, "shards")).map((one) =>
    join(folder, "shards", one),
  );
  return { folder, shards };
}

describe("a result folder that somebody touched", () => {
  beforeAll(async () => {
    work.write("s.yaml", scenario);
    expect((await sweep(work.at("whole"))).code).toBe(0);
  }, 60_000);

  it.each(["", '{"a', "null", "{}", "[]"])(
    "is refused when sweep.json is %o",
    async (text) => {
      const { folder } = copy(`manifest-${text.length}-${text.charCodeAt(0)}`);
      writeFileSync(join(folder, "sweep.json"), text);
      const { code, err } = await sweep(folder);
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/E_SWEEP_MANIFEST/),
      ]);
    },
  );

  it("computes a shard again over which another was copied", async () => {
    const { folder, shards } = copy("swapped");
    const [one, other] = shards as [string, string];
    const before = readFileSync(other);
    copyFileSync(one, other);
    const { code, err } = await sweep(folder);
    expect(code).toBe(0);
    expect(err).toMatch(/\.parquet is damaged; it is computed again/);
    expect(readFileSync(other).equals(before)).toBe(true);
  }, 60_000);

  it("answers queries from the files that are whole", async () => {
    const { folder, shards } = copy("cut");
    truncateSync(shards[0]!, 100);
    const sql = "SELECT count(*) AS n FROM runs";
    const { code, out, err } = await fabriclab("query", sql, folder, "--json");
    expect([code, JSON.parse(out)]).toEqual([0, [{ n: 2 }]]);
    expect(err).toMatch(/is damaged/);
  });

  it("is no file", async () => {
    for (const args of [["export"], ["query", "SELECT 1"]]) {
      const { code, err } = await fabriclab(...args, work.at("s.yaml"));
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/E_STORE_NO_RESULTS/),
      ]);
    }
  });

  it("lets a query read, write and load nothing else", async () => {
    const out = work.at("out.csv");
    const file = work.at("s.yaml");
    for (const [sql, refusal] of [
      [`SELECT * FROM read_text('${file}')`, "SQL"],
      [`EXPLAIN ANALYZE COPY (SELECT 1) TO '${out}'`, "SQL"],
      [`COPY (SELECT 1) TO '${out}'`, "SQL"],
      [`ATTACH '${out}' AS x`, "CHANGES"],
      ["SET enable_external_access = true", "CHANGES"],
      ["INSTALL httpfs", "CHANGES"],
      ["DROP TABLE runs", "CHANGES"],
      ["INSERT INTO points SELECT * FROM points RETURNING point", "CHANGES"],
      ["CREATE TABLE more AS SELECT 1", "CHANGES"],
      ["SELECT 1; SELECT 2", "SQL"],
      ["", "SQL"],
    ] as const) {
      const { code, err } = await fabriclab("query", sql, work.at("whole"));
      expect([sql, code, /E_QUERY_\w+/.exec(err)?.[0]]).toEqual([
        sql,
        2,
        `E_QUERY_${refusal}`,
      ]);
    }
    expect(existsSync(out)).toBe(false);
  }, 60_000);

  it("answers all that only reads", async () => {
    for (const [sql, of] of [
      ["DESCRIBE runs", "column_name"],
      ["SUMMARIZE points", "column_name"],
      ["SHOW TABLES", "name"],
      ["WITH one AS (FROM runs LIMIT 1) SELECT seed FROM one", "seed"],
      ["EXPLAIN SELECT seed FROM runs", "explain_value"],
    ] as const) {
      const { code, out } = await fabriclab(
        ...(["query", sql, work.at("whole"), "--json"] as const),
      );
      const rows = JSON.parse(out) as Record<string, unknown>[];
      expect([sql, code, rows[0]]).toEqual([sql, 0, expect.anything()]);
      expect(Object.keys(rows[0] ?? {})).toContain(of);
    }
  }, 60_000);

  it("keeps columns of one name apart", async () => {
    const { out } = await fabriclab(
      "query",
      "SELECT 1 AS a, 2 AS a",
      work.at("whole"),
      "--json",
    );
    expect(JSON.parse(out)).toEqual([{ a: 1, "a:1": 2 }]);
  });
});

describe("names that hold control characters", () => {
  it("cannot speak to the terminal", async () => {
    const asked = "SELECT 'a' || chr(27) || '[31m' AS x";
    const { out } = await fabriclab("query", asked, work.at("whole"));
    expect(out).toMatch(/^a\\x1b\[31m$/m);
    const sql = "SELECT '\u001b]0;title\u0007";
    const { err } = await fabriclab("query", sql, work.at("whole"));
    expect(err).toContain("'\\x1b]0;title\\x07");
    expect(err).not.toContain("\u001b]");
  });
});

describe("readText", () => {
  it("unpacks no more than it may", () => {
    const file = work.at("bomb.gz");
    writeFileSync(file, gzipSync("x".repeat(1001)));
    expect(() => readText(file, "--fabric", 1000)).toThrow(
      expect.objectContaining({
        code: "E_CLI_FILE_TOO_LARGE",
        where: { file, path: "--fabric" },
      }),
    );
    expect(readText(file, "--fabric", 1001)).toBe("x".repeat(1001));
  });
});
