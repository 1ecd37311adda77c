import { FabricError, type Fabric } from "@fabriclab/spec";
import { namedNode, noSuchNode } from "./naming/named-node.ts";
import { nodeName } from "./naming/names.ts";
import type { Removal } from "./removals.ts";

/** What one `--remove` takes away. */
interface NamedRemoval extends Removal {
  /** The node that goes with all its cables; absent where one cable goes. */
  readonly node?: number;
}

/**
 * What `--remove` names, each time: a node (`S-…` as ibnetdiscover writes it, a GUID 0x…, a NodeDescription, or the name of a host with one adapter) with all
 * its cables, or one port of it (`node:port`) with its cable.
 *
 * @throws FabricError `E_CLI_NO_SUCH_NODE`, `E_CLI_NO_SUCH_CABLE`; `E_CLI_USAGE` for a cable or a node that is named twice
 */
export function namedRemovals(
  fabric: Fabric,
  texts: readonly string[],
): Removal[] {
  const named = texts.map((text) => namedRemoval(fabric, text));
  named.forEach((one, i) => {
    for (const earlier of named.slice(0, i)) refuseTwice(earlier, one);
  });
  return named;
}

/** Why: who names a cable by both its ends believes that two are gone, as the label would say. Two nodes may have a cable in common. */
function refuseTwice(one: NamedRemoval, other: NamedRemoval): void {
  const isTwice =
    one.node !== undefined && other.node !== undefined
      ? one.node === other.node
      : one.links.some((link) => other.links.includes(link));
  if (!isTwice) return;
  const whole = [one, other].filter(({ node }) => node !== undefined);
  throw new FabricError({
    code: "E_CLI_USAGE",
    message: `${whole.length === 2 ? "A node" : "A cable"} is taken away twice.`,
    where: { path: "--remove" },
    got:
      whole.length === 1
        ? `${one.label} and ${other.label}: all cables of ${whole[0]?.label ?? ""} are gone already`
        : `${one.label} and ${other.label}, which are ${whole.length === 2 ? "one node" : "one cable"}`,
    expected:
      whole.length === 2
        ? "each node once"
        : "each cable once, by one of its ends",
  });
}

function namedRemoval(fabric: Fabric, text: string): NamedRemoval {
  const whole = namedNode(fabric, text);
  if (whole !== undefined)
    return { label: text, links: linksOf(fabric, whole, text), node: whole };
  // A NodeDescription may hold colons: only what stands behind the last one may be a port.
  const [, name = "", digits = ""] = /^(.+):(\d+)$/.exec(text) ?? [];
  const node = namedNode(fabric, name);
  if (node === undefined)
    throw noSuchNode(fabric, text, {
      path: "--remove",
      more: "; with :PORT, one cable of it",
    });
  const start = fabric.portStart[node] ?? 0;
  const radix = (fabric.portStart[node + 1] ?? 0) - start;
  const num = Number(digits);
  const link =
    num >= 1 && num <= radix ? (fabric.portLink[start + num - 1] ?? -1) : -1;
  if (link >= 0) return { label: text, links: [link] };
  throw new FabricError({
    code: "E_CLI_NO_SUCH_CABLE",
    message: `${nodeName(fabric, node)} has no cable there.`,
    where: { path: "--remove" },
    got: text,
    expected: cabledPorts(fabric, node),
  });
}

/** `a cabled port: 1 to 8, 21 or 41` */
function cabledPorts(fabric: Fabric, node: number): string {
  const start = fabric.portStart[node] ?? 0;
  const runs: { first: number; last: number }[] = [];
  for (let port = start; port < (fabric.portStart[node + 1] ?? 0); port++) {
    if ((fabric.portLink[port] ?? -1) < 0) continue;
    const num = port - start + 1;
    const run = runs.at(-1);
    if (run?.last === num - 1) run.last = num;
    else runs.push({ first: num, last: num });
  }
  const words = runs.flatMap(({ first, last }) =>
    last - first > 1
      ? [`${first} to ${last}`]
      : first === last
        ? [String(first)]
        : [String(first), String(last)],
  );
  const last = words.pop();
  if (last === undefined) return "a node with cables";
  return `a cabled port: ${words.length === 0 ? last : `${words.join(", ")} or ${last}`}`;
}

function linksOf(fabric: Fabric, node: number, text: string): number[] {
  const links = new Set<number>();
  for (
    let port = fabric.portStart[node] ?? 0;
    port < (fabric.portStart[node + 1] ?? 0);
    port++
  ) {
    const link = fabric.portLink[port] ?? -1;
    if (link >= 0) links.add(link);
  }
  if (links.size > 0) return [...links];
  throw new FabricError({
    code: "E_CLI_NO_SUCH_CABLE",
    message: `${nodeName(fabric, node)} has no cables to lose.`,
    where: { path: "--remove" },
    got: text,
    expected: "a node with cables",
  });
}
