import type { Fabric } from "@fabriclab/spec";

/**
 * Channel-dependency graph over (channel, VL), Dally and Seitz 1987: an edge from a to b where some packet may hold a while it waits for b.
 * Acyclic = no deadlock with those buffers.
 *
 * Channels that hosts send on have no edges: nothing waits for them but their host, so that they lie on no cycle.
 */
export interface DependencyGraph {
  /** VLs per channel. Vertex = channel · lanes + VL. */
  readonly lanes: number;
  readonly vertexCount: number;
  /** Vertex -> start of its edges in `edges`; length vertexCount + 1. */
  readonly edgeStart: Int32Array;
  /** Heads of the edges, ascending within a vertex. */
  readonly edges: Int32Array;
  /**
   * With synchronous replication only, where there are more vertices than channels · lanes: vertex -> the vertex (channel · lanes + VL) that it stands
   * for, -1 where it stands for none.
   */
  readonly stands?: Int32Array;
}

/**
 * Edges of a dependency graph, gathered one by one. A channel leads on to the ports of one switch only, so its edges are bits: one per port of that switch
 * and VL.
 *
 * Complexity: O(1) an edge; memory lanes² · radix / 8 bytes a channel.
 */
export class EdgeBits {
  readonly lanes: number;
  /** Channel -> first port of the switch that it leads to; -1 where it leads to a host or is sent by one. */
  readonly #target: Int32Array;
  /** Channel -> 32-bit words per VL. */
  readonly #width: Int32Array;
  /** Channel -> its first word. */
  readonly #start: Int32Array;
  readonly #bits: Int32Array;

  constructor(fabric: Fabric, lanes: number) {
    const { portCount, portStart, portPeer, portNode, switchCount } = fabric;
    this.lanes = lanes;
    this.#target = new Int32Array(portCount).fill(-1);
    this.#width = new Int32Array(portCount);
    this.#start = new Int32Array(portCount);
    let words = 0;
    for (let channel = 0; channel < portCount; channel++) {
      this.#start[channel] = words;
      const peer = portPeer[channel] ?? -1;
      const node = peer < 0 ? switchCount : (portNode[peer] ?? 0);
      if ((portNode[channel] ?? 0) >= switchCount || node >= switchCount)
        continue;
      const first = portStart[node] ?? 0;
      this.#target[channel] = first;
      const width = (((portStart[node + 1] ?? 0) - first) * lanes + 31) >> 5;
      this.#width[channel] = width;
      words += width * lanes;
    }
    this.#bits = new Int32Array(words);
  }

  /** A packet that holds `channel` on `lane` may wait for channel `next`, of the switch that `channel` leads to, on `nextLane`. */
  add(channel: number, lane: number, next: number, nextLane: number): void {
    const bit = (next - (this.#target[channel] ?? 0)) * this.lanes + nextLane;
    const word =
      (this.#start[channel] ?? 0) +
      lane * (this.#width[channel] ?? 0) +
      (bit >> 5);
    this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (bit & 31));
  }

  graph(): DependencyGraph {
    const { lanes } = this;
    const bits = this.#bits;
    const channels = this.#target.length;
    const vertexCount = channels * lanes;
    const edgeStart = new Int32Array(vertexCount + 1);
    let count = 0;
    for (const word of bits) count += ones(word);
    const edges = new Int32Array(count);
    let at = 0;
    for (let channel = 0; channel < channels; channel++) {
      const width = this.#width[channel] ?? 0;
      const first = (this.#target[channel] ?? 0) * lanes;
      let word = this.#start[channel] ?? 0;
      for (let lane = 0; lane < lanes; lane++) {
        for (let i = 0; i < width; i++)
          for (let rest = bits[word++] ?? 0; rest !== 0; rest &= rest - 1)
            edges[at++] = first + i * 32 + 31 - Math.clz32(rest & -rest);
        edgeStart[channel * lanes + lane + 1] = at;
      }
    }
    return { lanes, vertexCount, edgeStart, edges };
  }
}

/** Bits that are set. */
function ones(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
