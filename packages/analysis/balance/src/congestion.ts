import { PathWalker } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, PortIx } from "@fabriclab/units";

/** What flows that all run at once leave each other. */
export interface Throughput {
  /** Mean over the flows of 1 / (most flows on a channel of its path), as a part of full bandwidth: 1 where none shares a channel. */
  readonly mean: number;
  /** Most flows on a channel between switches. */
  readonly most: number;
  /** That channel, the first of them; undefined where no flow leaves its switch. */
  readonly channel: PortIx | undefined;
}

/**
 * Static congestion of sets of flows, one flow from a source to a destination. Only channels between switches count; a flow that does not arrive has no
 * bandwidth. (Hoefler, Schneider, Lumsdaine: Multistage Switches are not Crossbars. IEEE Cluster 2008.)
 *
 * Complexity: O(sum of path lengths) a set; buffers are used again.
 */
export class Congestion {
  readonly #fabric: Fabric;
  readonly #tables: ForwardingTables;
  readonly #walker: PathWalker;
  /** Channel -> flows. */
  readonly #flows: Int32Array;
  readonly #isCounted: Uint8Array;
  #paths = new Int32Array(1024);
  #used = 0;

  constructor(fabric: Fabric, tables: ForwardingTables) {
    const { portNode, portPeer, switchCount } = fabric;
    this.#fabric = fabric;
    this.#tables = tables;
    this.#walker = new PathWalker(fabric, tables);
    this.#flows = new Int32Array(fabric.portCount);
    this.#isCounted = Uint8Array.from(portPeer, (peer, port) =>
      peer >= 0 &&
      (portNode[port] ?? switchCount) < switchCount &&
      (portNode[peer] ?? switchCount) < switchCount
        ? 1
        : 0,
    );
  }

  /** @param sources of the flows, with as many `destinations`; where both are the same endport there is no flow */
  of(
    sources: readonly EndportIx[],
    destinations: readonly EndportIx[],
  ): Throughput {
    const flows = this.#flows;
    const ends: number[] = [];
    let lost = 0;
    this.#used = 0;
    for (const [i, source] of sources.entries()) {
      const destination = destinations[i];
      if (destination === undefined || destination === source) continue;
      if (this.#walk(source, destination)) ends.push(this.#used);
      else lost += 1;
    }
    let sum = 0;
    let [most, channel] = [0, -1];
    let from = 0;
    for (const end of ends) {
      let worst = 1;
      for (; from < end; from++) {
        const crossed = this.#paths[from] ?? 0;
        const count = flows[crossed] ?? 0;
        if (count > worst) worst = count;
        if (count > most || (count === most && crossed < channel))
          [most, channel] = [count, crossed];
      }
      sum += 1 / worst;
    }
    for (let at = 0; at < this.#used; at++) flows[this.#paths[at] ?? 0] = 0;
    const count = ends.length + lost;
    return {
      mean: count === 0 ? 1 : sum / count,
      most,
      channel: channel < 0 ? undefined : (channel as PortIx),
    };
  }

  /** Puts the channels of a flow's path behind those of the others and counts it there; false, and nothing, where it does not arrive. */
  #walk(source: EndportIx, destination: EndportIx): boolean {
    const tables = this.#tables;
    const walker = this.#walker;
    const lid = tables.pathLid(source, destination);
    const end = walker.walk(source, lid, tables.pathSl(source, destination));
    if (end !== "delivered" || tables.lids.owner[lid] !== destination)
      return false;
    if (this.#used + walker.length > this.#paths.length) {
      const longer = new Int32Array(
        2 * this.#paths.length + this.#fabric.switchCount + 2,
      );
      longer.set(this.#paths);
      this.#paths = longer;
    }
    for (let i = 0; i < walker.length; i++) {
      const channel = walker.channels[i] ?? 0;
      if (this.#isCounted[channel] !== 1) continue;
      this.#paths[this.#used++] = channel;
      this.#flows[channel] = (this.#flows[channel] ?? 0) + 1;
    }
    return true;
  }
}
