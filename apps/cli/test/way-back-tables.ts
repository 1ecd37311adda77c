import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { fabriclab, type workFolder } from "./command.ts";
import type { Subnet } from "./opensm-subnet.ts";

/** A fabric's file and a folder of its tables. */
export interface Routed {
  readonly net: string;
  readonly tables: string;
}

/** Runs the command and expects it to end well. */
export async function done(...argv: string[]): Promise<string> {
  const { code, out, err } = await fabriclab(...argv);
  expect(`${code} ${code === 0 ? "" : err}`).toBe("0 ");
  return out;
}

let made = 0;

/** A fabric's file and its tables, made by the command in a folder. */
export async function routedIn(
  folder: ReturnType<typeof workFolder>,
  topology: string,
  routing: string,
): Promise<Routed> {
  const name = `case${++made}`;
  const net = folder.at(`${name}.topo`);
  const tables = folder.at(name);
  await done("topology", ...topology.split(" "), "-o", net);
  await done(
    "route",
    "--fabric",
    net,
    "--routing",
    ...routing.split(" "),
    "-o",
    tables,
  );
  return { net, tables };
}

/** Switch -> LID -> port, of a dump in either of the two dialects; read apart from the project's reader. */
export function entries(dump: string): Map<string, Map<number, number>> {
  const tables = new Map<string, Map<number, number>>();
  let table = new Map<number, number>();
  for (const line of dump.split("\n")) {
    const heading = /^Unicast lids .* guid (0x[0-9a-f]{16}) /.exec(line);
    if (heading !== null) tables.set(heading[1]!, (table = new Map()));
    const entry = /^(0x[0-9a-f]{4}) (\d{3}) /.exec(line);
    if (entry !== null) table.set(Number(entry[1]), Number(entry[2]));
  }
  return tables;
}

/** Who has which first LID and how many: port GUID -> LIDs, decimal or hexadecimal. */
export const ranges = (guid2lid: string): Map<string, readonly number[]> =>
  new Map(
    [...guid2lid.matchAll(/^(0x[0-9a-f]{16}) (\w+) (\w+)$/gm)].map(
      ([, guid = "", from, to]) => [guid, [Number(from), Number(to)]],
    ),
  );

/** SLID and DLID -> SL, of the pairs that a file of path SLs names. */
export const plannedSls = (pathSl: string): Map<string, number> =>
  new Map(
    [...pathSl.matchAll(/^(\d+)\t(\d+)\t(\d+)$/gm)].map(
      ([, slid, dlid, sl]) => [`${slid} ${dlid}`, Number(sl)],
    ),
  );

/** The real OpenSM loads tables with their service levels, and stays to answer queries. */
export async function loadLevels(
  subnet: Subnet,
  tables: string,
): Promise<void> {
  copyFileSync(join(tables, "guid2lid"), subnet.at("cache/guid2lid"));
  await subnet.daemon(
    "file",
    ...["-U", join(tables, "opensm-lfts.dump")],
    ...["-F", join(tables, "opensm-qos.conf")],
    ...["-Y", join(tables, "opensm-qos-policy.conf")],
  );
}

/**
 * Every SL2VL table that OpenSM set is ours, and it answers each path query between hosts with the SL of our tables.
 *
 * @param unseen GUIDs of nodes in the tables to which no cable leads, so that OpenSM does not know of them
 */
export function expectLevels(
  subnet: Subnet,
  tables: string,
  unseen: readonly string[] = [],
): void {
  const ours = (name: string): string =>
    readFileSync(join(tables, name), "utf8");
  const isSeen = (text: string): boolean =>
    !unseen.some((guid) => text.includes(guid));
  expect(subnet.read("opensm-sl2vl.dump").split("\n\n")).toEqual(
    ours("opensm-sl2vl.dump").split("\n\n").filter(isSeen),
  );
  const planned = plannedSls(ours("path-sl.tsv"));
  expect(planned.size).toBeGreaterThan(0);
  const switches = entries(ours("opensm-lfts.dump"));
  const lids = [...ranges(ours("guid2lid"))]
    .filter(([guid]) => !switches.has(guid) && isSeen(guid))
    .map(([, [lid = 0]]) => lid);
  const pairs = lids.flatMap((slid) =>
    lids.filter((dlid) => dlid !== slid).map((dlid) => [slid, dlid] as const),
  );
  expect(answeredSls(subnet, pairs)).toEqual(
    pairs.map((pair) => planned.get(pair.join(" ")) ?? 0),
  );
}

/** The SLs that OpenSM answers to path queries between SLIDs and DLIDs. */
export const answeredSls = (
  subnet: Subnet,
  pairs: readonly (readonly [slid: number, dlid: number])[],
): number[] =>
  subnet
    .runEach(
      "saquery",
      pairs.map(([slid, dlid]) => [
        "PR",
        "--slid",
        `${slid}`,
        "--dlid",
        `${dlid}`,
      ]),
    )
    .map((out) => Number(/^\s*sl\.+(0x[0-9a-f]+)$/m.exec(out)?.[1]));
