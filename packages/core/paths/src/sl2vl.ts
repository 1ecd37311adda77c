import type { Fabric } from "@fabriclab/spec";

/** Service levels of the InfiniBand Architecture. */
export const SERVICE_LEVELS = 16;

/**
 * SL2VL tables whose entries depend on output port and SL only, which is what a routing by output port or by dateline needs; every input port has the
 * same row.
 *
 * Switches with equal rows share one array: tables are data that nobody writes to.
 *
 * Complexity: O(switches · ports · 16), and (radix + 1)² · 16 bytes for each distinct kind of switch.
 *
 * @param laneOf VL for a switch's output port number (0 = its own endport) and an SL
 */
export function sl2vlByOutput(
  fabric: Fabric,
  laneOf: (sw: number, out: number, sl: number) => number,
): Uint8Array[] {
  const known = new Map<string, Uint8Array>();
  return Array.from({ length: fabric.switchCount }, (_, sw) => {
    const ports =
      (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0) + 1;
    const row = new Uint8Array(ports * SERVICE_LEVELS);
    for (let out = 0; out < ports; out++)
      for (let sl = 0; sl < SERVICE_LEVELS; sl++)
        row[out * SERVICE_LEVELS + sl] = laneOf(sw, out, sl);
    const key = row.join();
    const same = known.get(key);
    if (same !== undefined) return same;
    const table = new Uint8Array(ports * row.length);
    for (let into = 0; into < ports; into++) table.set(row, into * row.length);
    known.set(key, table);
    return table;
  });
}
