import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { readTables } from "@fabriclab/formats-opensm";
import { dfsssp } from "@fabriclab/routing-dfsssp";
import { dnup } from "@fabriclab/routing-dnup";
import { dor } from "@fabriclab/routing-dor";
import { ftree } from "@fabriclab/routing-ftree";
import { lash } from "@fabriclab/routing-lash";
import { minhop } from "@fabriclab/routing-minhop";
import { nue } from "@fabriclab/routing-nue";
import { sssp } from "@fabriclab/routing-sssp";
import { torus2qos } from "@fabriclab/routing-torus-2qos";
import { updn } from "@fabriclab/routing-updn";
import {
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type LidTable,
  type MulticastGroup,
  type RoutingPlugin,
} from "@fabriclab/spec";
import {
  opensmTrees,
  sharedFile,
  treeRows,
  type TreeRows,
} from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { multicastSpanningTree, spanningTrees } from "../src/index.ts";

/** What OpenSM 3.3.23 wrote into simulated switches; skipped where absent. */
const oracle = sharedFile("oracle");

/** A variant of the oracle -> our engine for it, and its options. */
const engines: Readonly<
  Record<string, readonly [RoutingPlugin, Record<string, unknown>]>
> = {
  minhop: [minhop, {}],
  minhop_lmc1: [minhop, {}],
  minhop_lmc2: [minhop, {}],
  dor: [dor, {}],
  dnup: [dnup, {}],
  lash: [lash, {}],
  // Their trees are those of shortest paths.
  lash_mesh: [minhop, {}],
  ftree: [ftree, {}],
  ftree_roots: [ftree, {}],
  updn: [updn, {}],
  updn_roots: [updn, {}],
  updn_roots_lmc1: [updn, {}],
  sssp: [sssp, {}],
  dfsssp: [dfsssp, {}],
  dfsssp_lmc1: [dfsssp, {}],
  "torus-2QoS": [torus2qos, {}],
  nue_vl1: [nue, { lanes: 1 }],
  nue_vl2: [nue, { lanes: 2 }],
  nue_vl4: [nue, { lanes: 4 }],
  nue_vl8: [nue, { lanes: 8 }],
};

/** Our unicast tables of a variant, over OpenSM's LIDs. */
function routed(
  name: string,
  fabric: Fabric,
  lids: LidTable,
  variant: string,
): ForwardingTables {
  const folder = join(oracle ?? "", name);
  const [plugin = minhop, options = {}] = engines[variant] ?? [];
  const file = (ending: string): string =>
    readFileSync(join(folder, `${name}.${ending}`), "utf8");
  const given = {
    ...options,
    ...(variant.includes("_roots")
      ? { roots: file("roots").trim().split(/\s+/) }
      : {}),
    ...(variant === "torus-2QoS" ? { conf: file("torus.conf") } : {}),
  };
  const engine = plugin.create({ fabric, lids }, parseOptions(plugin, given));
  if (!("tables" in engine)) throw new Error(`${plugin.name} is no engine`);
  return engine.tables();
}

function treesOf(
  fabric: Fabric,
  groups: readonly MulticastGroup[],
  unicast: ForwardingTables,
): TreeRows {
  const tables = spanningTrees(
    { fabric, groups },
    // MLIDs choose among parallel cables: the first group has OpenSM's 0xC001.
    parseOptions(multicastSpanningTree, { firstMlid: 1 }),
    unicast.trees,
  );
  return treeRows(fabric, groups, tables);
}

describe.skipIf(oracle === undefined)(
  "OpenSM's multicast trees (skipped where absent)",
  () => {
    const fatTrees = ["ft_4p3t", "ft_8p2t", "ft_8p3t"];
    const cases = [...fatTrees, "mesh_4x4", "torus_4x4", "irr_15"]
      .flatMap((fabric) =>
        Object.keys(engines).map((variant) => [fabric, variant] as const),
      )
      .filter(([fabric, variant]) =>
        existsSync(join(oracle ?? "", fabric, variant, "mft.txt")),
      );
    it.each(cases.filter(([, variant]) => !variant.startsWith("nue")))(
      "are ours entry by entry: %s, %s",
      (name, variant) => {
        const { groups, ours, trees } = bothOf(name, variant);
        for (const group of groups)
          expect(ours.get(group.id), group.name).toEqual(trees.get(group.id));
        expect(
          [...trees.values()].filter((rows) => rows.length > 0).length,
        ).toBeGreaterThanOrEqual(7);
      },
    );

    // nue's loads are its own, and so are the trees that avoid them: they are not the same, but of no more cables.
    it.each(cases.filter(([, variant]) => variant.startsWith("nue")))(
      "have no fewer cables and no less busy ones than ours: %s, %s",
      (name, variant) => {
        const { fabric, ours, trees } = bothOf(name, variant);
        const [we, they] = [cablesOf(fabric, ours), cablesOf(fabric, trees)];
        expect(we.ends).toBeGreaterThan(0);
        expect(we.ends).toBeLessThanOrEqual(they.ends);
        expect(we.busiest).toBeLessThanOrEqual(they.busiest);
      },
    );
  },
);

/** Ends of cables between switches in all trees, and in how many trees the busiest cable is. */
function cablesOf(
  fabric: Fabric,
  trees: TreeRows,
): { ends: number; busiest: number } {
  const uses = new Map<number, number>();
  for (const row of [...trees.values()].flat()) {
    const [name = "", ports = ""] = row.split(":");
    const first = fabric.portStart[fabric.findNode(name) ?? -1] ?? 0;
    for (const num of ports.split(",")) {
      const port = first + Number(num) - 1;
      const node = fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1;
      if (node < fabric.switchCount) uses.set(port, (uses.get(port) ?? 0) + 1);
    }
  }
  const counts = [...uses.values()];
  return {
    ends: counts.reduce((sum, count) => sum + count, 0),
    busiest: Math.max(...counts),
  };
}

/** OpenSM's trees of a variant, and ours. */
function bothOf(name: string, variant: string) {
  const folder = join(oracle ?? "", name);
  const { fabric } = readIbnetdiscover(
    readFileSync(join(folder, "ibnetdiscover.txt"), "utf8"),
  );
  const read = opensmTrees(fabric, `${name}/${variant}`);
  if (read === undefined) throw new Error("no trees in the dump");
  const { groups, trees } = read;
  expect(groups).toHaveLength(9);
  const { lids } = readTables(
    {
      "guid2lid.txt": readFileSync(
        join(folder, variant, "guid2lid.txt"),
        "utf8",
      ),
      "lfts.dump": gunzipSync(
        readFileSync(join(folder, variant, "lfts.dump.gz")),
      ).toString(),
    },
    fabric,
  );
  const ours = treesOf(fabric, groups, routed(name, fabric, lids, variant));
  return { fabric, groups, ours, trees };
}
