import { Notes, type ReadNote } from "@fabriclab/reading";
import type { Fabric } from "@fabriclab/spec";
import { computeNode, switchNames } from "./names.ts";
import { slurmText, type SlurmSwitch } from "./topology-conf.ts";
import { switchTree } from "./switch-tree.ts";

/** How a fabric is to be written. */
export interface WriteOptions {
  /**
   * `tree` (default): one path between any two switches, as topology/tree wants it. `links`: every neighbour of every switch that has no compute node, whether
   * that makes a tree or not.
   */
  readonly switches?: "tree" | "links";
}

/** A `topology.conf`, and what it leaves out. */
export interface SlurmFile {
  readonly text: string;
  readonly notes: readonly ReadNote[];
  /** Switches with compute nodes and switches below them, which stand there twice: 0 where the fabric is a tree in Slurm's sense. With `links` always 0. */
  readonly twice: number;
}

/**
 * Writes Slurm's `topology.conf`: switches with their compute nodes, and a tree of switches above them. Switches above no compute node are left out; a switch
 * that has compute nodes and switches below it stands there twice, as NAME and NAME.up, because Slurm has no such switch. A compute node with adapters on several
 * switches stands at the first.
 *
 * Complexity: O(switches · links) at most.
 */
export function writeSlurm(
  fabric: Fabric,
  options: WriteOptions = {},
): SlurmFile {
  const notes = new Notes();
  const names = switchNames(fabric, notes);
  const nodes = nodesOfSwitches(fabric, notes);
  const { switches, twice } =
    options.switches === "links"
      ? { switches: allLinks(fabric, names, nodes), twice: 0 }
      : tree(fabric, names, nodes, notes);
  return { text: slurmText(switches), notes: notes.all(), twice };
}

/** Switch -> compute nodes on it, in order. */
function nodesOfSwitches(fabric: Fabric, notes: Notes): string[][] {
  const found = Array.from({ length: fabric.switchCount }, (): string[] => []);
  const home = new Map<string, number>();
  const elsewhere = new Set<string>();
  for (let node = fabric.switchCount; node < fabric.nodeCount; node++) {
    const name = computeNode(fabric, node, notes);
    if (name === undefined) continue;
    let placed = false;
    for (
      let port = fabric.portStart[node] ?? 0;
      port < (fabric.portStart[node + 1] ?? 0);
      port++
    ) {
      const sw = fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1;
      if (sw < 0 || sw >= fabric.switchCount) continue;
      placed = true;
      const before = home.get(name);
      if (before === undefined) {
        home.set(name, sw);
        found[sw]?.push(name);
      } else if (before !== sw) elsewhere.add(name);
    }
    if (!placed)
      notes.add("hosts without a cable to a switch were left out", 0);
  }
  if (elsewhere.size > 0)
    notes.add(
      "compute nodes with adapters on several switches stand at the first",
      0,
      elsewhere.size,
    );
  return found;
}

function tree(
  fabric: Fabric,
  names: readonly string[],
  nodes: readonly (readonly string[])[],
  notes: Notes,
): { switches: SlurmSwitch[]; twice: number } {
  const { children, order } = switchTree(
    fabric,
    nodes.map((list) => list.length > 0),
  );
  const both = (sw: number): boolean =>
    (nodes[sw]?.length ?? 0) > 0 && (children[sw]?.length ?? 0) > 0;
  /** The switch that stands for all below it. */
  const upper = (sw: number): string =>
    both(sw) ? `${names[sw] ?? ""}.up` : (names[sw] ?? "");
  const lines: SlurmSwitch[] = [];
  let twice = 0;
  for (const sw of order) {
    const name = names[sw] ?? "";
    const below = (children[sw] ?? []).map(upper);
    if ((nodes[sw]?.length ?? 0) > 0)
      lines.push({ name, switches: [], nodes: nodes[sw] ?? [] });
    if (both(sw)) {
      twice += 1;
      notes.add(
        "switches with compute nodes and switches below them stand there twice, the second as NAME.up",
        0,
      );
    }
    if (below.length > 0)
      lines.push({
        name: upper(sw),
        switches: both(sw) ? [name, ...below] : below,
        nodes: [],
      });
  }
  const left = fabric.switchCount - order.length;
  if (left > 0)
    notes.add("switches that the tree does not need were left out", 0, left);
  return { switches: lines, twice };
}

function allLinks(
  fabric: Fabric,
  names: readonly string[],
  nodes: readonly (readonly string[])[],
): SlurmSwitch[] {
  return names.map((name, sw) => {
    if ((nodes[sw]?.length ?? 0) > 0)
      return { name, switches: [], nodes: nodes[sw] ?? [] };
    const neighbours = new Set<number>();
    for (
      let port = fabric.portStart[sw] ?? 0;
      port < (fabric.portStart[sw + 1] ?? 0);
      port++
    ) {
      const peer = fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1;
      if (peer >= 0 && peer < fabric.switchCount) neighbours.add(peer);
    }
    return {
      name,
      switches: Array.from(neighbours, (other) => names[other] ?? ""),
      nodes: [],
    };
  });
}
