import { describe, expect, it } from "vitest";
import { creditLoops, isDeadlockFree } from "@fabriclab/analysis-deadlock";
import type { EndportIx } from "@fabriclab/units";
import { dumpedTables, oracleTables, sharedText } from "./opensm.part.ts";

const table = sharedText("oracle/verdicts.tsv");
const verdicts = (table ?? "")
  .split("\n")
  .map((line) => line.split("\t"))
  .filter((cells) => cells[2] === "True");

/** What a column of the table says: acyclic, CYCLE, or None where nothing was looked at. */
const word = (free: boolean): string => (free ? "acyclic" : "CYCLE");

describe("OpenSM's tables", () => {
  it.skipIf(table === undefined)("are there to be read", () => {
    expect(verdicts).toHaveLength(95);
  });

  it.each(
    verdicts.map((cells) => [cells[0] ?? "", cells[1] ?? "", cells] as const),
  )(
    "%s by %s: credit loops by unicast as an independent check has them",
    (topology, variant, cells) => {
      const { fabric, tables } = oracleTables(topology, variant);
      expect(word(isDeadlockFree(fabric, tables))).toBe(cells[7]);
      if (cells[8] !== "None")
        expect(word(isDeadlockFree(fabric, tables, { slIgnored: true }))).toBe(
          cells[8],
        );
    },
  );
});

/** ibdmchk's verdicts on unicast / unicast and multicast together (L = loop), as its runs have them. */
const together: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  minhop: { mesh_4x4: "L/L", torus_4x4: "L/L", irr_15: "L/L" },
  updn_roots: { mesh_4x4: "ok/L", torus_4x4: "ok/L", irr_15: "ok/L" },
  dnup: { mesh_4x4: "L/L", torus_4x4: "L/L", irr_15: "L/L" },
  dor: { mesh_4x4: "ok/L", torus_4x4: "L/L", irr_15: "L/L" },
  sssp: { mesh_4x4: "L/L", torus_4x4: "L/L", irr_15: "L/L" },
  dfsssp: { mesh_4x4: "ok/L", torus_4x4: "ok/L", irr_15: "ok/L" },
  lash: { mesh_4x4: "ok/L", torus_4x4: "ok/L", irr_15: "ok/L" },
  lash_mesh: { mesh_4x4: "ok/L", torus_4x4: "ok/L" },
  "torus-2QoS": { mesh_4x4: "ok/ok", torus_4x4: "ok/ok" },
  nue_vl1: { mesh_4x4: "ok/L", torus_4x4: "ok/L", irr_15: "ok/L" },
  nue_vl2: { mesh_4x4: "ok/L", torus_4x4: "ok/L", irr_15: "ok/L" },
  nue_vl4: { mesh_4x4: "ok/L", torus_4x4: "ok/L", irr_15: "ok/L" },
  nue_vl8: { mesh_4x4: "ok/ok", torus_4x4: "ok/ok", irr_15: "ok/L" },
};

const trees = ["ft_4p3t", "ft_8p2t", "ft_8p3t"].flatMap((topology) =>
  [
    "minhop",
    "updn",
    "updn_roots",
    "dnup",
    "ftree",
    "dor",
    "sssp",
    "dfsssp",
    "lash",
    "nue_vl1",
    "nue_vl2",
    "nue_vl4",
    "nue_vl8",
  ].map((variant) => [topology, variant, "ok/ok"] as const),
);

describe("OpenSM's multicast trees", () => {
  it
    .skipIf(table === undefined)
    .each([
      ...trees,
      ...Object.entries(together).flatMap(([variant, row]) =>
        Object.entries(row).map(
          ([topology, verdict]) => [topology, variant, verdict] as const,
        ),
      ),
    ])(
    "%s by %s: %s, without multicast and with it",
    (topology, variant, verdict) => {
      const { fabric, tables } = oracleTables(topology, variant);
      const ok = (traffic: "unicast" | "both"): string =>
        isDeadlockFree(fabric, tables, { traffic }) ? "ok" : "L";
      expect(`${ok("unicast")}/${ok("both")}`).toBe(verdict);
    },
  );
});

