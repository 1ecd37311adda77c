import { adapterHost, type Fabric } from "@fabriclab/spec";
import { namedCables } from "./cables.ts";
import {
  guidText,
  isCalledByGuid,
  isMadeUp,
  isRadixMadeUp,
  isSameByPort,
  matchNodes,
  type MatchBy,
  type NodeMatch,
} from "./match.ts";

/** A node that both fabrics have, but not alike. */
export interface NodeChange {
  /** Its name in the first. */
  readonly name: string;
  readonly what: "name" | "guid" | "ports" | "kind";
  readonly before: string;
  readonly after: string;
}

/** A port that is cabled elsewhere, or by another rate. */
export interface CableChange {
  /** `node:port` */
  readonly port: string;
  readonly what: "peer" | "rate";
  readonly before: string;
  readonly after: string;
}

/** What differs between two fabrics. All lists are in a fixed order; all are empty where nothing does. */
export interface FabricDiff {
  readonly by: MatchBy;
  /** Hosts matched by name that one fabric calls by host and adapter, the other by the host alone: `n11 mlx5_0`, `n11`. */
  readonly byHostPart: number;
  /** Names of nodes that the second lacks. */
  readonly missing: readonly string[];
  /** Names of nodes that the first lacks. */
  readonly added: readonly string[];
  readonly changed: readonly NodeChange[];
  /** Cables between nodes of both whose ends are free in the second, `a:1 - b:2`. */
  readonly missingCables: readonly string[];
  /** Cables between nodes of both whose ends are free in the first. */
  readonly addedCables: readonly string[];
  /** Ports that are cabled in both, to other peers or at other rates; a cable that was moved at one end shows at every port concerned. */
  readonly recabled: readonly CableChange[];
  /** Cables of missing or added nodes, which say nothing new. */
  readonly cablesOfNodes: number;
  readonly isSame: boolean;
}

/**
 * Compares two fabrics, such as a plan and what was cabled. Which nodes are the same, `matchNodes` says.
 *
 * @param by what nodes are matched by, or the match itself; default: what the fabrics have more of in common
 * Complexity: O((nodes + cables) log).
 */
export function diffFabrics(
  a: Fabric,
  b: Fabric,
  by?: MatchBy | NodeMatch,
): FabricDiff {
  const {
    by: chosen,
    keysA: keyA,
    keysB: keyB,
    byHostPart,
  } = typeof by === "object" ? by : matchNodes(a, b, by);
  const nodesA = byKey(keyA);
  const nodesB = byKey(keyB);
  const name = (fabric: Fabric, node: number): string =>
    fabric.findNode(fabric.nodeName[node] ?? "") === undefined
      ? `${fabric.nodeName[node] ?? ""} ${guidText(fabric, node)}`
      : (fabric.nodeName[node] ?? "");
  const only = (
    fabric: Fabric,
    nodes: ReadonlyMap<string, number>,
    other: ReadonlyMap<string, number>,
  ): string[] =>
    [...nodes]
      .filter(([key]) => !other.has(key))
      .map(([, node]) => name(fabric, node));
  const shown = new Map<string, string>();
  for (const [key, node] of nodesB) shown.set(key, name(b, node));
  for (const [key, node] of nodesA) shown.set(key, name(a, node));
  const cables = cableChanges(a, b, keyA, keyB, (key) => shown.get(key) ?? key);
  const found = {
    by: chosen,
    byHostPart,
    missing: only(a, nodesA, nodesB),
    added: only(b, nodesB, nodesA),
    changed: [...nodesA].flatMap(([key, node]) => {
      const other = nodesB.get(key);
      return other === undefined
        ? []
        : nodeChanges(a, node, b, other, name(a, node), chosen);
    }),
    ...cables,
  };
  return {
    ...found,
    isSame: [
      found.missing,
      found.added,
      found.changed,
      found.missingCables,
      found.addedCables,
      found.recabled,
    ].every((list) => list.length === 0),
  };
}

