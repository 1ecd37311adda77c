import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sharedFile } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { fabriclab } from "./command.ts";
import { auditFolder, multicastVerdicts, verdicts } from "./oracle.ts";

/** What OpenSM 3.3.23 made of six fabrics, and what other programs found in it; skipped where absent. */
const oracle = sharedFile("oracle") ?? "";
const known = verdicts();
const name = (one: { topology: string; variant: string }): string =>
  `${one.topology} ${one.variant}`;
const files = (topology: string, variant: string): [string, string] => [
  join(oracle, topology, "ibnetdiscover.txt"),
  join(oracle, topology, variant),
];

describe.skipIf(oracle === "")("OpenSM's tables, read from its dumps", () => {
  it("are 95", () => {
    expect(known).toHaveLength(95);
  });

  it.each(known.map((verdict) => [name(verdict), verdict] as const))(
    "have the hops, the busiest channel and the loops that others found: %s",
    (_, verdict) => {
      const { report } = auditFolder(
        ...files(verdict.topology, verdict.variant),
        { slIgnored: true },
      );
      expect(report).toMatchObject({
        unreachablePairs: verdict.unreachablePairs,
        forwardingLoops: 0,
        hops: verdict.hops,
        maxRoutesPerChannel: verdict.maxRoutes,
      });
      expect(report.creditLoops.length > 0).toBe(verdict.loop);
      if (verdict.loopSlIgnored !== undefined)
        expect((report.slIgnoredCreditLoops ?? []).length > 0).toBe(
          verdict.loopSlIgnored,
        );
    },
    60_000,
  );
});

describe.skipIf(oracle === "")(
  "unicast and OpenSM's multicast on one VL",
  () => {
    const table = multicastVerdicts();

    it("is known of all six fabrics", () => {
      expect(
        [...new Set(table.map(({ topology }) => topology))].sort(),
      ).toEqual([
        "ft_4p3t",
        "ft_8p2t",
        "ft_8p3t",
        "irr_15",
        "mesh_4x4",
        "torus_4x4",
      ]);
    });

    it.each(table.map((row) => [name(row), row] as const))(
      "loops where ibdmchk says so: %s",
      (_, { topology, variant, unicast, both }) => {
        const { report } = auditFolder(...files(topology, variant));
        expect(report.creditLoops.length > 0).toBe(unicast);
        expect((report.combinedCreditLoops ?? []).length > 0).toBe(both);
      },
      60_000,
    );

    it("is what the documents say", () => {
      const text = readFileSync(
        join(
          import.meta.dirname,
          "../../docs/findings/shared-lane-multicast.md",
        ),
        "utf8",
      );
      const [head, , ...rows] = [...text.matchAll(/^\|(.*)\|$/gm)].map(
        ([, row = ""]) =>
          row.split("|").map((cell) => cell.replaceAll("`", "").trim()),
      );
      const word = (loops: boolean): string => (loops ? "loop" : "ok");
      const said = rows.flatMap(([variant = "", ...cells]) =>
        cells.flatMap((cell, i) =>
          cell === "" ? [] : [`${head?.[i + 1] ?? ""} ${variant}: ${cell}`],
        ),
      );
      expect(said.sort()).toEqual(
        table
          .map(
            (row) => `${name(row)}: ${word(row.unicast)} / ${word(row.both)}`,
          )
          .sort(),
      );
    });

    it("loops on every fabric that is no tree, under every engine but torus-2QoS and a few of nue's", () => {
      const free = table
        .filter(({ topology, both }) => !topology.startsWith("ft_") && !both)
        .map(name);
      for (const one of free) expect(one).toMatch(/torus-2QoS|nue_vl/);
    });
  },
);

describe.skipIf(oracle === "")("audit, on OpenSM's dumps", () => {
  it("finds minhop on a mesh looping and says who closes it", async () => {
    const [fabric, tables] = files("mesh_4x4", "minhop");
    const { code, out } = await fabriclab(
      ...["audit", "--fabric", fabric, "--tables", tables, "--json"],
    );
    expect(code).toBe(1);
    const report = JSON.parse(out) as { creditLoops: unknown[] };
    expect(report.creditLoops).toHaveLength(1);
    expect(report.creditLoops[0]).toMatchObject({ vl: 0 });
  });

  it("finds torus-2QoS clean, multicast included, and its text short", async () => {
    const [fabric, tables] = files("torus_4x4", "torus-2QoS");
    const { code, out } = await fabriclab(
      ...["audit", "--fabric", fabric, "--tables", tables],
    );
    expect(out.split("\n").at(-2)).toBe("clean");
    expect(code).toBe(0);
    expect(out.split("\n").length).toBeLessThan(45);
  });

  it("follows the groups that OpenSM was asked for", () => {
    // mft.txt: `#G mlid name members | send-only members` by host index; a group of one has no tree
    const mft = readFileSync(
      join(...files("mesh_4x4", "minhop").slice(1), "mft.txt"),
      "utf8",
    );
    const joined = [...mft.matchAll(/^#G (0x\S+) \S+ ([\d,]*) \| ?([\d,]*)$/gm)]
      .map(([, mlid = "", members = "", senders = ""]) => ({
        mlid,
        members: [...members.split(","), ...senders.split(",")].filter(
          (index) => index !== "",
        ).length,
      }))
      .filter(({ members }) => members > 1);
    const { report } = auditFolder(...files("mesh_4x4", "minhop"));
    expect(
      report.multicast.map(({ mlid, members }) => ({ mlid, members })),
    ).toEqual(joined);
    for (const { missing, duplicated, strangers, loops } of report.multicast)
      expect([
        missing.count,
        duplicated.count,
        strangers.count,
        loops.count,
      ]).toEqual([0, 0, 0, 0]);
  });
});
