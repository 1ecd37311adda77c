import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import {
  parseOptions,
  type Fabric,
  type MulticastGroup,
} from "@fabriclab/spec";
import { sharedFile } from "@fabriclab/testing-golden";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import {
  shortestHops,
  spanningTrees,
  multicastSpanningTree,
  type HopCounts,
} from "../src/index.ts";
import { upDownHops } from "./up-down-hops.ts";

/** What OpenSM 3.3.23 wrote into simulated switches; skipped where absent. */
const oracle = sharedFile("oracle");

interface OracleTrees {
  readonly groups: readonly MulticastGroup[];
  /** Group id -> `switch name:port,port` in the order of the names. */
  readonly trees: ReadonlyMap<number, readonly string[]>;
}

function readTrees(fabric: Fabric, folder: string): OracleTrees {
  const mft = readFileSync(join(folder, "mft.txt"), "utf8");
  const names = new Map<string, string>();
  for (const [, lid = "", name = ""] of readFileSync(
    join(folder, "lft.txt"),
    "utf8",
  ).matchAll(/^(\d+) 0x[0-9a-f]+ (\S+) :/gm))
    names.set(lid, name);
  // Host indexes of the #G lines follow the hosts' GUIDs.
  const hosts = Array.from(
    { length: fabric.hostCount },
    (_, host) => fabric.switchCount + host,
  )
    .sort((a, b) =>
      Number((fabric.nodeGuid[a] ?? 0n) - (fabric.nodeGuid[b] ?? 0n)),
    )
    .map((node) => (fabric.nodeEndport[node] ?? -1) as EndportIx);
  const ends = (list: string): EndportIx[] =>
    list
      .split(",")
      .filter((index) => index !== "")
      .map((index) => hosts[Number(index)] ?? (-1 as EndportIx));
  const groups: MulticastGroup[] = [];
  const trees = new Map<number, string[]>();
  for (const [
    ,
    mlid = "",
    name = "",
    members = "",
    senders = "",
  ] of mft.matchAll(/^#G (0x\S+) (\S+) ([\d,]*) \| ?([\d,]*)$/gm)) {
    const id = Number(mlid);
    groups.push({ id, name, members: ends(members), sources: ends(senders) });
    const row = new RegExp(`^${mlid} (.*)$`, "m").exec(mft)?.[1] ?? "";
    const entries = row.split(" ").filter((entry) => entry !== "");
    trees.set(
      id,
      entries
        .map((entry) => entry.replace(/^\d+/, (lid) => names.get(lid) ?? lid))
        .sort(),
    );
  }
  return { groups, trees };
}

function treesOf(
  fabric: Fabric,
  groups: readonly MulticastGroup[],
  hops: HopCounts,
): Map<number, string[]> {
  const tables = spanningTrees(
    { fabric, groups },
    parseOptions(multicastSpanningTree, {}),
    hops,
  );
  return new Map(
    groups.map((group, k) => {
      const rows: string[] = [];
      for (let sw = 0; sw < fabric.switchCount; sw++) {
        const mask =
          tables.masks[(sw * tables.mlidCount + k) * tables.words] ?? 0;
        const ports = Array.from({ length: 32 }, (_, num) => num).filter(
          (num) => (mask & (1 << num)) !== 0,
        );
        if (ports.length > 0)
          rows.push(`${fabric.nodeName[sw] ?? ""}:${ports.join(",")}`);
      }
      return [group.id, rows.sort()];
    }),
  );
}

describe.skipIf(oracle === undefined)(
  "OpenSM's multicast trees (skipped where absent)",
  () => {
    const cases = [
      "ft_4p3t",
      "ft_8p2t",
      "ft_8p3t",
      "mesh_4x4",
      "torus_4x4",
      "irr_15",
    ].flatMap((fabric) =>
      [
        ...["minhop", "minhop_lmc1", "minhop_lmc2", "dor", "dnup"],
        ...["lash", "lash_mesh", "ftree", "ftree_roots"],
        ...["updn", "updn_roots", "updn_roots_lmc1"],
        // They build trees of their own: the same but on a mesh and a torus, where they break ties otherwise.
        ...(/^(?:mesh|torus)_/.test(fabric)
          ? []
          : ["sssp", "dfsssp", "dfsssp_lmc1"]),
      ].map((engine) => [fabric, engine] as const),
    );
    it.each(
      cases.filter(([fabric, engine]) =>
        existsSync(join(oracle ?? "", fabric, engine, "mft.txt")),
      ),
    )("are ours entry by entry: %s, %s", (name, engine) => {
      const folder = join(oracle ?? "", name);
      const { fabric } = readIbnetdiscover(
        readFileSync(join(folder, "ibnetdiscover.txt"), "utf8"),
      );
      const { groups, trees } = readTrees(fabric, join(folder, engine));
      expect(groups).toHaveLength(9);
      const legal = engine.startsWith("updn_roots") && !name.startsWith("ft_");
      const hops = legal
        ? upDownHops(
            fabric,
            readFileSync(join(folder, `${name}.roots`), "utf8"),
          )
        : shortestHops(fabric);
      const ours = treesOf(fabric, groups, hops);
      for (const group of groups)
        expect(ours.get(group.id), group.name).toEqual(trees.get(group.id));
      expect(
        [...trees.values()].filter((rows) => rows.length > 0).length,
      ).toBeGreaterThanOrEqual(7);
    });
  },
);
