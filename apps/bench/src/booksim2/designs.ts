import { sequential } from "@fabriclab/addressing-sequential";
import { FabricBuilder } from "@fabriclab/fabric";
import { xy } from "@fabriclab/routing-xy";
import { lidTable, type Fabric, type ForwardingTables } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { mesh } from "@fabriclab/topology-mesh";
import type { Lid, Sl } from "@fabriclab/units";
import type { BookSimConfiguration } from "./configurations.ts";

/** A fabric with tables, and how many LIDs a destination has: a packet that draws one at random draws its way. */
export interface Design {
  readonly fabric: Fabric;
  readonly tables: ForwardingTables;
  readonly lidsPerHost: number;
}

/** BookSim2's network of a configuration as a fabric with tables. */
export function designOf(
  configuration: Pick<BookSimConfiguration, "topology" | "k" | "n">,
): Design {
  const { topology, k, n } = configuration;
  if (topology === "mesh") return meshDesign(k);
  return treeDesign(k, topology === "fly" ? 1 : n, topology === "fly");
}

function meshDesign(k: number): Design {
  const fabric = mesh.build(mesh.params.parse({ columns: k, rows: k }));
  const lids = sequential.assign(fabric, sequential.params.parse({}));
  const routing = xy.create({ fabric, lids }, xy.params.parse({}));
  if ("tables" in routing) throw new Error("xy is a rule");
  const tables = linear.build(
    { fabric, lids, routing, routingName: "xy", groups: [] },
    linear.params.parse({}),
  );
  return { fabric, tables, lidsPerHost: 1 };
}

/**
 * A k-ary n-tree (Petrini and Vanneschi): k^n hosts, n levels of k^(n-1) switches, level 0 the roots. Switch (level, w) and switch
 * (level + 1, w') are cabled where w and w' differ in digit `level` at most. A host has k^(n-1) LIDs, a digit of the LID's offset for each
 * level that a packet can climb: offsets drawn at random choose the ways up as BookSim2's `nca` does, which draws one of k at each level.
 * With one level and `single`, one switch with k hosts.
 */
function treeDesign(k: number, n: number, single: boolean): Design {
  const perLevel = k ** (n - 1);
  const hosts = k ** n;
  const builder = new FabricBuilder(single ? "switch" : "k-ary n-tree");
  const radix = single ? k : 2 * k;
  const switches = Array.from({ length: n * perLevel }, (_, s) =>
    builder.addSwitch(
      `S(${String(Math.floor(s / perLevel))},${String(s % perLevel)})`,
      radix,
    ),
  );
  const digit = (value: number, level: number): number =>
    Math.floor(value / k ** (n - 2 - level)) % k;
  const withDigit = (value: number, level: number, to: number): number =>
    value + (to - digit(value, level)) * k ** (n - 2 - level);
  const at = (
    level: number,
    w: number,
  ): NonNullable<(typeof switches)[number]> =>
    switches[level * perLevel + w] ?? { kind: "switch", index: -1 };
  for (let level = 0; level + 1 < n; level++) {
    for (let w = 0; w < perLevel; w++) {
      // Down port 1 + i leads to the switch below whose digit is i; its up port k + 1 + j leads to the switch above whose digit is j.
      for (let i = 0; i < k; i++)
        builder.connect(
          at(level, w),
          1 + i,
          at(level + 1, withDigit(w, level, i)),
          k + 1 + digit(w, level),
        );
    }
  }
  for (let h = 0; h < hosts; h++)
    builder.connect(
      at(n - 1, Math.floor(h / k)),
      1 + (h % k),
      builder.addHost(`H${String(h)}`),
      1,
    );
  const fabric = builder.build();

  const lidsPerHost = perLevel;
  const lmc = Math.log2(lidsPerHost);
  const baseLid = new Uint16Array(fabric.endportCount);
  const lmcs = new Uint8Array(fabric.endportCount);
  for (let h = 0; h < hosts; h++) {
    baseLid[fabric.switchCount + h] = (h + 1) * lidsPerHost;
    lmcs[fabric.switchCount + h] = lmc;
  }
  const lids = lidTable(baseLid, lmcs);
  const lft = switches.map((_, s) => {
    const [level, w] = [Math.floor(s / perLevel), s % perLevel];
    const row = new Uint8Array(lids.topLid + 1).fill(255);
    for (let h = 0; h < hosts; h++) {
      const leaf = Math.floor(h / k);
      // A switch reaches down to a leaf that agrees with it in all digits that are fixed on the way down: those above its level.
      const below =
        Math.floor(w / k ** (n - 1 - level)) ===
        Math.floor(leaf / k ** (n - 1 - level));
      for (let offset = 0; offset < lidsPerHost; offset++) {
        const down = level === n - 1 ? h % k : digit(leaf, level);
        const up = k + digit(offset, level - 1);
        row[(h + 1) * lidsPerHost + offset] = 1 + (below ? down : up);
      }
    }
    return row;
  });
  const tables: ForwardingTables = {
    lids,
    lft,
    lanes: 1,
    engine: "by hand",
    pathLid: (_, destination) => (baseLid[destination] ?? 0) as Lid,
    pathSl: () => 0 as Sl,
  };
  return { fabric, tables, lidsPerHost };
}
