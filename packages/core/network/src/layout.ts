/**
 * The memory of a network: one `Int32Array` of records. A record's identity is its word offset; fields are reached by named constants.
 * Fields that one action touches together lie together, because lines touched per hop decide the speed of large networks.
 *
 * Port record, one per port (cabled or not), ports in the fabric's order, so that a switch's ports are neighbours:
 *
 * | part | offset | words |
 * | --- | --- | --- |
 * | input role (the port receives) | 0 | `Q0` |
 * | one queue record per lane | `Q0 + lane * queueWords` | `queueWords` |
 * | general loop: a holding buffer per lane | `Q0 + (lanes + lane) * queueWords` | `queueWords` |
 * | output role (the port sends) | `out` | `O_LANES` |
 * | one lane record per lane | `out + O_LANES + lane * laneWords` | `laneWords` |
 *
 * Behind the ports lies the packet pool, `PACKET_WORDS` words each; free packets are chained through `K_NEXT`.
 *
 * Times are ticks relative to the clock's base, so that they fit 32 bits; see rebase.ts.
 */

// ------------------------------------------------------------------------------------------------ input role
// The last four are what a hop touches with one lane, too: they share the line of its queue; see compute-layout.ts.
/** Output that reads until `I_BUSY`. */
export const I_READER = 0;
/** Queue that is being read until `I_BUSY`. */
export const I_QUEUE = 1;
/** Bit per lane: its queue's head has a request somewhere; from bit `lanes` on, the packet in its holding buffer. */
export const I_WANTS = 2;
/** Port at the other end of the cable (it sends to this one); -1 where nothing is cabled. */
export const I_UP = 3;
/** Tick until which the crossbar reads this port (its busiest reader). */
export const I_BUSY = 4;
/** Offset of what would be port 0 of this node: port k lies at `I_BASE + k * portWords`. */
export const I_BASE = 5;
/** Switch index; `~endpoint` of a host port, where endpoint counts host ports from 0; `REMOTE` on another part's node. */
export const I_NODE = 6;
/** Port number within the node, 0 on hosts: its bit in request words. */
export const I_NUM = 7;
/** First queue record. */
export const Q0 = 8;
/** `I_NODE` of a port that another partition simulates. */
export const REMOTE = -0x40000000;

// ------------------------------------------------------------------------------------------------ queue, per (receiving port, lane)
/** Event field (2 words) of READY: the head becomes eligible. */
export const Q_EVENT = 0;
/**
 * Where `NetworkState.ahead`: output that the tables give the head of a switch's queue, 0 = not looked up. Looked up when the packet becomes the
 * head, so that the loads do not stand in a row when it is ready. The same word as the event field's second, which only events that are put far
 * ahead use; there are none then.
 */
export const Q_ROUTE = 1;
/** First packet, -1 = empty. On a host port: the next packet to inject. */
export const Q_HEAD = 2;
export const Q_TAIL = 3;
/** Output that the head requests, -1 = none, `MANY` = several (multicast). */
export const Q_OUT = 4;
/** Free space as the upstream port knows it, in the buffer's units. */
export const Q_CREDIT = 5;
/** Whether the upstream port starves for credits: one of `FED`, `STARVED`, `PROMISED`. */
export const Q_STARVED = 6;
/** Credits on their way back: first entry of the ring and number of entries; see credit-ring.ts. */
export const Q_RING_STATE = 7;
/** Four words for a ring that is not longer; a longer one lies behind the fields that follow. */
export const Q_SHORT_RING = 8;
/** Event field of CREDIT: the first credits arrive at the starving upstream port. */
export const Q_CREDIT_EVENT = 12;
/** The port record this queue belongs to. */
export const Q_PORT = 14;
export const Q_LANE = 15;
/** Where a longer ring begins. Behind it, with SL2VL or multicast only, the extra fields at `Layout.extra`. */
export const Q_WORDS = 16;
/** Extra: lane on which the head leaves (after SL2VL). */
export const QX_LANE = 0;
/** Extra: multicast head, copies still to be granted. */
export const QX_BRANCHES = 1;
/** Extra: multicast head, end of the longest copy granted so far; with layered crossbars, tick until which the queue is read. */
export const QX_END = 2;
/** Extra, with a drop policy: event field of PATIENCE; whether it is pending; its tick; when the head is to be dropped. */
export const QX_TIMER = 3;
export const QX_TIMER_PENDING = 5;
export const QX_TIMER_AT = 6;
export const QX_DEADLINE = 7;
/** `QX_DEADLINE` of a head that is never dropped. */
export const NEVER = 0x7fffffff;
/** Extra, with a drop policy: a copy of the multicast head has left. */
export const QX_STARTED = 8;
/** Extra: multicast head, ports still to be granted: one bit per port, `maskWords` words. */
export const QX_MASK = 9;
/** General loop: event field of WAKE; whether it is pending; its tick. Offsets from `Layout.generalExtra`. */
export const G_WAKE = 0;
export const G_WAKE_PENDING = 2;
export const G_WAKE_TICK = 3;
/** General loop, credit packets: event field of DUE; whether it is pending; its tick; the space that falls free then, and its 64-byte blocks. */
export const G_DUE = 4;
export const G_DUE_PENDING = 6;
export const G_DUE_TICK = 7;
export const G_DUE_UNITS = 8;
export const G_DUE_BLOCKS = 9;
export const G_WORDS = 10;
/** `Q_OUT` of a multicast head. */
export const MANY = -2;
/** `Q_STARVED`: the upstream port is not waiting. */
export const FED = 0;
/** It waits and no credit is on its way. */
export const STARVED = 1;
/** It waits and a CREDIT event is pending. */
export const PROMISED = 2;

