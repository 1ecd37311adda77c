import type { Fabric } from "@fabriclab/spec";
import type { Placed } from "./places.ts";

const SERVICE_LEVELS = 16;
/** Lanes of one level of quality of service: before and beyond a dateline, each once more after a turn that dimension order forbids. */
const LANES = 4;

/** What a torus's switches and hosts make of a service level. */
export interface LaneTables {
  readonly lanes: number;
  readonly sl2vl: readonly Uint8Array[];
  readonly hostSl2vl: Uint8Array;
}

/**
 * SL bits 0 to 2 say which datelines a path crosses, in x, y and z; bit 3 is the level of quality of service.
 *
 * Towards a switch: VL bit 0 is the SL's bit of the output's dimension; bit 1 is set where the packet turns from a later dimension into an earlier one,
 * which only the way around a missing switch does; bit 2 is the level. Towards hosts and port 0 there is one lane for each level.
 *
 * Complexity: O(switches · ports² · 16).
 *
 * @param levels 1 or 2; with one the SL's bit 3 is not looked at
 */
export function laneTables(
  fabric: Fabric,
  { grid, place }: Placed,
  levels: number,
): LaneTables {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const levelOf = (sl: number): number => (levels > 1 ? sl >> 3 : 0);
  const dimensionOf = (sw: number, num: number): number => {
    const port = (portStart[sw] ?? 0) + num - 1;
    const peer = num === 0 ? -1 : (portPeer[port] ?? -1);
    const node = portNode[peer] ?? switchCount;
    if (node >= switchCount) return -1;
    return grid.dimensions.findIndex(
      (_, d) =>
        grid.position(place[sw] ?? 0, d) !== grid.position(place[node] ?? 0, d),
    );
  };
  const sl2vl = Array.from({ length: switchCount }, (_, sw) => {
    const ports = (portStart[sw + 1] ?? 0) - (portStart[sw] ?? 0) + 1;
    const dimension = Array.from({ length: ports }, (_, num) =>
      dimensionOf(sw, num),
    );
    const table = new Uint8Array(ports * ports * SERVICE_LEVELS);
    for (const [into, from] of dimension.entries())
      for (const [out, to] of dimension.entries())
        for (let sl = 0; sl < SERVICE_LEVELS; sl++)
          table[(into * ports + out) * SERVICE_LEVELS + sl] =
            to < 0
              ? levelOf(sl)
              : levelOf(sl) * LANES + (from > to ? 2 : 0) + ((sl >> to) & 1);
    return table;
  });
  return {
    lanes: LANES * levels,
    sl2vl,
    hostSl2vl: Uint8Array.from({ length: SERVICE_LEVELS }, (_, sl) =>
      levelOf(sl),
    ),
  };
}
