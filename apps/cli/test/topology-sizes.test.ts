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
