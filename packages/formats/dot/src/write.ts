import { LINK_SPEEDS } from "@fabriclab/fabric";
import { visible, type Fabric } from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";
import { switchRanks } from "./rank.ts";

/** What the drawing shows. */
export interface DotOptions {
  /** Port numbers at both ends of every cable. Default true. */
  readonly portNumbers?: boolean;
  /** Hosts too. Default true. */
  readonly hosts?: boolean;
  /** Switch -> rank, 0 at the top; default: by distance from the hosts, see `switchRanks`. */
  readonly ranks?: ArrayLike<number>;
}

/**
 * A fabric for Graphviz (`dot -Tsvg`): switches as boxes, rank by rank with the roots on top, hosts below; the cables of one pair of nodes one by one.
 *
 * Complexity: O(nodes + links).
 */
export function writeDot(fabric: Fabric, options: DotOptions = {}): string {
  const showHosts = options.hosts ?? true;
  const numbers = options.portNumbers ?? true;
  const ranks = options.ranks ?? switchRanks(fabric);
  const lines = [
    `graph ${quoted(fabric.name)} {`,
    "  rankdir=TB;",
    "  node [shape=box];",
    "  edge [fontsize=8];",
  ];
  const byRank = new Map<number, number[]>();
  for (let sw = 0; sw < fabric.switchCount; sw++) {
    const row = byRank.get(ranks[sw] ?? 0);
    if (row === undefined) byRank.set(ranks[sw] ?? 0, [sw]);
    else row.push(sw);
  }
  for (const [, row] of [...byRank].sort(([a], [b]) => a - b))
    lines.push(`  { rank=same; ${row.map((sw) => `n${sw}`).join("; ")}; }`);
  for (let sw = 0; sw < fabric.switchCount; sw++)
    lines.push(`  n${sw} [label=${quoted(fabric.nodeName[sw] ?? "")}];`);
  if (showHosts) {
    lines.push("  node [shape=ellipse];");
    const hosts = Array.from(
      { length: fabric.hostCount },
      (_, host) => fabric.switchCount + host,
    );
    if (hosts.length > 0)
      lines.push(
        `  { rank=max; ${hosts.map((node) => `n${node}`).join("; ")}; }`,
      );
    for (const node of hosts)
      lines.push(`  n${node} [label=${quoted(fabric.nodeName[node] ?? "")}];`);
  }
  for (let link = 0; link < fabric.linkCount; link++) {
    const ports = [
      fabric.linkPorts[2 * link] ?? 0,
      fabric.linkPorts[2 * link + 1] ?? 0,
    ];
    // Why: `dot` puts the first node of an edge above the second.
    ports.sort((a, b) => height(fabric, ranks, a) - height(fabric, ranks, b));
    const [upper = 0, lower = 0] = ports;
    const a = fabric.portNode[upper] ?? 0;
    const b = fabric.portNode[lower] ?? 0;
    if (!showHosts && (a >= fabric.switchCount || b >= fabric.switchCount))
      continue;
    const rate = `${fabric.linkWidth[link] ?? 0}x${LINK_SPEEDS[fabric.linkSpeed[link] ?? 0]?.name ?? ""}`;
    const labels = numbers
      ? `taillabel=${fabric.numOf(upper as PortIx)}, headlabel=${fabric.numOf(lower as PortIx)}, `
      : "";
    lines.push(`  n${a} -- n${b} [${labels}tooltip=${quoted(rate)}];`);
  }
  lines.push("}");
  return `${lines.join("\n")}\n`;
}

/** Why `visible`: a drawing goes to the terminal where no file is asked for, and Graphviz reads a NUL as its end. */
const quoted = (text: string): string =>
  `"${visible(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;

function height(
  fabric: Fabric,
  ranks: ArrayLike<number>,
  port: number,
): number {
  const node = fabric.portNode[port] ?? 0;
  return node < fabric.switchCount ? (ranks[node] ?? 0) : Infinity;
}
