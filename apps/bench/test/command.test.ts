import { spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { endsWithThis } from "../src/living.ts";
import { readOptions } from "../src/options.ts";

const folder = mkdtempSync(join(tmpdir(), "fabriclab-bench-command-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const main = join(import.meta.dirname, "../src/main.ts");
const latest = join(folder, "latest.json");
const history = join(folder, "history.jsonl");
const files = ["--json", latest, "--history", history];

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** `pnpm bench …`; `during` sees what it says on the way. */
const bench = (
  args: readonly string[],
  during: (err: string, kill: (signal: NodeJS.Signals) => void) => void = () =>
    undefined,
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = endsWithThis(
      spawn(
        process.execPath,
        ["--conditions=fabriclab-source", main, ...args],
        {
          stdio: ["ignore", "pipe", "pipe"],
        },
      ),
    );
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => {
      err += chunk.toString();
      during(err, (signal) => child.kill(signal));
    });
    child.on("close", (code) => resolve({ code, out, err }));
  });

const RUN = {
  ...{ schema: 1, when: "2026-01-01", node: "v24.0.0", cpu: "a processor" },
  quick: true,
  rows: [{ suite: "network", name: "V=1", figures: { "ns/hop": 60 } }],
};

describe("pnpm bench", () => {
  it.each([
    [["--nope"], "E_BENCH_OPTION", "pnpm bench"],
    [["netwrk"], "E_BENCH_OPTION", "suite"],
    [["--rounds", "0"], "E_BENCH_OPTION", "--rounds"],
    [["--json"], "E_BENCH_OPTION", "pnpm bench"],
    [["--only", "mesh"], "E_BENCH_OPTION", "--only"],
    [["--peers"], "E_BENCH_OPTION", "--peers"],
    [["--booksim", "x"], "E_BENCH_OPTION", "--booksim"],
    [["--from", "x", "kernel"], "E_BENCH_OPTION", "--from"],
    [
      ["--peers", "--booksim", process.execPath, "--only", "no such"],
      "E_BENCH_OPTION",
      "--only",
    ],
    [
      ["--peers", "--booksim", join(folder, "absent")],
      "E_BENCH_PROGRAM",
      "--booksim",
    ],
    [["--peers", "--opensm", folder], "E_BENCH_PROGRAM", "--opensm"],
    [["node", "--node", "no-such-program"], "E_BENCH_PROGRAM", "--node"],
    [["kernel", "--json", folder], "E_BENCH_OUTPUT", "--json"],
    [
      ["kernel", "--history", join(main, "below/a/file.jsonl")],
      "E_BENCH_OUTPUT",
      "--history",
    ],
    [["kernel", "--html", "/proc/x.html"], "E_BENCH_OUTPUT", "--html"],
  ])("refuses %j before it measures", (args, code, path) => {
    expect(() => readOptions(args, () => undefined)).toThrow(
      expect.objectContaining({ code, where: { path } }),
    );
  });

  it("says what is wrong with its code, ends with 2 and writes nothing", async () => {
    const file = join(folder, "broken.json");
    writeFileSync(file, '{"schema":1');
    for (const args of [
      ["--from", file],
      ["kernel", "--compare", file],
    ]) {
      const page = join(folder, "page.html");
      const { code, out, err } = await bench([
        ...args,
        ...files,
        "--html",
        page,
      ]);
      expect(code).toBe(2);
      expect(out).toBe("");
      expect(err).toContain("error E_BENCH_FILE: this is no JSON");
      for (const made of [latest, history, page])
        expect(existsSync(made)).toBe(false);
    }
  });

  it("compares runs that were measured before, and makes a page of them", async () => {
    const old = join(folder, "old.json");
    const late = join(folder, "late.json");
    const page = join(folder, "late.html");
    writeFileSync(old, JSON.stringify(RUN));
    writeFileSync(
      late,
      JSON.stringify({
        ...RUN,
        when: "2026-02-01",
        rows: [{ ...RUN.rows[0], figures: { "ns/hop": 30 } }],
      }),
    );
    const { code, out } = await bench([
      ...["--from", late, "--compare", old, "--html", page],
      ...files,
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/ns\/hop .* 60 .* 30 .* 0\.500/);
    expect(readFileSync(page, "utf8")).toContain("ns/hop");
    expect(existsSync(latest)).toBe(false);
  });

  it("shows control characters of files as their codes, in tables that stay straight", async () => {
    const file = join(folder, "odd.json");
    const odd = "\u001b]0;x\u0007\u202eV";
    const row = { suite: odd, name: odd, figures: { [odd]: 1 }, note: odd };
    writeFileSync(file, JSON.stringify({ ...RUN, when: odd, rows: [row] }));
    const { out, err } = await bench(["--from", file, "--compare", file]);
    const shown = "\\x1b]0;x\\x07\\u202eV";
    expect(out.split(shown).length).toBeGreaterThan(8);
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    const lines = out.split("\n").filter((line) => /^[│┌└├]/.test(line));
    expect(new Set(lines.map((line) => line.length)).size).toBe(2);
    writeFileSync(file, `${odd}\n`);
    const refused = await bench(["--from", file]);
    expect(refused.err).toContain(shown);
    expect(refused.err).not.toContain("\u001b");
  });

  it.each([[["--list"]], [["--help"]], [["--from", "many.json"]]])(
    "%j ends with 141 and without a word where nobody reads on",
    async (args) => {
      writeFileSync(
        join(folder, "many.json"),
        JSON.stringify({
          ...RUN,
          rows: Array.from({ length: 3000 }, (_, i) => ({
            ...{ suite: "network", figures: { "ns/hop": i } },
            name: "x".repeat(100) + String(i),
          })),
        }),
      );
      const child = endsWithThis(
        spawn(
          process.execPath,
          ["--conditions=fabriclab-source", main, ...args],
          { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
        ),
      );
      child.stdout.destroy();
      let err = "";
      child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
      const code = await new Promise((resolve) => child.on("close", resolve));
      expect([code, err]).toEqual([141, ""]);
    },
  );

  it.each(["SIGINT", "SIGTERM"] as const)(
    "interrupted by %s ends with 130, with what it began, and writes no file",
    async (signal) => {
      let sent = false;
      const { code, err } = await bench(
        ["kernel", "--quick", ...files],
        (said, kill) => {
          if (sent || !said.includes("kernel:")) return;
          sent = true;
          kill(signal);
        },
      );
      expect(code).toBe(130);
      expect(err).toContain(`bench: ${signal}: 0 cases were measured`);
      expect(existsSync(latest) || existsSync(history)).toBe(false);
    },
  );
});
