import {
  endportName,
  FabricError,
  type Fabric,
  type LidTable,
  type MultipathPlan,
  type PathChoice,
} from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type Lid } from "@fabriclab/units";
import { blockOf } from "./block.ts";

/**
 * How sources use the paths of a path-bit table.
 *
 * Complexity: `paths` follows every value once for a pair of switches and keeps the answer.
 */
export function multipathPlan(
  fabric: Fabric,
  lids: LidTable,
  lft: readonly Uint8Array[],
  bits: number,
): MultipathPlan {
  const block = blockOf(bits);
  const baseOf = (destination: EndportIx): number => {
    if ((lids.lmc[destination] ?? 0) === bits + 1)
      return lids.baseLid[destination] ?? 0;
    throw new FabricError({
      code: "E_PATH_BIT_TABLE_DESTINATION",
      message: `${endportName(fabric, destination)} has no LIDs for path bits`,
      got: `LMC ${lids.lmc[destination] ?? 0}`,
      expected: `a host with LMC ${bits + 1}`,
      hint: "a switch's own endport has one LID and one path: use its base LID",
    });
  };
  const lid = (destination: EndportIx, value: number): Lid => {
    const base = baseOf(destination);
    if (Number.isInteger(value) && value >= 0 && value < block.values)
      return (base + block.first + value) as Lid;
    throw new FabricError({
      code: "E_PATH_BIT_TABLE_VALUE",
      message: "these are no path bits of the tables",
      got: String(value),
      expected: `an integer from 0 to ${block.values - 1}`,
    });
  };
  const known = new Map<number, readonly PathChoice[]>();
  return {
    bits,
    lid,
    adaptiveLid: (destination) => (baseOf(destination) + block.adaptive) as Lid,
    paths(source, destination) {
      const from =
        source < fabric.switchCount ? source : fabric.attachment(source)?.sw;
      if (from === undefined) return [];
      const key = from * fabric.endportCount + destination;
      let paths = known.get(key);
      if (paths === undefined) {
        paths = differentPaths(fabric, lft, from, block.values, (value) =>
          lid(destination, value),
        );
        known.set(key, paths);
      }
      return paths;
    },
  };
}

function differentPaths(
  fabric: Fabric,
  lft: readonly Uint8Array[],
  from: number,
  values: number,
  lidOf: (value: number) => Lid,
): PathChoice[] {
  const { portNode, portPeer, portStart, switchCount } = fabric;
  const seen = new Set<string>();
  const found: PathChoice[] = [];
  for (let value = 0; value < values; value++) {
    const lid = lidOf(value);
    const ports: number[] = [];
    let at = from;
    while (at < switchCount && ports.length <= switchCount) {
      const num = lft[at]?.[lid] ?? NO_PORT;
      const peer =
        num === NO_PORT ? -1 : (portPeer[(portStart[at] ?? 0) + num - 1] ?? -1);
      if (peer < 0) break;
      ports.push(num);
      at = portNode[peer] ?? 0;
    }
    // Without a path between the two parts of a fabric, no value has one.
    if (at < switchCount) continue;
    const way = ports.join(" ");
    if (seen.has(way)) continue;
    seen.add(way);
    found.push({ value, hops: ports.length });
  }
  return found.sort((a, b) => a.hops - b.hops || a.value - b.value);
}
