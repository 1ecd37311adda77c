import { AcyclicTurns, linkTurns, type SwitchLinks } from "@fabriclab/paths";
import { FabricError, type Fabric, type TablesProgress } from "@fabriclab/spec";

/** Which lane the paths of two switches are on. */
export interface Layers {
  /** Lane at `switch · switchCount + destination`; the same both ways. */
  readonly lane: Uint8Array;
  /** Lanes in use. */
  readonly lanes: number;
}

/** Progress is told after so many pairs, each of which may be searched for on all lanes. */
const PAIRS_UNTOLD = 64;

/**
 * Puts the paths between every two switches, both ways together, on the first lane where they close no cycle with those that are there.
 *
 * Complexity: O(switches² · path length · lanes) and the searches of `AcyclicTurns`.
 *
 * @param table of `firstLinks`
 * @param most lanes that may be used
 * @param onProgress told how many pairs have their lane
 * @throws FabricError E_LASH_LANES where they do not suffice
 */
export function layersOf(
  fabric: Fabric,
  links: SwitchLinks,
  table: Int32Array,
  mapOrder: Int32Array,
  most: number,
  onProgress?: TablesProgress,
): Layers {
  const { switchCount, to } = links;
  const turns = linkTurns(links);
  const layers = [new AcyclicTurns(links, turns)];
  const lane = new Uint8Array(switchCount ** 2);
  const there = new Int32Array(switchCount);
  const back = new Int32Array(switchCount);
  const walk = (from: number, end: number, path: Int32Array): number => {
    let count = 0;
    for (let at = from; at !== end;) {
      const link = table[at * switchCount + end] ?? -1;
      if (link < 0) return 0;
      path[count++] = link;
      at = to[link] ?? 0;
    }
    return count;
  };
  const place = (hops: number, returns: number): number => {
    for (const [number, layer] of layers.entries()) {
      if (layer.addPath(there, hops) && layer.addPath(back, returns)) {
        layer.keep();
        return number;
      }
      layer.takeBack();
    }
    return -1;
  };
  const pairs = (mapOrder.length * (mapOrder.length - 1)) / 2;
  let pair = 0;
  for (const [i, a] of mapOrder.entries())
    for (const b of mapOrder.subarray(i + 1)) {
      if (pair % PAIRS_UNTOLD === 0)
        onProgress?.("laying switch pairs on lanes", pair, pairs);
      pair++;
      const hops = walk(a, b, there);
      const returns = walk(b, a, back);
      // A path of one cable waits for nothing.
      if (hops < 2 && returns < 2) continue;
      let number = place(hops, returns);
      if (number < 0) {
        if (layers.length === most) throw tooFew(fabric, a, b, most);
        layers.push(new AcyclicTurns(links, turns));
        number = place(hops, returns);
      }
      lane[a * switchCount + b] = number;
      lane[b * switchCount + a] = number;
    }
  return { lane, lanes: layers.length };
}

function tooFew(
  fabric: Fabric,
  a: number,
  b: number,
  most: number,
): FabricError {
  const [from = "", to = ""] = [fabric.nodeName[a], fabric.nodeName[b]];
  return new FabricError({
    code: "E_LASH_LANES",
    message: `the paths between switches of ${fabric.name} do not fit on ${most} lanes`,
    where: { path: `${from} and ${to}` },
    got: `${from} and ${to} would close a cycle on each of them`,
    expected: "switch pairs that divide into lanes without cycles",
    hint: "allow more lanes (up to 15) if the switches have them, or use a routing that needs fewer: updown, or dfsssp",
  });
}
