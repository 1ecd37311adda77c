import type { Fabric } from "@fabriclab/spec";
import { MANAGEMENT_VL, type EndportIx } from "@fabriclab/units";
import type { DumpNotes } from "./dump-notes.ts";
import type { Sl2VlDump } from "./sl2vl-write.ts";

const SERVICE_LEVELS = 16;

/**
 * `hostSl2vl` of a dump's rows for hosts: 16 entries where all hosts agree, else 16 for each endport; undefined where the dump has none, or they
 * say SL modulo the lanes, which is what holds without a table.
 */
export function hostLanes(
  fabric: Fabric,
  dump: Sl2VlDump,
  lanes: number,
  file: string,
  notes: DumpNotes,
): Uint8Array | undefined {
  const [first] = dump.hosts.values();
  if (first === undefined) return undefined;
  const byDefault = Uint8Array.from(
    { length: SERVICE_LEVELS },
    (_, sl) => sl % lanes,
  );
  const hosts = fabric.endportCount - fabric.switchCount;
  const missing = hosts - dump.hosts.size;
  if (missing > 0)
    notes.add(
      file,
      "host ports of which the dump says nothing send on SL modulo the lanes",
      0,
      missing,
    );
  const same = (one: Uint8Array, other: Uint8Array): boolean =>
    one.every((vl, sl) => vl === other[sl]);
  const rows = [...dump.hosts.values(), ...(missing > 0 ? [byDefault] : [])];
  if (rows.every((row) => same(row, byDefault))) return undefined;
  if (rows.every((row) => same(row, first))) return first;
  const table = new Uint8Array(fabric.endportCount * SERVICE_LEVELS);
  for (let endport = 0; endport < fabric.endportCount; endport++)
    table.set(
      dump.hosts.get(endport as EndportIx) ?? byDefault,
      endport * SERVICE_LEVELS,
    );
  return table;
}

/** Data VLs that rows use: the highest and one. */
export function lanesUsed(dump: Sl2VlDump): number {
  let highest = 0;
  for (const table of [...dump.switches, ...dump.hosts.values()])
    for (const vl of table)
      if (vl !== MANAGEMENT_VL && vl > highest) highest = vl;
  return highest + 1;
}
