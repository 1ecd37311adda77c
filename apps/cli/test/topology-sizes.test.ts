import { describe, expect, it } from "vitest";
import { fabriclab } from "./command.ts";

describe("topology KIND --hosts", () => {
  it("prints the sizes that have so many hosts, as flags", async () => {
    const { code, out } = await fabriclab(
      "topology",
      "fat-tree",
      "--hosts",
      "200",
    );
    expect(code).toBe(0);
    expect(out).toMatch(
      /^--ports 20 --levels 2 +200 hosts +30 switches +400 cables$/m,
    );
  });

  it("keeps what is given, also as JSON", async () => {
    const { out } = await fabriclab(
      ...["topology", "fat-tree", "--hosts", "200", "--ports", "36", "--json"],
    );
    expect(JSON.parse(out)).toEqual([
      {
        parameters: { ports: 36, levels: 2 },
        hosts: 648,
        switches: 54,
        cables: 1296,
      },
    ]);
  });

  // 2·h^n hosts and (2n-1)·h^(n-1) switches of 2h ports: 28³·2 + 5·28² = 47824 fit into 49151 LIDs, 15⁴·2 + 7·15³ and 29³·2 + 5·29² do not.
  it("proposes only what a subnet's unicast LIDs are enough for, and says that it leaves sizes out", async () => {
    const fits = await fabriclab("topology", "fat-tree", "--hosts", "40000");
    expect(fits.out.trim().split(/\s{2,}/)).toEqual([
      "--ports 56 --levels 3",
      "43904 hosts",
      "3920 switches",
      "131712 cables",
    ]);
    expect(fits.err).toBe(
      "1 size left out: hosts and switches are more than the 49151 unicast LIDs of a subnet\n",
    );
    const none = await fabriclab("topology", "fat-tree", "--hosts", "45000");
    expect([none.code, none.out]).toEqual([2, ""]);
    expect(none.err).toMatch(
      /E_CLI_BAD_NUMBER: A subnet has 49151 unicast LIDs[^]*got +45000; --ports 58 --levels 3 has 48778 hosts and 4205 switches/,
    );
  });

  it.each(["49151", "100000", "900000000"])(
    "says that there are not LIDs enough for %s hosts of any topology",
    async (hosts) => {
      for (const kind of ["fat-tree", "mesh", "irregular", "fig6like"]) {
        const { code, err } = await fabriclab(
          ...["topology", kind, "--hosts", hosts],
        );
        expect(code).toBe(2);
        expect(err).toContain("A subnet has 49151 unicast LIDs");
        expect(err).not.toContain("hint");
      }
    },
  );

  // With one host each, 40000 hosts need as many switches; 40000 + 40000/4 = 50000 is still too much, 40000 + 40000/8 is not.
  it("says how many hosts at each switch would do, which is so", async () => {
    const ask = ["topology", "mesh", "--hosts", "40000"];
    const { err } = await fabriclab(...ask);
    expect(err).toMatch(/hint +.*: --hosts-per-switch 8$/m);
    const { code, out } = await fabriclab(...ask, "--hosts-per-switch", "8");
    expect(code).toBe(0);
    expect(out).toMatch(/ 40\d\d\d hosts +50\d\d switches /);
  });

  it.each([
    [["--hosts", "0"], "E_CLI_BAD_NUMBER"],
    [["--hosts", "1e2"], "E_CLI_BAD_NUMBER"],
    [["--hosts", "300", "--ports", "8", "--levels", "3"], "E_CLI_BAD_NUMBER"],
    [["--hosts", "300", "--ports", "7"], "E_FAT_TREE_PORTS_ODD"],
    [["--hosts", "300", "-o", "x.topo"], "E_CLI_OPTION_CONFLICT"],
    [["--hosts", "300", "--quirks", "all"], "E_CLI_OPTION_CONFLICT"],
  ])("refuses %j with %s", async (flags, code) => {
    const answer = await fabriclab("topology", "fat-tree", ...flags);
    expect(answer.code).toBe(2);
    expect(answer.err).toContain(code);
    expect(answer.out).toBe("");
  });
});
