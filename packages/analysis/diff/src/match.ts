import { adapterHost, type Fabric } from "@fabriclab/spec";
import { formatGuid } from "@fabriclab/units";

/** By what nodes of two fabrics are taken to be the same. */
export type MatchBy = "guid" | "name";

/** Which nodes of two fabrics are the same: those with the same key. Within a fabric no two nodes have one. */
export interface NodeMatch {
  readonly by: MatchBy;
  /** Node of the first -> its key. */
  readonly keysA: readonly string[];
  readonly keysB: readonly string[];
  /** Hosts that one fabric calls by the name of the host and the other by host and adapter: `n11`, `n11 mlx5_0`. */
  readonly byHostPart: number;
}

/**
 * Matches the nodes of two fabrics.
 *
 * By GUID: an adapter of a port list, which has its PortGUID in place of a NodeGUID, is the one that has this PortGUID in the other fabric; nodes whose GUIDs are
 * made up on both sides are the same by name. By name: a name that several nodes share stands for none of them, which are then matched by GUID; a host's name stands
 * for its adapter where the host has one only, and a node that is called by its GUID, `S-…` or `H-…`, is the one with that GUID.
 *
 * @param by default: by GUID where the fabrics have at least as many GUIDs in common as names; GUIDs that a reader made up are none
 * Complexity: O(nodes + ports).
 */
export function matchNodes(a: Fabric, b: Fabric, by?: MatchBy): NodeMatch {
  if (by !== undefined) return match(a, b, by);
  const [guid, name] = [match(a, b, "guid"), match(a, b, "name")];
  const common = (
    { keysA, keysB }: NodeMatch,
    counts: (node: number) => boolean,
  ): number => {
    const others = new Set(keysB);
    return keysA.filter((key, node) => others.has(key) && counts(node)).length;
  };
  return common(guid, (node) => !isMadeUp(a, node)) >= common(name, () => true)
    ? guid
    : name;
}

/** Whether nobody said what the node's GUID is. */
export const isMadeUp = (fabric: Fabric, node: number): boolean =>
  fabric.guidMadeUp?.[node] === 1;

/** Whether nobody said how many ports the node has. */
export const isRadixMadeUp = (fabric: Fabric, node: number): boolean =>
  fabric.radixMadeUp?.[node] === 1;

/** `0x0000000000200000` */
export const guidText = (fabric: Fabric, node: number): string =>
  formatGuid(fabric.nodeGuid[node] ?? 0n);

/** Whether the node's name is its GUID, so that nobody gave it one. */
export const isCalledByGuid = (fabric: Fabric, node: number): boolean =>
  fabric.nodeName[node] ===
  `${node < fabric.switchCount ? "S" : "H"}-${guidText(fabric, node).slice(2)}`;

/** Whether two adapters are one by a PortGUID that stands for the NodeGUID of one of them, as a port list has it. */
export const isSameByPort = (
  a: Fabric,
  node: number,
  b: Fabric,
  other: number,
): boolean =>
  portGuids(b, other).includes(a.nodeGuid[node] ?? 0n) ||
  portGuids(a, node).includes(b.nodeGuid[other] ?? 0n);

function match(a: Fabric, b: Fabric, by: MatchBy): NodeMatch {
  const [keysA, keysB] = [keysOf(a, by), keysOf(b, by)];
  let byHostPart = 0;
  if (by === "guid") {
    adoptKeys(byPortGuid, hostsOf, b, keysB, a, keysA);
    adoptKeys(byPortGuid, hostsOf, a, keysA, b, keysB);
  } else {
    byHostPart =
      adoptKeys(byHostName, hostsOf, b, keysB, a, keysA) +
      adoptKeys(byHostName, hostsOf, a, keysA, b, keysB);
    for (const nodes of [switchesOf, hostsOf]) {
      adoptKeys(byGuidName, nodes, b, keysB, a, keysA);
      adoptKeys(byGuidName, nodes, a, keysA, b, keysB);
    }
  }
  return { by, keysA, keysB, byHostPart };
}

function keysOf(fabric: Fabric, by: MatchBy): string[] {
  return fabric.nodeName.map((name, node) => {
    const isNamed = fabric.findNode(name) !== undefined;
    if (by === "name" && isNamed) return name;
    if (!isMadeUp(fabric, node)) return guidText(fabric, node);
    // Why not the GUID alone: it must not meet one that somebody told.
    return isNamed
      ? `made up: ${name}`
      : `made up: ${guidText(fabric, node)} ${name}`;
  });
}

