import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fabriclab, withoutProgress, workFolder } from "./command.ts";

const folder = workFolder();
/** The graph of Figure 4(a) of kim2007, a host at each vertex. */
const figure = fileURLToPath(
  new URL(
    "../../../packages/tables/path-bit-table/examples/figure-4a.topo",
    import.meta.url,
  ),
);
const route = (output: string, ...flags: string[]) =>
  fabriclab("route", "--fabric", figure, "-o", folder.at(output), ...flags);
const multipath = ["--routing", "multipath", "--set", "root=b"];

describe("route --routing multipath", () => {
  it("prints the table of Figure 5 of kim2007 for vertex a, with the flags of SPF and Up/Down", async () => {
    const { code, out, err } = await route(
      "figure-5",
      ...multipath,
      "--show",
      "a",
      "--mark",
      "spf",
      "--mark",
      "updown:mode=tree,root=b",
    );
    expect(code, err).toBe(0);
    expect(out)
      .toContain(`Table of switch a for hosts of other switches; x = the entry that a routing without path bits takes

destination  path bits  port  to  default  spf  updown
B            0X            1  b   x        x    x
B            1X            2  c
C            0X            1  b                 x
C            1X            2  c   x        x
D            0X            1  b   x        x    x
D            1X            2  c
`);
    expect(out).toContain(`bit  length  cycle
  1       3  a -> c -> b -> a
  2       3  c -> d -> b -> c
`);
    expect(out).toMatch(/^path bits +2$/m);
    expect(out).toMatch(/^ {2}that would not arrive +0$/m);
    // Vertex a: 2^1 entries for each of three others, as the paper counts them.
    expect(out).toMatch(/^a +1 +6 +6 +8 +0$/m);
    expect(withoutProgress(err)).toContain("LMC 3");
  });

  it("writes the report beside tables that an audit finds clean", async () => {
    await route("tables", ...multipath);
    const files = readdirSync(folder.at("tables"));
    expect(files).toContain("report.json");
    const text = readFileSync(folder.at("tables/report.txt"), "utf8");
    for (const name of ["a", "b", "c", "d"])
      expect(text).toContain(`Table of switch ${name} for hosts`);
    const json = JSON.parse(
      readFileSync(folder.at("tables/report.json"), "utf8"),
    ) as { tables: { name: string }[] };
    expect(json.tables.map(({ name }) => name)).toEqual([
      "multipath",
      "cycles",
      "sizes",
    ]);
    const audit = await fabriclab(
      "audit",
      "--fabric",
      figure,
      "--tables",
      folder.at("tables"),
    );
    expect(audit.code, audit.err).toBe(0);
    expect(audit.out).toContain("clean");
  });

  it("has the report and the shown tables in its JSON", async () => {
    const { out } = await route("json", ...multipath, "--show", "d", "--json");
    const { report, shown } = JSON.parse(out) as {
      report: { notes: string[]; tables: { name: string }[] };
      shown: { name: string; rows: unknown[] }[];
    };
    expect(report.notes).toEqual([]);
    expect(report.tables.map(({ name }) => name)).toContain("sizes");
    expect(shown.map(({ name }) => name)).toEqual(["table-of-d"]);
    expect(shown[0]?.rows).toHaveLength(6);
  });

  it("refuses nine bits within an LMC, and says in wide mode that no subnet manager can load them", async () => {
    const nine = await route("nine", ...multipath, "--set", "bits=9");
    expect(nine.code).toBe(2);
    expect(nine.err).toContain("E_PATH_BITS_LMC");
    const wide = await route(
      "wide",
      ...multipath,
      "--set",
      "bits=9",
      "--set",
      "mode=wide",
    );
    expect(wide.code, wide.err).toBe(0);
    expect(wide.err).toContain("no subnet manager can load them");
  });

  it("refuses a root, a switch to show and a routing to mark that are not there", async () => {
    const root = await route(
      "root",
      "--routing",
      "multipath",
      "--set",
      "root=A",
    );
    expect([root.code, root.err]).toEqual([
      2,
      expect.stringContaining("E_MULTIPATH_ROOT"),
    ]);
    const show = await route("show", ...multipath, "--show", "A");
    expect([show.code, show.err]).toEqual([
      2,
      expect.stringContaining("E_CLI_NO_SUCH_SWITCH"),
    ]);
    const mark = await route("mark", ...multipath, "--mark", "updwn");
    expect(mark.code).toBe(2);
    expect(mark.err).toContain("--mark");
  });

  it.each([
    ["updown:root=A", "E_UPDOWN_ROOT"],
    ["updown:mode=trie", "E_SPEC_BAD_PARAMETER"],
    ["updown:rot=b", "E_SPEC_UNKNOWN_PARAMETER"],
    ["ftree", "E_FTREE_LMC"],
  ])(
    "names the flag of a routing to mark that cannot be: %s",
    async (written, refused) => {
      const { code, err } = await route(
        "mark",
        ...multipath,
        "--mark",
        written,
      );
      expect(code).toBe(2);
      expect(err).toContain(refused);
      expect(err).toMatch(`at        --mark ${written}\n`);
    },
  );
});

describe("route --show", () => {
  it("is what --mark marks ports in: without it, that is said", async () => {
    const alone = await route(
      "unmarked",
      "--routing",
      "spf",
      "--mark",
      "updown",
    );
    expect(alone.code).toBe(0);
    expect(alone.err).toContain("note: --mark has no effect");
    const shown = await route(
      "marked",
      "--routing",
      "spf",
      "--show",
      "a",
      "--mark",
      "updown",
    );
    expect(shown.err).not.toContain("--mark");
  });

  it("is not needed where the builder writes a report: --mark marks ports in its tables of all switches", async () => {
    const { code, err } = await route(
      "reported",
      ...multipath,
      "--mark",
      "spf",
      "--mark",
      "updown:mode=tree,root=b",
    );
    expect(code, err).toBe(0);
    expect(err).not.toContain("--mark has no effect");
    // Figure 5 of kim2007.
    expect(readFileSync(folder.at("reported/report.txt"), "utf8"))
      .toContain(`destination  path bits  port  to  default  spf  updown
B            0X            1  b   x        x    x
B            1X            2  c
C            0X            1  b                 x
C            1X            2  c   x        x
D            0X            1  b   x        x    x
D            1X            2  c
`);
  });

  it("prints a linear table where the builder has no form of its own, with the ports of other routings", async () => {
    const { code, out, err } = await route(
      "plain",
      "--routing",
      "spf",
      "--show",
      "a",
      "--mark",
      "updown:mode=tree,root=b",
    );
    expect(code, err).toBe(0);
    // Sequential LIDs: the hosts first, A has 1.
    expect(out).toBe(`Table of switch a for hosts of other switches

destination  base LID  port  to  port by updown
B                   2     1  b                1
C                   3     2  c                1
D                   4     1  b                1

`);
    expect(readdirSync(folder.at("plain"))).not.toContain("report.txt");
  });
});