describe("OpenSM's SL2VL tables, which name eight VLs whatever the paths use", () => {
  it.skipIf(table === undefined).each([
    ["irr_15", "lash", 2],
    ["irr_15", "nue_vl2", 2],
    ["irr_15", "updn_roots", 1],
  ] as const)(
    "%s by %s: multicast gets VLs beside the %d of the paths",
    (topology, variant, used) => {
      const { fabric, tables } = oracleTables(topology, variant);
      const both = { traffic: "both" } as const;
      const [loop] = creditLoops(fabric, tables, both).loops;
      const remedy = loop?.remedies.find(
        ({ kind }) => kind === "multicast-lanes",
      );
      const plan = remedy?.plan ?? [];
      expect(remedy?.lanes).toBe(used + plan.length);
      expect(plan.map(({ vl }) => vl)).toEqual(plan.map((_, i) => used + i));
      const made = remedy?.tables?.() ?? tables;
      const { multicast } = made;
      if (multicast === undefined) throw new Error("no multicast");
      const sent = new Set(
        multicast.groups.flatMap(({ id, sources }) =>
          sources.flatMap((source) => multicast.mlids(source, id)),
        ),
      );
      expect(sent.size).toBeGreaterThan(0);
      expect(plan.flatMap(({ mlids = [] }) => mlids).sort()).toEqual(
        [...sent].sort(),
      );
      for (const { sl, mlids } of plan) {
        const part = {
          ...multicast,
          mlids: (source: EndportIx, group: number) =>
            multicast
              .mlids(source, group)
              .filter((mlid) => mlids?.includes(mlid)),
        };
        expect(
          isDeadlockFree(
            fabric,
            { ...made, multicast: part },
            { ...both, multicastSl: sl },
          ),
        ).toBe(true);
      }
    },
  );
});

describe("a cluster of 40 switches, 542 hosts and 40 aggregation nodes", () => {
  /** Channels in a cyclic component, all channel adapters. */
  const sizes = { minhop: 333, sssp: 105, ftree_roots_cn: 139, updn_roots: 0 };

  it
    .skipIf(sharedText("fabrics/README.md") === undefined)
    .each(Object.entries(sizes))(
    "by %s has %d channels in a cyclic component, none without the aggregation nodes",
    (engine, size) => {
      const read = dumpedTables("ndr-dgx-40sw", engine);
      if (read === undefined) throw new Error("no dump");
      const { fabric, tables } = read;
      const { loops } = creditLoops(fabric, tables, {
        slIgnored: true,
        remedies: false,
      });
      expect(loops.reduce((sum, { channels }) => sum + channels, 0)).toBe(size);
      const hosts = Array.from(
        { length: fabric.endportCount - fabric.switchCount },
        (_, i) => fabric.switchCount + i,
      ).filter(
        (endport) =>
          !/Aggregation/.test(
            fabric.nodeName[fabric.endportNode[endport] ?? 0] ?? "",
          ),
      );
      expect(hosts).toHaveLength(542);
      expect(
        isDeadlockFree(fabric, tables, {
          slIgnored: true,
          endports: hosts as never,
        }),
      ).toBe(true);
    },
  );

  it.skipIf(sharedText("fabrics/README.md") === undefined)(
    "loses 432 ordered pairs by up/down routing from its spines, as OpenSM's up/down does",
    () => {
      const read = dumpedTables("ndr-dgx-40sw", "minhop");
      if (read === undefined) throw new Error("no dump");
      const { fabric, tables } = read;
      const [loop] = creditLoops(fabric, tables).loops;
      const spines = (sharedText("fabrics/ndr-dgx-40sw.roots") ?? "")
        .split(/\s+/)
        .filter((guid) => guid !== "")
        .map(BigInt);
      const remedy = loop?.remedies.find(
        ({ kind, roots }) =>
          kind === "other-roots" && roots?.length === spines.length,
      );
      expect(remedy?.roots?.map((sw) => fabric.nodeGuid[sw]).sort()).toEqual(
        spines.sort(),
      );
      expect(remedy?.pairsLost).toBe(432);
    },
  );
});
