import type { Fabric } from "@fabriclab/spec";
import type { NodeIx, PortIx } from "@fabriclab/units";
import type { Change } from "./experiment.ts";

/** Links that a change made fail, or work again: a port at one end of each. */
export interface Turned {
  readonly failed: readonly PortIx[];
  readonly restored: readonly PortIx[];
}

/**
 * Which links are down. One is as long as it has failed by itself, or a node at one of its ends has failed as a whole.
 */
export class DownLinks {
  readonly #fabric: Fabric;
  readonly #cables = new Set<number>();
  readonly #nodes = new Set<number>();

  constructor(fabric: Fabric) {
    this.#fabric = fabric;
  }

  isDown(port: PortIx): boolean {
    return this.hasFailed(port) || this.#ends(port).some(this.isNodeDown);
  }

  /** Whether the link at a port has failed by itself. */
  hasFailed(port: PortIx): boolean {
    return this.#cables.has(linkAt(this.#fabric, port));
  }

  readonly isNodeDown = (node: number): boolean => this.#nodes.has(node);

  /** Carries a change out; a re-sweep turns no link. */
  apply(change: Change): Turned {
    const ports = linksOf(this.#fabric, change);
    const before = ports.map((port) => this.isDown(port));
    if ("fail" in change) this.#cables.add(linkAt(this.#fabric, change.fail));
    else if ("restore" in change)
      this.#cables.delete(linkAt(this.#fabric, change.restore));
    else if ("failNode" in change) this.#nodes.add(change.failNode);
    else if ("restoreNode" in change) this.#nodes.delete(change.restoreNode);
    const turned = ports.filter((port, at) => this.isDown(port) !== before[at]);
    const failed = turned.filter((port) => this.isDown(port));
    const restored = turned.filter((port) => !this.isDown(port));
    return { failed, restored };
  }

  #ends(port: PortIx): number[] {
    const { portNode, portPeer } = this.#fabric;
    return [port, portPeer[port] ?? -1].map((end) => portNode[end] ?? -1);
  }
}

/** The link at a port; -1 = none. */
export const linkAt = ({ portLink }: Fabric, port: number): number =>
  portLink[port] ?? -1;

/** Links that a change is about, a port at one end of each: of a node all that are cabled. */
export function linksOf(fabric: Fabric, change: Change): readonly PortIx[] {
  if ("fail" in change) return [change.fail];
  if ("restore" in change) return [change.restore];
  if ("resweep" in change) return [];
  return cablesOf(
    fabric,
    "failNode" in change ? change.failNode : change.restoreNode,
  );
}

function cablesOf(fabric: Fabric, node: NodeIx): PortIx[] {
  const ports = new Map<number, PortIx>();
  const start = fabric.portStart[node] ?? 0;
  for (let port = start; port < start + fabric.radix(node); port++) {
    const link = linkAt(fabric, port);
    if (link >= 0 && !ports.has(link)) ports.set(link, port as PortIx);
  }
  return [...ports.values()];
}