// ------------------------------------------------------------------------------------------------ output role
/** Event field of DONE: the link falls idle and somebody waits for it. */
export const O_EVENT = 0;
/** Lane of the packet on the link, and the output buffer space that it holds until `O_BUSY`. */
export const O_SENDING = 2;
export const O_SENDING_UNITS = 3;
/** Tick at which the link falls idle. */
export const O_BUSY = 4;
/** 1 while a DONE event is pending. */
export const O_PENDING = 5;
/** Port at the other end. */
export const O_DOWN = 6;
/** Input that the crossbar last connected to this output. */
export const O_INPUT = 7;
/** Arbitration group: switch index, or switchCount + endpoint of a host port. */
export const O_GROUP = 8;
/** Port number, as `I_NUM`. */
export const O_NUM = 9;
/** Dense index for arbiters: the fabric's port index. */
export const O_INDEX = 10;
/** Bit per lane: some input requests it. */
export const O_REQUESTED = 11;
/** Bit per lane: its output buffer holds a packet that has not started on the link. */
export const O_FILLED = 12;
/** Packets sent, and ticks of sending, since the counters were last drained. */
export const O_PACKETS = 13;
export const O_TICKS = 14;
/** First lane record. */
export const O_LANES = 15;

// ------------------------------------------------------------------------------------------------ lane, per (sending port, lane)
// Without output buffers a lane record is just its request words.
/** Event field of CROSSED: the crossbar's output falls free and somebody waits for it. */
export const X_EVENT = 0;
/** Tick at which the crossbar's output falls free; with a crossbar per port, lane 0's counts for all. */
export const X_BUSY = 2;
export const X_PENDING = 3;
export const X_INPUT = 4;
/** Output buffer: packets that wait for the link. */
export const X_HEAD = 5;
export const X_TAIL = 6;
/** Space taken by waiting packets, in the output buffer's units. */
export const X_USED = 7;
/** Lane 0 only: next lane to be tried at the crossbar. */
export const X_TURN = 8;
/** The port record this lane belongs to. */
export const X_PORT = 9;
/** First request word of an output with buffers: bit i = input port i requests. */
export const X_REQUESTS = 10;

// ------------------------------------------------------------------------------------------------ requests by pairs
// Many lanes only, offsets from `Layout.pairs`: the requests of the lane records, input by input. Bit per input that requests a lane of this output,
// bit per output of the switch of which this input requests a lane:
export const P_ASKERS = 0;
export const P_ASKED = 1;
/** Input port k -> bit per lane of this output that it requests, at `P_LANES + k`. */
export const P_LANES = 2;

// ------------------------------------------------------------------------------------------------ packet
export const PACKET_WORDS = 8;
/** Of a message of credits to another part: the queue, tick and units. */
export const CREDIT_WORDS = 3;
/** Next packet of the queue or of the free list. */
export const K_NEXT = 0;
/** Tick at which it may be granted here at the earliest. */
export const K_READY = 1;
/** DLID in bits 0-15, SL in bits 16-19, traffic index in bits 20-27, flags in bits 28-31. */
export const K_CLASS = 2;
/** Ticks that it takes on the link that it came in on (or, at its host, goes out on). */
export const K_LENGTH = 3;
export const K_BYTES = 4;
export const K_BIRTH = 5;
/** Source endport in bits 0-15 (each has a LID of as many); above it the DLID, where the journal is to have it. */
export const K_SOURCE = 6;
export const SOURCE_MASK = 0xffff;
export const K_TAG = 7;

// ------------------------------------------------------------------------------------------------ events
/** The head of a queue becomes eligible; event field `Q_EVENT`. */
export const READY = 0;
/** An output's link falls idle; event field `O_EVENT`. */
export const DONE = 1;
/** Credits arrive for the link into a queue; event field `Q_CREDIT_EVENT`. */
export const CREDIT = 2;
/** An output of a crossbar falls free; event field `X_EVENT`. */
export const CROSSED = 3;
/** A packet is delivered and closed-loop traffic is told; the packet's own first two words are the event field. */
export const DELIVERY = 4;
/** The patience of a drop policy with the head of a queue is over; event field `QX_TIMER`. */
export const PATIENCE = 5;
/** General loop: a multicast head that waits for a holding buffer may get one; event field `G_WAKE`. */
export const WAKE = 6;
/** General loop, credit packets: the space of a packet falls free; event field `G_DUE`. */
export const DUE = 7;
