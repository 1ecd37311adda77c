import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fabric, MulticastGroup, MulticastTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { sharedFile } from "./shared-file.ts";

/** Group id -> `switch name:port,port` of each switch of its tree, in the order of the names. */
export type TreeRows = ReadonlyMap<number, readonly string[]>;

/** The multicast groups that OpenSM was asked for, and the trees that it made of them. */
export interface OpensmTrees {
  readonly groups: readonly MulticastGroup[];
  readonly trees: TreeRows;
}

/**
 * The trees beside a dump of the shared folder `oracle`; undefined where there are none.
 *
 * @param name `mesh_4x4/updn_roots_lmc1`
 */
export function opensmTrees(
  fabric: Fabric,
  name: string,
): OpensmTrees | undefined {
  const folder = join(sharedFile("oracle") ?? "", name);
  if (!existsSync(join(folder, "mft.txt"))) return undefined;
  const mft = readFileSync(join(folder, "mft.txt"), "utf8");
  const names = new Map<string, string>();
  for (const [, lid = "", node = ""] of readFileSync(
    join(folder, "lft.txt"),
    "utf8",
  ).matchAll(/^(\d+) 0x[0-9a-f]+ (\S+) :/gm))
    names.set(lid, node);
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
    group = "",
    members = "",
    senders = "",
  ] of mft.matchAll(/^#G (0x\S+) (\S+) ([\d,]*) \| ?([\d,]*)$/gm)) {
    const id = Number(mlid);
    groups.push({
      id,
      name: group,
      members: ends(members),
      sources: ends(senders),
    });
    const row = new RegExp(`^${mlid} (.*)$`, "m").exec(mft)?.[1] ?? "";
    trees.set(
      id,
      row
        .split(" ")
        .filter((entry) => entry !== "")
        .map((entry) => entry.replace(/^\d+/, (lid) => names.get(lid) ?? lid))
        .sort(),
    );
  }
  return { groups, trees };
}

/** Tables with one MLID per group, in the order of the groups, as rows; for switches of at most 31 ports. */
export function treeRows(
  fabric: Fabric,
  groups: readonly MulticastGroup[],
  tables: MulticastTables,
): TreeRows {
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
