import { AcyclicTurns, linkTurns, type SwitchLinks } from "@fabriclab/paths";
import { FabricError, type Fabric, type TablesProgress } from "@fabriclab/spec";
import type { SourcePaths } from "./source-paths.ts";

/** Turns after which progress is told. */
const TURNS_UNTOLD = 1024;

/**
 * Divides paths among lanes so that no lane holds a cycle of channels; writes a path's lane to `paths.lane`.
 *
 * All paths begin on lane 0. The turns that a lane's paths make are taken in order of how many paths make them, those of most first, and kept unless they
 * would close a cycle with those kept before; paths that make a turn that is not kept move to the next lane, where the same is done. In the manner of
 * dfsssp, which breaks one cycle after the other at the turn of fewest paths.
 *
 * Complexity: O(paths · length · lanes) and the searches of `AcyclicTurns`.
 *
 * @param most lanes that may be used
 * @param onProgress told how many of a lane's turns are looked at
 * @returns lanes in use
 * @throws FabricError E_DFSSSP_LANES where they do not suffice
 */
export function divide(
  fabric: Fabric,
  links: SwitchLinks,
  paths: SourcePaths,
  most: number,
  onProgress?: TablesProgress,
): number {
  const turns = linkTurns(links);
  const weight = new Float64Array(turns.count);
  for (let lane = 0; ; lane++) {
    const kept = new AcyclicTurns(links, turns);
    weight.fill(0);
    const made: { from: number; into: number; turn: number }[] = [];
    paths.forEachTurn(lane, (from, into) => {
      const turn = kept.turn(from, into);
      if (weight[turn] === 0) made.push({ from, into, turn });
      weight[turn] = (weight[turn] ?? 0) + 1;
    });
    made.sort(
      (a, b) =>
        (weight[b.turn] ?? 0) - (weight[a.turn] ?? 0) || a.turn - b.turn,
    );
    let closing: (typeof made)[number] | undefined;
    for (const [done, one] of made.entries()) {
      if (done % TURNS_UNTOLD === 0)
        onProgress?.(`opening cycles of lane ${lane}`, done, made.length);
      if (kept.add(one.from, one.into)) continue;
      closing ??= one;
      // Less than nothing marks a turn that this lane does not keep.
      weight[one.turn] = -1;
    }
    if (closing === undefined) return lane + 1;
    if (lane + 1 === most) throw tooFew(fabric, links, closing, most);
    paths.moveUp(
      lane,
      (from, into) => (weight[kept.turn(from, into)] ?? 0) < 0,
    );
  }
}

function tooFew(
  fabric: Fabric,
  { channel }: SwitchLinks,
  { from, into }: { from: number; into: number },
  most: number,
): FabricError {
  const name = (link: number): string => {
    const port = channel[link] ?? 0;
    const sw = fabric.portNode[port] ?? 0;
    return `${fabric.nodeName[sw] ?? ""}:${port - (fabric.portStart[sw] ?? 0) + 1}`;
  };
  return new FabricError({
    code: "E_DFSSSP_LANES",
    message: `the shortest paths of ${fabric.name} do not divide into ${most} lanes without cycles`,
    where: { path: name(into) },
    got: `on the last lane the turn from ${name(from)} into ${name(into)} would close a cycle`,
    expected: `paths that need ${most} lanes at most`,
    hint: "allow more lanes (up to 15) if the switches have them, or use a routing that needs fewer: updown, or nue",
  });
}
