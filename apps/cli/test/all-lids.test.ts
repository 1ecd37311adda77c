import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  channelDependencies,
  hostEndports,
  type DependencyGraph,
} from "@fabriclab/paths";
import type { Lid } from "@fabriclab/units";
import {
  irregularFabric,
  kimFigure4a,
  twoPlanes,
} from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { made } from "../../../packages/tables/path-bit-table/test/made.ts";
import { auditAllLids } from "../src/audit/all-lids.ts";
import type { AuditReport } from "../src/audit/report.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const six = folder.at("six.topo");
const tables = folder.at("six");

async function report(...argv: string[]): Promise<[AuditReport, number]> {
  const { code, out } = await fabriclab("audit", "--json", ...argv);
  return [JSON.parse(out) as AuditReport, code];
}

/** `from > to`, by what the vertices are, since graphs number them alike. */
function edgesOf({ vertexCount, edgeStart, edges }: DependencyGraph) {
  const found = new Set<string>();
  for (let from = 0; from < vertexCount; from++)
    for (let at = edgeStart[from] ?? 0; at < (edgeStart[from + 1] ?? 0); at++)
      found.add(`${from} > ${edges[at] ?? -1}`);
  return found;
}

describe("audit of tables with several LIDs per host", () => {
  it("never calls them clean without saying of which LIDs", async () => {
    await fabriclab("topology", "fig6like", "-o", six);
    const route = ["route", "--fabric", six, "--routing", "multipath"];
    await fabriclab(...route, "-o", tables);
    const { out } = await fabriclab(
      ...["audit", "--fabric", six, "--tables", tables],
    );
    expect(out).toContain("all LIDs: 1905 of 1920 not followed");
    expect(out).toContain("\nclean for 15 of 1920 LIDs (--all-lids");
  });

  it("follows them all where path bits choose among them, or when asked", async () => {
    const computed = await report(
      ...["--fabric", six, "--routing", "multipath", "--no-remedies"],
    );
    const asked = await report(
      ...["--fabric", six, "--tables", tables, "--all-lids", "--no-remedies"],
    );
    for (const [{ allLids, creditLoops, lids, verdict }, code] of [
      computed,
      asked,
    ]) {
      expect(lids).toEqual({ owned: 1920, followed: 15 });
      expect(creditLoops).toEqual([]);
      expect(allLids?.unreachable).toBe(0);
      expect(allLids?.creditLoops).toHaveLength(1);
      expect(verdict).toBe("problems");
      expect(code).toBe(1);
    }
    const [quiet, code] = await report(
      ...["--fabric", six, "--routing", "multipath", "--no-all-lids"],
    );
    expect([quiet.allLids, quiet.verdict, code]).toEqual([null, "clean", 0]);
  });

  it("finds the one LID that does not arrive", async () => {
    const file = join(tables, "opensm-lfts.dump");
    // The first switch has no entry for H0's LID 0x83; its base LID 0x80 is as it was.
    const dump = readFileSync(file, "utf8");
    writeFileSync(file, dump.replace(/^0x0083 .*\n/m, ""));
    const [{ unreachablePairs, allLids }] = await report(
      ...["--fabric", six, "--tables", tables, "--all-lids", "--no-remedies"],
    );
    expect(unreachablePairs).toBe(0);
    expect(allLids?.badLids).toBe(1);
    expect(allLids?.examples[0]?.lid).toBe(0x83);
    expect(allLids?.looping).toBe(0);
    expect(allLids?.unreachable).toBeGreaterThan(0);
  });
});

describe("all LIDs of a fabric in two parts", () => {
  const fabric = twoPlanes();
  const { tables } = made(fabric);
  const endports = hostEndports(fabric, tables);

  it("are reached from everywhere in their part, which is all that cables allow", () => {
    expect(
      auditAllLids(fabric, tables, endports, () => undefined),
    ).toMatchObject({ unreachable: 0, looping: 0, badLids: 0, examples: [] });
  });

  it("count the ways in a part that do not arrive, and no others", () => {
    const [first = 0] = endports;
    const lid = (tables.lids.baseLid[first] ?? 0) + 1;
    const lft = tables.lft.map((entries) =>
      entries.map((port, at) => (at === lid ? 255 : port)),
    );
    const others = endports.filter(
      (one) => fabric.attachment(one)!.sw < 2 && one !== first,
    );
    expect(
      auditAllLids(fabric, { ...tables, lft }, endports, () => undefined),
    ).toMatchObject({ unreachable: others.length, badLids: 1 });
  });
});

describe("dependencies of all LIDs", () => {
  it.each([
    ["figure 4a", kimFigure4a()],
    [
      "an irregular fabric",
      irregularFabric({ switches: 8, ports: 6, extraLinks: 4, seed: 3 }),
    ],
  ])("of %s are those of one LID after the other", (_, fabric) => {
    const { tables } = made(fabric);
    const { baseLid, lmc } = tables.lids;
    const endports = hostEndports(fabric, tables);
    const base = (endport: number): number => baseLid[endport] ?? 0;
    const size = 2 ** (lmc[endports[0] ?? 0] ?? 0);
    const one = new Set<string>();
    for (let offset = 0; offset < size; offset++)
      for (const edge of edgesOf(
        channelDependencies(fabric, {
          ...tables,
          sameForAllSources: false,
          pathLid: (_source, destination) =>
            (base(destination) + offset) as Lid,
        }),
      ))
        one.add(edge);
    const all = edgesOf(
      channelDependencies(fabric, tables, {
        lidsOf: (destination) =>
          Array.from(
            { length: size },
            (_, i) => (base(destination) + i) as Lid,
          ),
      }),
    );
    expect(size).toBeGreaterThan(1);
    expect([...all].sort()).toEqual([...one].sort());
    expect(
      auditAllLids(fabric, tables, endports, () => undefined),
    ).toMatchObject({ unreachable: 0, badLids: 0 });
  });
});
