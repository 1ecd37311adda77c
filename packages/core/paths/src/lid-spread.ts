import type { Fabric } from "@fabriclab/spec";
import type { LeastHopPorts } from "./least-hop-ports.ts";

/**
 * How OpenSM chooses ports for the second and further LIDs of a destination (LMC > 0).
 *
 * A switch looks at its least-hop ports in a circle, from the one after the port of the LID before. Of ports to neighbours that no LID of the destination
 * goes by yet it takes the one with fewest paths. Where all neighbours are in use it takes the port with fewest paths, and of equal ones that whose
 * neighbour fewest LIDs of the destination go by. Under dor ports are looked at from the lowest on, and cables are counted in place of neighbours.
 *
 * What OpenSM calls a system (a chassis, by SystemImageGUID) is one switch here, because a fabric holds no SystemImageGUIDs.
 */
export class LidSpread {
  /** Channel -> the node at its other end, -1 where nothing is cabled. */
  readonly neighbour: Int32Array;
  readonly #fabric: Fabric;
  readonly #lft: readonly Uint8Array[];
  readonly #load: Int32Array;
  readonly #byCable: boolean;
  #table: Uint8Array = new Uint8Array();
  #firstPort = 0;
  #base = 0;
  #offset = 0;

  constructor(
    fabric: Fabric,
    lft: readonly Uint8Array[],
    load: Int32Array,
    byCable: boolean,
  ) {
    this.neighbour = fabric.portPeer.map((peer) =>
      peer < 0 ? -1 : (fabric.portNode[peer] ?? -1),
    );
    this.#fabric = fabric;
    this.#lft = lft;
    this.#load = load;
    this.#byCable = byCable;
  }

  /** Writes the entries of LID `base + offset`, offset > 0, at every switch that has least-hop ports. */
  route(
    base: number,
    offset: number,
    counts: 0 | 1,
    { start, channels }: LeastHopPorts,
  ): void {
    this.#base = base;
    this.#offset = offset;
    for (const [sw, table] of this.#lft.entries()) {
      const from = start[sw] ?? 0;
      const end = start[sw + 1] ?? 0;
      if (from === end) continue;
      this.#table = table;
      this.#firstPort = this.#fabric.portStart[sw] ?? 0;
      const best = this.#byCable
        ? this.#fewest(channels, from, end, from)
        : this.#choose(channels, from, end, counts);
      table[base + offset] = best - this.#firstPort + 1;
      this.#load[best] = (this.#load[best] ?? 0) + counts;
    }
  }

  #choose(
    channels: Int32Array,
    from: number,
    end: number,
    counts: 0 | 1,
  ): number {
    const before =
      this.#firstPort + (this.#table[this.#base + this.#offset - 1] ?? 0) - 1;
    let turn = from;
    while (turn < end && (channels[turn] ?? 0) <= before) turn += 1;
    if (turn === end) turn = from;
    let best = -1;
    let least = Infinity;
    for (let i = 0; i < end - from; i++) {
      const channel = channels[from + ((turn - from + i) % (end - from))] ?? 0;
      const count = this.#load[channel] ?? 0;
      // LIDs of switches are not remembered, so to them every neighbour is new.
      if (count >= least || (counts === 1 && this.#uses(channel) > 0)) continue;
      best = channel;
      least = count;
    }
    return best >= 0 ? best : this.#fewest(channels, from, end, turn);
  }

  /** The port with fewest paths, of equal ones with fewest uses; what was the fewest uses so far stays the mark, as in OpenSM, when a port with fewer paths is met. */
  #fewest(
    channels: Int32Array,
    from: number,
    end: number,
    turn: number,
  ): number {
    const neighbour = this.neighbour[channels[from] ?? 0];
    let best = -1;
    let least = Infinity;
    let fewestUses = Infinity;
    for (let i = 0; i < end - from; i++) {
      const channel = channels[from + ((turn - from + i) % (end - from))] ?? 0;
      if (this.#byCable && this.neighbour[channel] !== neighbour) continue;
      const count = this.#load[channel] ?? 0;
      if (count > least) continue;
      const uses = this.#uses(channel);
      if (count < least) {
        best = channel;
        least = count;
        fewestUses = Math.min(fewestUses, uses);
      } else if (uses < fewestUses) {
        best = channel;
        fewestUses = uses;
      }
    }
    return best;
  }

  /** LIDs of the destination that go by the channel's neighbour (under dor: by the channel) so far. */
  #uses(channel: number): number {
    let uses = 0;
    for (let k = 0; k < this.#offset; k++) {
      const other = this.#firstPort + (this.#table[this.#base + k] ?? 0) - 1;
      if (
        this.#byCable
          ? other === channel
          : this.neighbour[other] === this.neighbour[channel]
      )
        uses += 1;
    }
    return uses;
  }
}
