import { hopsTo } from "@fabriclab/paths";
import type { Fabric, PathBits, PathPattern } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import type { Finding } from "./check.ts";
import type { CompiledCase } from "./compile.ts";

/** A cycle that does not close, or a pattern that no path can have. */
export function badPathBits({
  fabric,
  rule,
}: CompiledCase): Finding | undefined {
  const pathBits = rule?.pathBits;
  if (pathBits === undefined) return undefined;
  return badCycle(fabric, pathBits) ?? badPattern(fabric, pathBits);
}

function badCycle(
  fabric: Fabric,
  { bits, cycles, cycleCount }: PathBits,
): Finding | undefined {
  const where = fabric.name;
  if (cycles.length > Math.min(bits, cycleCount))
    return {
      what: `${cycles.length} cycles for ${bits} bits, of ${cycleCount} in all`,
      where,
      todo: "one bit for each cycle at most",
    };
  for (const [i, { switches, channels }] of cycles.entries()) {
    const closes = switches.every((sw, k) => {
      const channel = channels[k] ?? -1;
      const next = switches[(k + 1) % switches.length];
      return (
        fabric.portNode[channel] === sw &&
        fabric.portNode[fabric.portPeer[channel] ?? -1] === next
      );
    });
    const different = new Set(switches).size === switches.length;
    if (closes && different && switches.length > 1) continue;
    return {
      what: `cycle ${i} does not close, or comes to a switch twice: ${switches.map((sw) => fabric.nodeName[sw]).join(" -> ")}`,
      where,
      todo: "channel k leads from switch k to switch k + 1, and the last one to the first",
    };
  }
  return undefined;
}

function badPattern(fabric: Fabric, pathBits: PathBits): Finding | undefined {
  const all = 2 ** pathBits.bits - 1;
  for (let to = 0; to < fabric.switchCount; to++) {
    const distance = hopsTo(fabric, to as SwitchIx);
    for (let at = 0; at < fabric.switchCount; at++)
      for (const pattern of pathBits.patterns(at as SwitchIx, to as SwitchIx)) {
        const wrong = wrongWith(fabric, at, pattern, all, distance);
        if (wrong === undefined) continue;
        return {
          what: `${fabric.nodeName[at] ?? ""} has for ${fabric.nodeName[to] ?? ""} ${JSON.stringify(pattern)}: ${wrong}`,
          where: fabric.name,
          todo: "patterns come from simple paths: bits among those that there are, a port to a switch, as many switches as the path has",
        };
      }
  }
  return undefined;
}

function wrongWith(
  fabric: Fabric,
  at: number,
  { care, value, port, hops }: PathPattern,
  all: number,
  distance: Uint16Array,
): string | undefined {
  if ((care & ~all) !== 0 || (value & ~care) !== 0)
    return "bits that there are not, or that do not matter";
  const start = fabric.portStart[at] ?? 0;
  const peer =
    start + port - 1 < (fabric.portStart[at + 1] ?? 0)
      ? (fabric.portPeer[start + port - 1] ?? -1)
      : -1;
  const next = fabric.portNode[peer] ?? fabric.switchCount;
  if (next >= fabric.switchCount) return "a port that leads to no switch";
  if (hops < (distance[next] ?? 0) + 2)
    return "fewer switches than a shortest path by that port";
  return undefined;
}
