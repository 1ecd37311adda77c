import type { Fabric } from "@fabriclab/spec";
import { namedCables } from "./cables.ts";

/** By what nodes of two fabrics are taken to be the same. */
export type MatchBy = "guid" | "name";

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
 * Compares two fabrics, such as a plan and what was cabled. Nodes are matched by GUID or by name; a name that several nodes share stands for none of them,
 * which are then matched by GUID.
 *
 * @param by default: by GUID where the fabrics have at least as many GUIDs in common as names, else by name: a plan has no real GUIDs
 * Complexity: O((nodes + cables) log).
 */
export function diffFabrics(a: Fabric, b: Fabric, by?: MatchBy): FabricDiff {
  const chosen = by ?? likely(a, b);
  const [keyA, keyB] = [keysOf(a, chosen), keysOf(b, chosen)];
  const nodesA = byKey(keyA);
  const nodesB = byKey(keyB);
  const name = (fabric: Fabric, node: number): string =>
    fabric.findNode(fabric.nodeName[node] ?? "") === undefined
      ? `${fabric.nodeName[node] ?? ""} ${guid(fabric, node)}`
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
    missing: only(a, nodesA, nodesB),
    added: only(b, nodesB, nodesA),
    changed: [...nodesA].flatMap(([key, node]) => {
      const other = nodesB.get(key);
      return other === undefined
        ? []
        : nodeChanges(a, node, b, other, name(a, node));
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

const guid = (fabric: Fabric, node: number): string =>
  `0x${(fabric.nodeGuid[node] ?? 0n).toString(16).padStart(16, "0")}`;

/** Node -> its key. */
function keysOf(fabric: Fabric, by: MatchBy): string[] {
  return fabric.nodeName.map((name, node) =>
    by === "name" && fabric.findNode(name) !== undefined
      ? name
      : guid(fabric, node),
  );
}

const byKey = (keys: readonly string[]): Map<string, number> =>
  new Map(keys.map((key, node) => [key, node]));

function likely(a: Fabric, b: Fabric): MatchBy {
  const common = (by: MatchBy): number => {
    const keys = new Set(keysOf(b, by));
    return keysOf(a, by).filter((key) => keys.has(key)).length;
  };
  return common("guid") >= common("name") ? "guid" : "name";
}

function nodeChanges(
  a: Fabric,
  node: number,
  b: Fabric,
  other: number,
  name: string,
): NodeChange[] {
  const kind = (fabric: Fabric, at: number): string =>
    at < fabric.switchCount ? "switch" : "host";
  const ports = (fabric: Fabric, at: number): string =>
    String((fabric.portStart[at + 1] ?? 0) - (fabric.portStart[at] ?? 0));
  const aspects = [
    ["kind", kind(a, node), kind(b, other)],
    ["name", a.nodeName[node] ?? "", b.nodeName[other] ?? ""],
    ["guid", guid(a, node), guid(b, other)],
    ["ports", ports(a, node), ports(b, other)],
  ] as const;
  return aspects
    .filter(([, before, after]) => before !== after)
    .map(([what, before, after]) => ({ name, what, before, after }));
}

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
