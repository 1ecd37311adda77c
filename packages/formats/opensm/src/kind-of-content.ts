import type { TABLE_FILES } from "./table-files.ts";

/** A kind of file that a folder of tables may hold. */
export type TableKind = keyof typeof TABLE_FILES;

/**
 * What only a file of the kind has, the surest first; tried on single lines.
 *
 * Why none for `qos`: every options file of OpenSM has such lines, and one that lies in the folder need not be the one that made the tables.
 */
const SIGNS: readonly (readonly [TableKind, RegExp])[] = [
  ["lfts", /^\s*Unicast lids \[/i],
  ["lfts", /^\s*(?:osm_ucast_mgr_)?dump_ucast_routes: Switch 0x/i],
  ["mcfdbs", /^\s*Multicast mlids \[/i],
  ["mcfdbs", /^\s*LID\s*:\s*(?:Out Port\(s\)|0xC[0-9A-F]{3}\s*$)/i],
  ["sl2vl", /^(?:Switch|Channel Adapter|CA) 0x[0-9a-f]{1,16},? base LID \d/i],
  ["sl2vl", /^\s*0x[0-9a-f]{1,16}\s+\d+\s+\d+\s+(?:0x[0-9a-f]{2}\s*){8}$/i],
  ["pathSl", /^# slid\tdlid\tsl\b/],
  ["groups", /^# mlid\tgroup\tname\t/],
];
/** `0x0002c9… 4 4`: LIDs of guid2lid, or a destination and its SL. */
const TRIPLE =
  /^\s*(?:0x[0-9a-f]{1,16}|\d{1,5})[\s,]+(?:0x[0-9a-f]{1,4}|\d{1,5})[\s,]+(?:0x[0-9a-f]{1,4}|\d{1,5})\s*$/i;
/** Why: what a line may hold, a pattern must not be tried on for hours. */
const LONGEST_HEAD = 2 ** 16;

/**
 * The kind of a file of tables by its first lines, whatever its name; `unsure` for rows of three numbers, which may be LIDs or path SLs; undefined for a file
 * that is none of them.
 *
 * @param head the start of the file, some kilobytes
 */
export function tableKindOf(head: string): TableKind | "unsure" | undefined {
  let rows = 0;
  for (const line of head.slice(0, LONGEST_HEAD).split(/\r?\n/)) {
    const sign = SIGNS.find(([, pattern]) => pattern.test(line));
    if (sign !== undefined) return sign[0];
    if (TRIPLE.test(line)) rows += 1;
  }
  return rows > 0 ? "unsure" : undefined;
}