const byKey = (keys: readonly string[]): Map<string, number> =>
  new Map(keys.map((key, node) => [key, node]));

function nodeChanges(
  a: Fabric,
  node: number,
  b: Fabric,
  other: number,
  name: string,
  by: MatchBy,
): NodeChange[] {
  const kind = (fabric: Fabric, at: number): string =>
    at < fabric.switchCount ? "switch" : "host";
  const ports = (fabric: Fabric, at: number): string =>
    String((fabric.portStart[at + 1] ?? 0) - (fabric.portStart[at] ?? 0));
  const [nameA, nameB] = [a.nodeName[node] ?? "", b.nodeName[other] ?? ""];
  const aspects = [
    ["kind", kind(a, node), kind(b, other)],
    ...((by === "name" && isHostPart(nameA, nameB)) ||
    isCalledByGuid(a, node) ||
    isCalledByGuid(b, other)
      ? []
      : [["name", nameA, nameB] as const]),
    ...(isMadeUp(a, node) ||
    isMadeUp(b, other) ||
    isSameByPort(a, node, b, other)
      ? []
      : [["guid", guidText(a, node), guidText(b, other)] as const]),
    ...(isRadixMadeUp(a, node) || isRadixMadeUp(b, other)
      ? []
      : [["ports", ports(a, node), ports(b, other)] as const]),
  ] as const;
  return aspects
    .filter(([, before, after]) => before !== after)
    .map(([what, before, after]) => ({ name, what, before, after }));
}

/** Whether one of two descriptions is the host's name alone, the other with its adapter. */
const isHostPart = (one: string, other: string): boolean =>
  adapterHost(one) === other || adapterHost(other) === one;

function cableChanges(
  a: Fabric,
  b: Fabric,
  keyA: readonly string[],
  keyB: readonly string[],
  shown: (key: string) => string,
): Pick<
  FabricDiff,
  "missingCables" | "addedCables" | "recabled" | "cablesOfNodes"
> {
  const before = namedCables(a, (node) => keyA[node] ?? "");
  const after = namedCables(b, (node) => keyB[node] ?? "");
  const [nodesA, nodesB] = [new Set(keyA), new Set(keyB)];
  const peerOf = (cables: typeof before): Map<string, string> =>
    new Map(
      [...cables.values()].flatMap(({ ends: [p, q] }) => [
        [p, q],
        [q, p],
      ]),
    );
  const [peersA, peersB] = [peerOf(before), peerOf(after)];
  const nodeOf = (end: string): string => end.slice(0, end.lastIndexOf(":"));
  const inBoth = (end: string): boolean =>
    nodesA.has(nodeOf(end)) && nodesB.has(nodeOf(end));
  const say = (end: string): string =>
    `${shown(nodeOf(end))}${end.slice(end.lastIndexOf(":"))}`;
  let cablesOfNodes = 0;
  /** Cables of `some` that `others` do not have and whose ends are both free there. */
  const gone = (
    some: typeof before,
    others: typeof before,
    peers: ReadonlyMap<string, string>,
  ): string[] =>
    [...some].flatMap(([key, { ends }]) => {
      if (others.has(key)) return [];
      if (!ends.every(inBoth)) {
        cablesOfNodes += 1;
        return [];
      }
      return ends.some((end) => peers.has(end))
        ? []
        : [ends.map(say).join(" - ")];
    });
  const missingCables = gone(before, after, peersB);
  const addedCables = gone(after, before, peersA);
  const recabled: CableChange[] = [];
  for (const [end, peer] of peersA) {
    const now = peersB.get(end);
    if (now === undefined || now === peer) continue;
    recabled.push({
      port: say(end),
      what: "peer",
      before: say(peer),
      after: say(now),
    });
  }
  for (const [key, { ends, rate }] of before) {
    const now = after.get(key)?.rate;
    if (now !== undefined && now !== rate)
      recabled.push({
        port: ends.map(say).join(" - "),
        what: "rate",
        before: rate,
        after: now,
      });
  }
  return { missingCables, addedCables, recabled, cablesOfNodes };
}
