import { switchPlanes } from "@fabriclab/paths";
import { adapterHost, type Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { many } from "./words.ts";

/** What the parts of a fabric, which no cables join, mean for some endpoints. */
interface PartedPairs {
  /** Ordered pairs of endpoints in different parts. */
  readonly across: number;
  /** Those of them whose hosts have ports in no common part: hosts that cannot speak with each other at all. */
  readonly apart: number;
}

/**
 * Counts the ordered pairs of endpoints, cabled to switches, that no cables join. Hosts with a port in each part, as in planes of which each is a rail, speak with each other in one of them; what
 * is cut apart, as by spines that are gone, does not.
 *
 * A host is a node, or all nodes with its name and that of an adapter (`n11 mlx5_0`, `n11 mlx5_1`), or with its name alone (`n11`, `n11`), where no two of a part are called alike:
 * rails are, if their descriptions do not name the adapter, and a hundred machines that are all called `localhost` are not.
 *
 * Complexity: O(ports + endpoints + s²) for s sets of parts in which hosts have ports.
 */
function countPairs(
  fabric: Fabric,
  endports: readonly EndportIx[],
): PartedPairs {
  const { of } = switchPlanes(fabric);
  const partOf = (one: EndportIx): number =>
    of[fabric.attachment(one)?.sw ?? -1] ?? NONE;
  const hostOf = hostNames(fabric, partOf);
  const parts = new Map<string, Set<number>>();
  // All ports of a host count, also those that are no endpoints here.
  for (let e = fabric.switchCount; e < fabric.endportCount; e++) {
    const part = partOf(e as EndportIx);
    if (part === NONE) continue;
    const host = hostOf(e as EndportIx);
    const known = parts.get(host);
    if (known === undefined) parts.set(host, new Set([part]));
    else known.add(part);
  }
  /** Set of parts -> endpoints of its hosts, part by part. */
  const groups = new Map<
    string,
    { readonly parts: ReadonlySet<number>; readonly ports: Map<number, number> }
  >();
  for (const one of endports) {
    const part = partOf(one);
    if (part === NONE) continue;
    const set = parts.get(hostOf(one)) ?? new Set<number>();
    const key = [...set].sort((a, b) => a - b).join();
    const group = groups.get(key) ?? {
      parts: set,
      ports: new Map<number, number>(),
    };
    groups.set(key, group);
    group.ports.set(part, (group.ports.get(part) ?? 0) + 1);
  }
  let across = 0;
  let apart = 0;
  for (const a of groups.values())
    for (const b of groups.values()) {
      const isApart = [...a.parts].every((part) => !b.parts.has(part));
      for (const [here, some] of a.ports)
        for (const [there, others] of b.ports) {
          if (here === there) continue;
          across += some * others;
          if (isApart) apart += some * others;
        }
    }
  return { across, apart };
}

/** The part of an endpoint that is cabled to no switch. */
const NONE = -1;

/** The host of an endport: its name where that says which, else its node. O(endports). */
function hostNames(
  { nodeName, switchCount, endportCount, endportNode }: Fabric,
  partOf: (endport: EndportIx) => number,
): (endport: EndportIx) => string {
  /** Name and part -> the node of that name there. */
  const there = new Map<string, number>();
  const nodes = new Map<string, Set<number>>();
  const clashing = new Set<string>();
  for (let e = switchCount; e < endportCount; e++) {
    const node = endportNode[e] ?? 0;
    const name = nodeName[node] ?? "";
    const alike = nodes.get(name) ?? new Set<number>();
    nodes.set(name, alike.add(node));
    const place = `${partOf(e as EndportIx)} ${name}`;
    if ((there.get(place) ?? node) !== node) clashing.add(name);
    there.set(place, node);
  }
  return (endport) => {
    const node = endportNode[endport] ?? 0;
    const name = nodeName[node] ?? "";
    const own = `\0${node}`;
    if (clashing.has(name)) return own;
    return adapterHost(name) ?? ((nodes.get(name)?.size ?? 0) > 1 ? name : own);
  };
}

/** `no cables join 2 parts of the fabric: 2 switches with 4 host ports, …`, the largest first; undefined where there is one part. O(ports). */
function partsText(fabric: Fabric): string | undefined {
  const { count, of: plane } = switchPlanes(fabric);
  if (count < 2) return undefined;
  const hosts = new Array<number>(count).fill(0);
  const switches = new Array<number>(count).fill(0);
  for (const one of plane) switches[one] = (switches[one] ?? 0) + 1;
  for (let e = fabric.switchCount; e < fabric.endportCount; e++) {
    const sw = fabric.attachment(e as EndportIx)?.sw;
    const at = sw === undefined ? undefined : plane[sw];
    if (at !== undefined) hosts[at] = (hosts[at] ?? 0) + 1;
  }
  const parts = switches
    .map((some, i) => ({ switches: some, hosts: hosts[i] ?? 0 }))
    .sort((a, b) => b.hosts - a.hosts || b.switches - a.switches)
    .map(
      (one) =>
        `${many(one.switches, "switch", "switches")} with ${many(one.hosts, "host port")}`,
    );
  const shown = parts.slice(0, 4).join(", ");
  const rest = parts.length > 4 ? `, and ${parts.length - 4} smaller` : "";
  return `no cables join ${count} parts of the fabric: ${shown}${rest}`;
}

/** What is to be said of a fabric that no cables hold together; undefined where they do. */
export function partsNote(fabric: Fabric): string | undefined {
  const parts = partsText(fabric);
  return parts === undefined
    ? undefined
    : `${parts}; each is routed for itself`;
}

/**
 * The pairs of endpoints that no cables join, with what is to be said of them; undefined where there are none, as where a part has no endpoints.
 */
export function partedPairs(
  fabric: Fabric,
  endports: readonly EndportIx[],
): (PartedPairs & { readonly what: string }) | undefined {
  const parts = partsText(fabric);
  if (parts === undefined) return undefined;
  const { across, apart } = countPairs(fabric, endports);
  if (across === 0) return undefined;
  const pairs = `${across} ordered pairs of endpoints across them are left out, as no tables could join them`;
  const why =
    apart === 0
      ? ": any two of the hosts have ports in one of the parts, as in planes"
      : `, and ${apart === across ? "these" : `${apart} of these`} are of hosts that have ports in no common part: cables are missing unless these are fabrics of their own`;
  return { across, apart, what: `${parts}; ${pairs}${why}` };
}