/** Nodes among `nodes` by a word that another fabric may know them by; no entry for a word that several share. */
type Words = (fabric: Fabric, nodes: readonly number[]) => WordsOfNodes;

interface WordsOfNodes {
  /** Words that a node is looked up by. */
  readonly asks: ReadonlyMap<string, number>;
  /** Words that it is found by. */
  readonly has: ReadonlyMap<string, number>;
}

/** A port list's adapter has the PortGUID of its port as its NodeGUID. */
const byPortGuid: Words = (fabric, nodes) => {
  const told = nodes.filter((node) => !isMadeUp(fabric, node));
  return {
    asks: unshared(
      told.flatMap((node) => {
        const guid = fabric.nodeGuid[node] ?? 0n;
        return portGuids(fabric, node).includes(guid)
          ? [[String(guid), node]]
          : [];
      }),
    ),
    has: unshared(
      told.flatMap((node) =>
        portGuids(fabric, node).map((guid) => [String(guid), node] as const),
      ),
    ),
  };
};

const byHostName: Words = (fabric, nodes) => ({
  asks: unshared(
    nodes.map((node) => [fabric.nodeName[node] ?? "", node] as const),
  ),
  // Why all hosts: an adapter that the other fabric calls by its full name is one of its host's, too.
  has: unshared(
    hostsOf(fabric).flatMap((node) => {
      const host = adapterHost(fabric.nodeName[node] ?? "");
      return host === undefined ? [] : [[host, node] as const];
    }),
  ),
});

/** A node that is called by its GUID, as ibnetdiscover does, and formats that cannot write its description. */
const byGuidName: Words = (fabric, nodes) => {
  const told = nodes
    .filter((node) => !isMadeUp(fabric, node))
    .map((node) => [guidText(fabric, node).slice(2), node] as const);
  return {
    asks: unshared(told.filter(([, node]) => isCalledByGuid(fabric, node))),
    has: unshared(told),
  };
};

/**
 * Gives nodes of one fabric whose keys the other lacks the keys of those that are theirs by other words.
 *
 * @param nodes which of a fabric's nodes may do so
 * @returns how many
 */
function adoptKeys(
  words: Words,
  nodes: (fabric: Fabric) => number[],
  fabric: Fabric,
  keys: string[],
  other: Fabric,
  otherKeys: readonly string[],
): number {
  const alone = (
    of: Fabric,
    own: readonly string[],
    theirs: readonly string[],
  ): number[] => {
    const known = new Set(theirs);
    return nodes(of).filter((node) => !known.has(own[node] ?? ""));
  };
  const { asks } = words(fabric, alone(fabric, keys, otherKeys));
  const left = alone(other, otherKeys, keys);
  const { has } = words(other, left);
  const free = new Set(left);
  let count = 0;
  for (const [word, node] of asks) {
    const found = has.get(word);
    // Two ports of one adapter are two nodes of a port list; the first is it.
    if (found === undefined || !free.delete(found)) continue;
    keys[node] = otherKeys[found] ?? "";
    count += 1;
  }
  return count;
}

const switchesOf = (fabric: Fabric): number[] =>
  Array.from({ length: fabric.switchCount }, (_, node) => node);

const hostsOf = (fabric: Fabric): number[] =>
  Array.from({ length: fabric.hostCount }, (_, i) => fabric.switchCount + i);

/** PortGUIDs of a node; none of a switch, whose ports have none of their own. */
const portGuids = (fabric: Fabric, node: number): bigint[] =>
  node < fabric.switchCount
    ? []
    : Array.from(
        fabric.portGuid.subarray(
          fabric.portStart[node] ?? 0,
          fabric.portStart[node + 1] ?? 0,
        ),
      );

/** Without the words of several nodes. */
function unshared(
  pairs: readonly (readonly [string, number])[],
): Map<string, number> {
  const found = new Map<string, number>();
  const shared = new Set<string>();
  for (const [word, node] of pairs) {
    if ((found.get(word) ?? node) !== node) shared.add(word);
    found.set(word, node);
  }
  for (const word of shared) found.delete(word);
  return found;
}
