import { beforeAll, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const net = folder.at("net.topo");
const roots = folder.write("roots.txt", "S0\n");
const hosts = folder.write("hosts.txt", "H0\nH3\nH5\nH9\n");
const fabric = ["--fabric", net];
/** updn finds no root of its own here. */
const byList = [...fabric, "--routing", "updn", "--roots", roots];
const bySet = [...fabric, "--routing", "updn", "--set", "roots=S0"];

beforeAll(async () => {
  const size = ["--switches", "12", "--links", "20", "--seed", "5"];
  await fabriclab("topology", "irregular", ...size, "-o", net);
});

describe("lists of a routing", () => {
  it.each([
    ["audit", ["--no-remedies"]],
    ["job", ["--hosts", hosts]],
    ["path", ["H0", "H9"]],
  ])("are taken by %s as by --set", async (command, more) => {
    const [list, set] = await Promise.all(
      [byList, bySet].map((flags) => fabriclab(command, ...flags, ...more)),
    );
    // With the roots, audit also tells of turns.
    const ways = (out = ""): string =>
      out.replace(/^ +no pair turns up after down.*\n/m, "");
    expect(list).toMatchObject({ code: 0, err: "" });
    expect(ways(list?.out)).toBe(set?.out);
  });

  it("are, of roots, for the report of audit alone where the routing takes none", async () => {
    const { code, out, err } = await fabriclab(
      ...["audit", ...fabric, "--routing", "updown", "--roots", roots],
    );
    expect(code).toBe(0);
    expect(out).toContain("up after down");
    expect(err).toContain(
      "--roots is for the report alone, as updown takes no list of roots",
    );
  });

  it("are refused by a routing of one root with the parameter that takes it", async () => {
    const path = ["path", ...fabric, "--routing", "updown", "H0", "H9"];
    const { err } = await fabriclab(...path, "--roots", roots);
    expect(err).toContain("updown takes a root: --set root=NAME");
    const done = await fabriclab(...path, "--set", "root=S0");
    expect(done.code, done.err).toBe(0);
  });

  it.each([
    ["job", ["--hosts", hosts], "--roots", roots],
    ["path", ["H0", "H9"], "--roots", roots],
    ["audit", [], "--compute", hosts],
  ])(
    "are refused by %s where the routing takes none, and beside finished tables",
    async (command, more, flag, list) => {
      for (const way of [
        ["--routing", "minhop"],
        ["--tables", folder.path],
      ]) {
        const done = await fabriclab(
          ...[command, ...fabric, ...way, flag, list, ...more],
        );
        expect(done.code).toBe(2);
        expect(done.err).toContain("E_CLI_OPTION_CONFLICT");
        expect(done.err).toContain(flag);
      }
    },
  );

  it.each([
    ["route", ["-o", folder.at("tables")]],
    ["fail", ["--remove", "S1"]],
    ["audit", []],
    ["job", ["--hosts", hosts]],
    ["path", ["H0", "H9"]],
  ])("are refused by %s where --set gives them, too", async (command, more) => {
    for (const key of ["roots", "routing.roots"]) {
      const done = await fabriclab(
        ...[command, ...byList, "--set", `${key}=S1`, ...more],
      );
      expect(done.code).toBe(2);
      expect(done.err).toContain(
        "E_CLI_OPTION_CONFLICT: --roots and --set give the routing the same list.",
      );
    }
  });

  it("are refused by fail where --set gives them to one of several routings, too", async () => {
    const done = await fabriclab(
      ...["fail", ...fabric, "--routing", "minhop,updn", "--roots", roots],
      ...["--set", "updn:roots=S1", "--remove", "S1"],
    );
    expect(done.code).toBe(2);
    expect(done.err).toContain("--roots and --set roots=S1");
  });
});
