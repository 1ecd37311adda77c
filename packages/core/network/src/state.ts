import type { Wheel } from "@fabriclab/kernel";
import type { Arbiter, Drop, LaneScheduler, Traffic } from "@fabriclab/spec";
import type { Clock } from "./clock.ts";
import type { Layout } from "./compute-layout.ts";
import type { GeneralState } from "./general/state.ts";
import type { LateBirths } from "./late-births.ts";
import type { PackedRoutes } from "./packed-routes.ts";
import type { Receivers } from "./receivers.ts";
import type { Sources } from "./sources.ts";

/** The loop's side of the exchange with other parts. */
export interface Mail {
  /** Messages of this window, up to `R_MAIL`; see parallel.ts. */
  readonly words: Int32Array;
  /** Port index -> the port at the other end belongs to another part. */
  readonly remoteUp: Uint8Array;
  /** Ticks in which no part can disturb another. */
  readonly lookahead: number;
}

/** How long ports have waited; see port-waits.ts. By output (`O_INDEX`). */
export interface Waits {
  /** Tick since which it has data without a break: may lie before the end of its last packet, or ahead. Without data: anything. */
  readonly since: Int32Array;
  /** Ticks since the counters were last drained. */
  readonly waited: Float64Array;
  /** General loop: 1 = it had data when it was last served. The fast loop writes `since` where requests are made. */
  readonly had: Uint8Array;
}

/** How long packets have waited in the input buffers of switches; see input-queues.ts. */
export interface Queues {
  /** One word: the tick at which the counters were last taken. */
  readonly since: Int32Array;
  /** By receiving port (`O_INDEX` of its record), the packet-ticks since then of the packets that have left. */
  readonly waited: Float64Array;
  /** By receiving port and lane, how long after its `K_READY` the head's bytes are there in time for a faster link; 0 before it is looked up. Empty where all links are alike. */
  readonly behind: Int32Array;
}

/** Everything the loop works on. Built once; the loop's factory takes the fields as constants. */
export interface NetworkState {
  readonly layout: Layout;
  readonly memory: Int32Array;
  readonly wheel: Wheel;
  readonly clock: Clock;
  readonly births: LateBirths;
  readonly registers: Int32Array;
  readonly sums: Float64Array;
  readonly journal: Int32Array;
  /** Words of the journal at which the loop stops. */
  readonly journalLimit: number;
  /** Groups with outputs to arbitrate in this tick, and which outputs: `maskWords` words per group. */
  readonly dirtyGroups: Int32Array;
  readonly dirtyPorts: Int32Array;
  /** Group -> offset of its port 0. */
  readonly groupBase: Int32Array;
  readonly switchCount: number;
  /** Port number by `dlid * switchCount + switch`; 255 = no path. Empty where there are `routes`. */
  readonly lft: Uint8Array;
  readonly routes: PackedRoutes | undefined;
  /** Multicast masks by `((switch * mlids + mlid - firstMlid) * maskWords + word`. */
  readonly mft: Int32Array;
  readonly firstMlid: number;
  readonly mlids: number;
  readonly receivers: Receivers;
  /** VL by `sl2vlAt[switch] + ((in * (radix + 1)) + out) * 16 + sl`; undefined = a packet keeps its VL. */
  readonly sl2vl: Uint8Array | undefined;
  readonly sl2vlDiscards: Uint8Array | undefined;
  readonly sl2vlAt: Int32Array;
  readonly sl2vlRow: Int32Array;
  /** Units of a buffer: true = one per packet, false = one per 64 bytes. */
  readonly inputSlots: boolean;
  readonly outputSlots: boolean;
  /** Output buffer size in its units. */
  readonly outputCapacity: number;
  /** One crossbar layer per lane. */
  readonly layered: boolean;
  /** All links and switches alike: then the next three are used, else the per-port arrays. */
  readonly uniform: boolean;
  /** Ticks of every packet on every link, where all are equally long, else 0; then the fast loop does not count the ticks of sending (`O_TICKS`). */
  readonly length: number;
  readonly flight: number;
  /** Flight plus the receiving switch's routing delay. */
  readonly hop: number;
  readonly receive: number;
  /** General loop: ticks from the last bit to delivery, by endpoint. */
  readonly receiveOf: Int32Array;
  readonly flightOf: Int32Array;
  readonly hopOf: Int32Array;
  /** ps per byte of the link that a port sends on: numerator, and denominator times tick. */
  readonly rateNum: Float64Array;
  readonly rateDen: Float64Array;
  /** Endport by endpoint (host port). */
  readonly endportOf: Int32Array;
  readonly arbiter: Arbiter;
  /** Among the data lanes and, before them, VL15. */
  readonly laneScheduler: LaneScheduler;
  /** Among the data lanes alone. */
  readonly dataScheduler: LaneScheduler;
  readonly sources: Sources;
  /** Some traffic wants to hear of deliveries; which, by traffic index. */
  readonly closed: boolean;
  readonly closedOf: Uint8Array;
  readonly traffic: readonly Traffic[];
  /** Index of a port in the fabric that was given, -1 for a switch's own endport. */
  readonly portOf: (port: number) => number;
  /** Endport -> endpoint, -1 where it cannot send. */
  readonly endpointOf: (endport: number) => number;
  /** Present when this is one part of a split network; see parallel.ts. */
  readonly mail: Mail | undefined;
  readonly drop: Drop | undefined;
  /** Some switch has a shorter delay for idle outputs; by how many ticks, per switch. */
  readonly showAhead: boolean;
  readonly showAheadOf: Int32Array;
  /** Some switch has a delay between its crossbar and its links. */
  readonly delayed: boolean;
  /** There are management packets. */
  readonly managed: boolean;
  /** What only the general loop knows. */
  readonly general: GeneralState;
  /** The longest delay of an event other than READY of a source fits the near wheel. */
  readonly near: boolean;
  /** Switches look up a packet's output when it becomes the head of its queue; see `Q_ROUTE`. */
  readonly ahead: boolean;
  /** Output -> bit per lane without credits, and with a full output buffer, where the fast loop notes them; see there. */
  readonly starvedLanes: Int32Array;
  readonly fullLanes: Int32Array;
  /** The journal records injections, too; of which traffic entries, by their index: 1. */
  readonly injections: boolean;
  readonly injectionsOf: Uint8Array;
  /** undefined = nobody asks how long ports wait. */
  readonly waits: Waits | undefined;
  /** undefined = nobody asks how many packets wait in input buffers. */
  readonly queues: Queues | undefined;
}
