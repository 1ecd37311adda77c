import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { NO_PORT, type Lid } from "@fabriclab/units";
import { channelEnds, TO_NOBODY } from "./channel-ends.ts";
import { EntryColumns } from "./entry-columns.ts";
import type { WalkEnd } from "./walk.ts";

/** All ways a packet can end; `LidTree.end` holds places in this list. */
export const WALK_ENDS: readonly WalkEnd[] = [
  "delivered",
  "loop",
  "no-path",
  "dead-port",
  "wrong-endport",
  "no-lane",
  "unattached",
];

const DELIVERED = WALK_ENDS.indexOf("delivered");
const LOOP = WALK_ENDS.indexOf("loop");
const NO_PATH = WALK_ENDS.indexOf("no-path");
const DEAD_PORT = WALK_ENDS.indexOf("dead-port");
const WRONG_ENDPORT = WALK_ENDS.indexOf("wrong-endport");
const UNATTACHED = WALK_ENDS.indexOf("unattached");

/** While a load is under way: not looked at yet, and on the way that is being followed. */
const OPEN = 254;
const FOLLOWED = 255;

/**
 * What becomes of packets for one LID, from every switch at once. A LID's forwarding gives each switch at most one successor, so that all switches
 * together cost no more than one long walk; `PathWalker` says the same packet by packet.
 *
 * SLs and VLs play no part: a packet that an SL2VL entry of 15 discards counts as forwarded here. The tables must stay as they are meanwhile.
 *
 * Complexity: O(switches) a load; the buffers are used again and nothing is allocated.
 */
export class LidTree {
  /** Switch -> place in `WALK_ENDS` of what becomes of a packet for the LID that is at this switch. */
  readonly end: Uint8Array;
  /** Switch -> channel (sending port) by which it leaves; -1 where it has none: no entry, a dead port, or the switch's own endport. */
  readonly channel: Int32Array;
  /** Switch -> the switch that the channel leads to; -1 where it leads to a host, or where there is no channel. */
  readonly next: Int32Array;
  /** Switch -> switches crossed until delivery, this one included (1 = it delivers); 0 = not delivered. */
  readonly hops: Int32Array;
  readonly #order: Int32Array;
  #delivering = 0;
  #isSorted = true;
  readonly #fabric: Fabric;
  readonly #tables: ForwardingTables;
  readonly #way: Int32Array;
  /** Hops -> place in `order` to be filled next. */
  readonly #place: Int32Array;
  /** See `channelEnds`. */
  readonly #towards: Int32Array;
  readonly #entries: EntryColumns;

  constructor(fabric: Fabric, tables: ForwardingTables) {
    const { switchCount } = fabric;
    this.#fabric = fabric;
    this.#tables = tables;
    this.end = new Uint8Array(switchCount);
    this.channel = new Int32Array(switchCount);
    this.next = new Int32Array(switchCount);
    this.hops = new Int32Array(switchCount);
    this.#order = new Int32Array(switchCount);
    this.#way = new Int32Array(switchCount);
    this.#place = new Int32Array(switchCount + 2);
    this.#towards = channelEnds(fabric);
    this.#entries = new EntryColumns(fabric, tables);
  }

  /** Switches from which packets are delivered, those with most hops first, then by index; valid in the first `delivering` places. Sorted when first asked for after a load. */
  get order(): Int32Array {
    this.#sort();
    return this.#order;
  }

  /** Number of switches from which packets are delivered. */
  get delivering(): number {
    this.#sort();
    return this.#delivering;
  }

  /** Follows `lid` from all switches; where nobody owns it, all end as `unattached`. */
  load(lid: Lid): void {
    const { switchCount } = this.#fabric;
    const owner = this.#tables.lids.owner[lid] ?? -1;
    this.hops.fill(0);
    this.#isSorted = false;
    if (owner < 0) {
      this.end.fill(UNATTACHED);
      this.channel.fill(-1);
      this.next.fill(-1);
      return;
    }
    this.#step(lid, owner);
    for (let sw = 0; sw < switchCount; sw++)
      if (this.end[sw] === OPEN) this.#follow(sw);
  }

  /** Every switch by its own entry: where it sends the packet, and how that ends where it does not go on to a switch. */
  #step(lid: number, owner: number): void {
    const { switchCount, portStart, portPeer, endportPort } = this.#fabric;
    const { end, channel, next, hops } = this;
    const entries = this.#entries.of(lid);
    const towards = this.#towards;
    const ownPort = endportPort[owner] ?? -1;
    for (let sw = 0; sw < switchCount; sw++) {
      channel[sw] = -1;
      next[sw] = -1;
      const out = entries[sw] ?? NO_PORT;
      if (out === NO_PORT) {
        end[sw] = NO_PATH;
        continue;
      }
      if (out === 0) {
        end[sw] = owner === sw ? DELIVERED : WRONG_ENDPORT;
        if (owner === sw) hops[sw] = 1;
        continue;
      }
      const port = (portStart[sw] ?? 0) + out - 1;
      const to =
        port < (portStart[sw + 1] ?? 0)
          ? (towards[port] ?? TO_NOBODY)
          : TO_NOBODY;
      if (to === TO_NOBODY) {
        end[sw] = DEAD_PORT;
        continue;
      }
      channel[sw] = port;
      if (to >= 0) {
        next[sw] = to;
        end[sw] = OPEN;
      } else if (ownPort === portPeer[port]) {
        end[sw] = DELIVERED;
        hops[sw] = 1;
      } else end[sw] = WRONG_ENDPORT;
    }
  }

  /** Goes on from an open switch to one whose end is known, or round to the way itself, and settles all switches of the way. */
  #follow(from: number): void {
    const { end, next, hops } = this;
    const way = this.#way;
    let length = 0;
    let at = from;
    for (; end[at] === OPEN; at = next[at] ?? 0) {
      end[at] = FOLLOWED;
      way[length++] = at;
    }
    const found = end[at] === FOLLOWED ? LOOP : (end[at] ?? LOOP);
    let crossed = hops[at] ?? 0;
    while (length > 0) {
      const sw = way[--length] ?? 0;
      end[sw] = found;
      if (found === DELIVERED) hops[sw] = ++crossed;
    }
  }

  /** Counting sort of the delivering switches by hops. */
  #sort(): void {
    if (this.#isSorted) return;
    this.#isSorted = true;
    const { hops } = this;
    const order = this.#order;
    const place = this.#place;
    const { switchCount } = this.#fabric;
    let most = 0;
    for (let sw = 0; sw < switchCount; sw++) {
      const count = hops[sw] ?? 0;
      if (count > most) {
        place.fill(0, most + 1, count + 1);
        most = count;
      }
      if (count > 0) place[count] = (place[count] ?? 0) + 1;
    }
    let start = 0;
    for (let count = most; count > 0; count--) {
      const here = place[count] ?? 0;
      place[count] = start;
      start += here;
    }
    this.#delivering = start;
    for (let sw = 0; sw < switchCount; sw++) {
      const count = hops[sw] ?? 0;
      if (count === 0) continue;
      const to = place[count] ?? 0;
      order[to] = sw;
      place[count] = to + 1;
    }
  }
}
