import * as kernel from "@fabriclab/kernel";
import * as spec from "@fabriclab/spec";
import { MANAGEMENT_VL, MULTICAST_LID_MIN } from "@fabriclab/units";
import { createDelivery } from "./delivery.ts";
import { createDiscard } from "./discard.ts";
import { createPatience } from "./patience.ts";
import { createCreditRing } from "./credit-ring.ts";
import { createChooser } from "./general/choose-port.ts";
import { createLaneMap } from "./lane-map.ts";
import { NO_LIMIT } from "./general/state.ts";
import * as L from "./layout.ts";
import { refuseFullPool } from "./packet-pool.ts";
import * as S from "./registers.ts";
import type { NetworkState } from "./state.ts";

/** Runs up to and including tick `end`, or until about `hopLimit` packet-hops are done or the journal is nearly full. */
export type Loop = (end: number, hopLimit: number) => void;

/**
 * The packet engine's inner loop. See the README for how it works: lazy events, two-phase ticks, one memory.
 *
 * Why one big function in a factory: V8 folds the factory's constants (sizes, offsets, features that are off, arrays, strategy objects) into
 * the optimised code, provided that the factory was called once for this function object, and keeps arrays that are copied to locals in
 * registers. The same holds for calls: what is hot stays in one function, and so in one file; in a sketch of it a grant of its own alone took a sixth more per hop.
 */
export function createLoop(state: NetworkState): Loop {
  // Why copies, and here: V8 folds a function's constants into optimised code; a module's are variables in bundled code, and imported ones are
  // read from memory at every use.
  const { cascade, lowestBit, nextFarBucket, put, putNear, remove } = kernel;
  const KIND_BITS = kernel.EVENT_KIND_BITS;
  const KIND_MASK = kernel.EVENT_KIND_MASK;
  const { I_BUSY, I_READER, I_QUEUE, I_WANTS, I_UP, I_BASE, I_NODE, I_NUM } = L;
  const {
    Q0,
    Q_HEAD,
    Q_TAIL,
    Q_OUT,
    Q_CREDIT,
    Q_STARVED,
    Q_ROUTE,
    Q_RING_STATE,
    Q_CREDIT_EVENT,
    Q_PORT,
    Q_LANE,
  } = L;
  const { MANY, REMOTE, FED, STARVED, PROMISED } = L;
  const {
    X_BUSY,
    X_PENDING,
    X_INPUT,
    X_HEAD,
    X_TAIL,
    X_USED,
    X_TURN,
    X_PORT,
    X_REQUESTS,
  } = L;
  const {
    PACKET_WORDS,
    CREDIT_WORDS,
    K_READY,
    K_CLASS,
    K_LENGTH,
    K_BYTES,
    K_BIRTH,
    K_SOURCE,
    K_TAG,
  } = L;
  const { READY, DONE, CREDIT, CROSSED, DELIVERY, PATIENCE } = L;
  const STRIDE = spec.JOURNAL_STRIDE;
  const { delivered: DELIVERED, injected: INJECTED } = spec.JournalKind;
  const {
    JOURNAL_KIND,
    JOURNAL_TIME,
    JOURNAL_BIRTH,
    JOURNAL_SOURCE,
    JOURNAL_PLACE,
    JOURNAL_BYTES,
    JOURNAL_TAG,
    JOURNAL_CLASS,
  } = spec;
  const MULTICAST_FIRST = MULTICAST_LID_MIN;
  const NO_PATH = 255;

  const { S_INJECTED_BYTES, S_SOURCE_WAIT } = S;
  const { layout, wheel } = state;
  const V = layout.lanes;
  const W = layout.maskWords;
  const BUFFERED = layout.buffered;
  const MULTICAST = layout.multicast;
  const LAYERED = state.layered;
  const UNIFORM = state.uniform;
  const LENGTH = state.length;
  const ONE_LENGTH = LENGTH > 0;
  const NEAR = state.near;
  const REMAP = state.sl2vl !== undefined;
  const CLOSED = state.closed;
  const DROP = state.drop !== undefined;
  const SHOW_AHEAD = state.showAhead;
  const PARTS = state.mail !== undefined;
  const CHOICE = V > 1;
  const AHEAD = state.ahead;
  const INJECTIONS = state.injections;
  const INJECTIONS_OF = state.injectionsOf;
  // Of every port, since when it has data to send, and how long it has waited: see port-waits.ts.
  const WAITS = state.waits !== undefined;
  const dataSince = state.waits?.since ?? new Int32Array(0);
  const waited = state.waits?.waited ?? new Float64Array(0);
  // Of every input of a switch, how long packets have waited there: see input-queues.ts.
  const QUEUES = state.queues !== undefined;
  const countedTo = state.queues?.since ?? new Int32Array(1);
  const queued = state.queues?.waited ?? new Float64Array(0);
  const behind = state.queues?.behind ?? new Int32Array(0);
  const PORT_WORDS = layout.portWords;
  const QUEUE_WORDS = layout.queueWords;
  const LANE_WORDS = layout.laneWords;
  const FIRST_PACKET = layout.firstPacket;
  /** Where the port records of hosts begin: behind those of all switches. */
  const FIRST_HOST = state.groupBase[state.switchCount] ?? FIRST_PACKET;
  const RING_MASK = layout.ringLength - 1;
  const RING_LENGTH = layout.ringLength;
  /** `Q_RING_STATE` plus 0xffff has the next entry first, and one less; of that, what is left of the sum. */
  const RING_STATES = (RING_MASK << 16) | 0xffff;
  const RING_STEP = layout.ringStep;
  /** Where a credit is a packet, a ring with room for the whole buffer never is full when a packet leaves. */
  const RING_FILLS = !(
    state.inputSlots &&
    state.general.capacityOf.every((packets) => packets <= layout.ringLength)
  );
  const Q_RING = layout.ring;
  const QX_LANE = layout.extra + L.QX_LANE;
  const QX_BRANCHES = layout.extra + L.QX_BRANCHES;
  const QX_END = layout.extra + L.QX_END;
  const QX_MASK = layout.extra + L.QX_MASK;
  const QX_STARTED = layout.extra + L.QX_STARTED;
  const QX_TIMER = layout.extra + L.QX_TIMER;
  // Output fields as offsets from the port record.
  const OUT = layout.out;
  const O_BUSY = OUT + L.O_BUSY;
  const O_PENDING = OUT + L.O_PENDING;
  const O_DOWN = OUT + L.O_DOWN;
  const O_INPUT = OUT + L.O_INPUT;
  const O_GROUP = OUT + L.O_GROUP;
  const O_NUM = OUT + L.O_NUM;
  const O_INDEX = OUT + L.O_INDEX;
  const O_REQUESTED = OUT + L.O_REQUESTED;
  const O_FILLED = OUT + L.O_FILLED;
  const O_SENDING = OUT + L.O_SENDING;
  const O_SENDING_UNITS = OUT + L.O_SENDING_UNITS;
  const O_PACKETS = OUT + L.O_PACKETS;
  const O_TICKS = OUT + L.O_TICKS;
  const LANE0 = OUT + L.O_LANES;
  const REQUESTS = LANE0 + (BUFFERED ? X_REQUESTS : 0);
  const INPUT_SLOTS = state.inputSlots;
  const OUTPUT_SLOTS = state.outputSlots;
  const OUTPUT_CAPACITY = state.outputCapacity;
  const FLIGHT = state.flight;
  const HOP = state.hop;
  const RECEIVE = state.receive;
  const SWITCHES = state.switchCount;
  const FIRST_MLID = state.firstMlid;
  const MLIDS = state.mlids;
  const JOURNAL_LIMIT = state.journalLimit;
  const BUCKET_BITS = wheel.bucketBits;
  const SLOT_MASK = (2 << BUCKET_BITS) - 1;
  const WORD_MASK = SLOT_MASK >> 5;
  const memory0 = state.memory;
  const near0 = wheel.near;
  const nearBits0 = wheel.nearBits;
  const far0 = wheel.far;
  const farBits0 = wheel.farBits;
  const lft0 = state.lft;
  const ROUTES = state.routes !== undefined;
  const pieceOf0 = state.routes?.pieceOf ?? new Uint16Array(0);
  const pieces0 = state.routes?.pieces ?? new Uint8Array(0);
  const PIECE_BITS = state.routes?.bits ?? 0;
  const PIECE_MASK = (1 << PIECE_BITS) - 1;
  const PER_LID = state.routes?.perLid ?? 0;
  const mft0 = state.mft;
  const dirtyGroups0 = state.dirtyGroups;
  const dirtyPorts0 = state.dirtyPorts;
  const groupBase0 = state.groupBase;
  const journal0 = state.journal;
  const registers = state.registers;
  const sums = state.sums;
  const flightOf0 = state.flightOf;
  const hopOf0 = state.hopOf;
  const rateNum0 = state.rateNum;
  const rateDen0 = state.rateDen;
  const endportOf0 = state.endportOf;
  const showAheadOf0 = state.showAheadOf;
  const arbiter = state.arbiter;
  const scheduler = state.dataScheduler;
  // Why bound: V8 inlines a constant function as it is, but asks at every call whether an object still has the method that it had.
  const pickInput = arbiter.pick.bind(arbiter);
  const inputGranted = arbiter.granted.bind(arbiter);
  const pickLane = scheduler.pick.bind(scheduler);
  const laneGranted = scheduler.granted.bind(scheduler);
  // Behind the crossbar: a delay before the link, and a policy of its own for the lanes that cross.
  const DELAYED = state.delayed;
  const outputDelayOf = state.general.outputDelayOf;
  const crossbarScheduler = state.general.crossbarScheduler;
  const CROSSING_ORDER = crossbarScheduler !== undefined;
  const crossingOrder = crossbarScheduler ?? scheduler;
  const pickCrossing = crossingOrder.pick.bind(crossingOrder);
  const crossingGranted = crossingOrder.granted.bind(crossingOrder);
  // Management packets: VL15 first, and without flow control.
  const MANAGED = state.managed;
  const UNLIMITED =
    MANAGED && state.general.capacityOf[MANAGEMENT_VL] === NO_LIMIT;
  const MANAGEMENT_LANE = MANAGEMENT_VL;
  const MANAGEMENT = 1 << MANAGEMENT_VL;
  /** Output -> tick of its last crossing; after the base of the clock has moved perhaps a later one, which costs a look only. */
  const crossedAt = new Int32Array(outputDelayOf.length);
  /**
   * Output -> bit per lane that nothing can leave on for now, so that it need not be tried: no credits, until its CREDIT event; output buffer full,
   * until the link has sent a packet. Without output buffers only where all packets take the same space: the next choice of another may be a smaller one.
   *
   * Why many lanes only: with few there is little to leave out, and the rare branches have V8 throw its code away and begin again (bench: network, V=4).
   */
  const starvedLanes0 = state.starvedLanes;
  const fullLanes0 = state.fullLanes;
  const MANY_LANES = V > 8;
  /** Who asks for what is kept the other way round, too: see `Layout.pairs`. */
  const PAIRED = layout.pairs > 0;
  const P_ASKERS = layout.pairs + L.P_ASKERS;
  const P_ASKED = layout.pairs + L.P_ASKED;
  const P_LANES = layout.pairs + L.P_LANES;
  const NOTE_STARVED = MANY_LANES && (BUFFERED || INPUT_SLOTS);
  const NOTE_FULL = MANY_LANES && BUFFERED && OUTPUT_SLOTS;
  /**
   * A packet that crosses to an output without another one, whose link will be idle when it has passed the delay, and with credits: nothing can stop
   * it or come before it any more, since the crossbar is busy with it meanwhile. So it enters the link at once, as of then; no visit is needed. Not
   * where a choice among ports looks at credits at any time.
   */
  const EARLY =
    DELAYED &&
    BUFFERED &&
    !LAYERED &&
    !(state.general.select !== undefined && state.general.selectNeedsCredits);
  const sources = state.sources;
  const { pull } = sources;
  const laneMap = createLaneMap(state);
  const { outLane, queueWanting } = laneMap;
  const discard = createDiscard(state);
  const deliver = createDelivery(state);
  const patience = createPatience(state, discard);
  // A choice among ports.
  const { hops: hopsOf0, largestBlocks } = state.general;
  const select = state.general.select;
  const ring = createCreditRing(state);
  const choosePort = createChooser(
    state,
    (q, t) => ring.absorb(q, t) * (INPUT_SLOTS ? largestBlocks : 1),
    laneMap,
  );
  const SELECT = choosePort !== undefined;
  const closedOf = state.closedOf;
  const mail = state.mail?.words ?? new Int32Array(0);
  const remoteUp = state.mail?.remoteUp ?? new Uint8Array(0);
  const scratch = new Int32Array(W);

  /**
   * Takes `units` of credit for the link into queue `q`, absorbing what has arrived by `t`.
   * @returns false when there is not enough; then either a CREDIT event is pending or the queue knows that its upstream port starves
   */
  function takeCredit(
    M: Int32Array,
    near: Int32Array,
    nearBits: Int32Array,
    far: Int32Array,
    farBits: Int32Array,
    bucketBits: number,
    bucket: number,
    ringMask: number,
    q: number,
    units: number,
    t: number,
  ): boolean {
    let credit = M[(q + Q_CREDIT) | 0]!;
    if (credit < units) {
      credit = absorb(M, ringMask, q, t);
      if (credit < units) {
        awaitCredit(M, near, nearBits, far, farBits, bucketBits, bucket, q);
        return false;
      }
    }
    M[(q + Q_CREDIT) | 0] = credit - units;
    return true;
  }

  /** The link into queue `q` has no credits, arrived ones absorbed: a CREDIT event tells when the next arrive, or the queue knows that it is waited for. */
  function awaitCredit(
    M: Int32Array,
    near: Int32Array,
    nearBits: Int32Array,
    far: Int32Array,
    farBits: Int32Array,
    bucketBits: number,
    bucket: number,
    q: number,
  ): void {
    if (M[(q + Q_STARVED) | 0] === PROMISED) return;
    const ring = M[(q + Q_RING_STATE) | 0]!;
    if ((ring & 0xffff) === 0) {
      M[(q + Q_STARVED) | 0] = STARVED;
      return;
    }
    M[(q + Q_STARVED) | 0] = PROMISED;
    put(
      M,
      near,
      nearBits,
      far,
      farBits,
      bucketBits,
      bucket,
      ((q + Q_CREDIT_EVENT) << KIND_BITS) | CREDIT,
      M[(q + Q_RING + RING_STEP * (ring >> 16)) | 0]!,
    );
  }

  /** Takes `units` of credit for the link into queue `q` if they have arrived by `t`; else nothing happens. */
  function takeAtHand(
    M: Int32Array,
    q: number,
    units: number,
    t: number,
  ): boolean {
    let credit = M[(q + Q_CREDIT) | 0]!;
    if (credit < units) credit = absorb(M, RING_MASK, q, t);
    if (credit < units) return false;
    M[(q + Q_CREDIT) | 0] = credit - units;
    return true;
  }

  /** Adds the credits that have arrived by `t` to queue `q`; returns what is then free. */
  function absorb(
    M: Int32Array,
    ringMask: number,
    q: number,
    t: number,
  ): number {
    let credit = M[(q + Q_CREDIT) | 0]!;
    const ring = M[(q + Q_RING_STATE) | 0]!;
    let count = ring & 0xffff;
    let at = ring >> 16;
    while (count > 0 && M[(q + Q_RING + RING_STEP * at) | 0]! <= t) {
      credit += RING_STEP === 1 ? 1 : M[(q + Q_RING + RING_STEP * at + 1) | 0]!;
      at = (at + 1) & ringMask;
      count--;
    }
    M[(q + Q_CREDIT) | 0] = credit;
    M[(q + Q_RING_STATE) | 0] = (at << 16) | count;
    return credit;
  }

  /** The port of switch `node` for unicast to `dlid`, 255 = none. */
  function tablePort(
    lft: Uint8Array,
    pieceOf: Uint16Array,
    pieces: Uint8Array,
    dlid: number,
    node: number,
  ): number {
    return ROUTES
      ? pieces[
          (pieceOf[(Math.imul(dlid, PER_LID) + (node >> PIECE_BITS)) | 0]! <<
            PIECE_BITS) |
            (node & PIECE_MASK) |
            0
        ]!
      : lft[(Math.imul(dlid, SWITCHES) + node) | 0]!;
  }

  /** The lowest lane of `lanes` at or after `turn`, cyclically. */
  function nextLane(lanes: number, turn: number): number {
    const later = lanes & (-1 << turn);
    return lowestBit(later !== 0 ? later : lanes);
  }

  function any(words: Int32Array): boolean {
    for (let w = 0; w < words.length; w++) if (words[w] !== 0) return true;
    return false;
  }

  /** Puts output `o` on the list of outputs to arbitrate in this tick; returns the new length of the list of groups. */
  function mark(
    M: Int32Array,
    dirtyGroups: Int32Array,
    dirtyPorts: Int32Array,
    dirty: number,
    o: number,
  ): number {
    const group = M[(o + O_GROUP) | 0]!;
    const num = M[(o + O_NUM) | 0]!;
    if (W === 1) {
      const ports = dirtyPorts[group]!;
      dirtyPorts[group] = ports | (1 << num);
      if (ports !== 0) return dirty;
    } else {
      // Word W of a group counts as "is listed".
      const first = group * (W + 1);
      dirtyPorts[first + (num >> 5)]! |= 1 << num;
      if (dirtyPorts[first + W] !== 0) return dirty;
      dirtyPorts[first + W] = 1;
    }
    dirtyGroups[dirty] = group;
    return (dirty + 1) | 0;
  }

  /**
   * Whether output `o` is looked at when its crossbar, which is not layered, falls free: by CROSSED, or by a DONE at the same tick (see `wakeCrossbar`).
   *
   * Why the DONE, too: else an input that falls free in the tick of a request has the output looked at or not as their events come, and how many events a
   * run has would depend on that order, which several threads do not keep.
   */
  function crossbarWakes(M: Int32Array, o: number): boolean {
    return (
      M[(o + LANE0 + X_PENDING) | 0] !== 0 ||
      (M[(o + O_PENDING) | 0] !== 0 &&
        M[(o + (DELAYED ? OUT + 1 : O_BUSY)) | 0] ===
          M[(o + LANE0 + X_BUSY) | 0])
    );
  }

  /** Marks every output that waits for a queue of input `i`, which has just fallen free. */
  function markWanted(
    M: Int32Array,
    dirtyGroups: Int32Array,
    dirtyPorts: Int32Array,
    dirty: number,
    i: number,
    t: number,
  ): number {
    if (PAIRED) {
      const base = M[(i + I_BASE) | 0]!;
      const lanes = (P_LANES + M[(i + I_NUM) | 0]!) | 0;
      let ports = 0;
      let group = 0;
      for (let rest = M[(i + P_ASKED) | 0]!; rest !== 0; rest &= rest - 1) {
        const num = 31 - Math.clz32(rest & -rest);
        const o = (base + Math.imul(num, PORT_WORDS)) | 0;
        // Where nothing can be granted, and what ends that has the output looked at by itself.
        if (
          BUFFERED
            ? M[(o + LANE0 + X_BUSY) | 0]! > t && crossbarWakes(M, o)
            : M[(o + O_BUSY) | 0]! > t && M[(o + O_PENDING) | 0] !== 0
        )
          continue;
        let asked = M[(o + lanes) | 0]!;
        if (NOTE_FULL || (NOTE_STARVED && !BUFFERED))
          asked &= ~(NOTE_FULL ? fullLanes0 : starvedLanes0)[
            M[(o + O_INDEX) | 0]!
          ]!;
        if (asked === 0) continue;
        ports |= 1 << num;
        group = M[(o + O_GROUP) | 0]!;
      }
      if (ports === 0) return dirty;
      const before = dirtyPorts[group]!;
      dirtyPorts[group] = before | ports;
      if (before !== 0) return dirty;
      dirtyGroups[dirty] = group;
      return (dirty + 1) | 0;
    }
    for (let wants = M[(i + I_WANTS) | 0]!; wants !== 0; wants &= wants - 1) {
      const q = (i + Q0 + lowestBit(wants) * QUEUE_WORDS) | 0;
      const o = M[(q + Q_OUT) | 0]!;
      if (o >= 0) {
        // Where nothing can be granted, and what ends that has the output looked at by itself.
        if (
          BUFFERED
            ? !LAYERED &&
              M[(o + LANE0 + X_BUSY) | 0]! > t &&
              crossbarWakes(M, o)
            : M[(o + O_BUSY) | 0]! > t && M[(o + O_PENDING) | 0] !== 0
        )
          continue;
        if (NOTE_FULL || (NOTE_STARVED && !BUFFERED)) {
          const blocked = (NOTE_FULL ? fullLanes0 : starvedLanes0)[
            M[(o + O_INDEX) | 0]!
          ]!;
          if ((blocked & (1 << M[(q + (REMAP ? QX_LANE : Q_LANE)) | 0]!)) !== 0)
            continue;
        }
        dirty = mark(M, dirtyGroups, dirtyPorts, dirty, o);
      } else if (MULTICAST && o === MANY) {
        for (let w = 0; w < W; w++) {
          for (
            let mask = M[(q + QX_MASK + w) | 0]!;
            mask !== 0;
            mask &= mask - 1
          ) {
            dirty = mark(
              M,
              dirtyGroups,
              dirtyPorts,
              dirty,
              M[(i + I_BASE) | 0]! + (32 * w + lowestBit(mask)) * PORT_WORDS,
            );
          }
        }
      }
    }
    return dirty;
  }

  /** Records that input `i`, port `num`, wants `lane` of output `o` from `t` on. */
  function request(
    M: Int32Array,
    o: number,
    lane: number,
    i: number,
    num: number,
    t: number,
  ): void {
    if (WAITS && !BUFFERED && M[(o + O_REQUESTED) | 0] === 0)
      dataSince[M[(o + O_INDEX) | 0]!] = t;
    if (PAIRED) {
      M[(o + P_LANES + num) | 0]! |= 1 << lane;
      M[(o + P_ASKERS) | 0]! |= 1 << num;
      M[(i + P_ASKED) | 0]! |= 1 << M[(o + O_NUM) | 0]!;
    }
    M[(o + REQUESTS + lane * LANE_WORDS + (W === 1 ? 0 : num >> 5)) | 0]! |=
      1 << num;
    M[(o + O_REQUESTED) | 0]! |= 1 << lane;
  }

  /** When the first packet in the output buffers of `o` has passed the delay behind the crossbar. */
  function firstReady(M: Int32Array, o: number): number {
    let ready = 0x7fffffff;
    for (let rest = M[(o + O_FILLED) | 0]!; rest !== 0; rest &= rest - 1) {
      const p = M[(o + LANE0 + lowestBit(rest) * LANE_WORDS + X_HEAD) | 0]!;
      ready = Math.min(ready, M[(p + K_READY) | 0]!);
    }
    return ready;
  }

  /** Whether all request words from `at` are 0. */
  function none(M: Int32Array, at: number): boolean {
    for (let w = 0; w < W; w++) if (M[(at + w) | 0] !== 0) return false;
    return true;
  }

  /** Puts CROSSED for outputs of the crossbar that are busy while inputs request them. A DONE at the same tick does as well. */
  function wakeCrossbar(
    M: Int32Array,
    near: Int32Array,
    nearBits: Int32Array,
    far: Int32Array,
    farBits: Int32Array,
    bucket: number,
    o: number,
    t: number,
  ): void {
    for (let lane = 0; lane < (LAYERED ? V : 1); lane++) {
      const x = o + LANE0 + lane * LANE_WORDS;
      const busy = M[(x + X_BUSY) | 0]!;
      if (busy <= t || M[(x + X_PENDING) | 0] !== 0) continue;
      if (LAYERED && (M[(o + O_REQUESTED) | 0]! & (1 << lane)) === 0) continue;
      if (
        M[(o + O_PENDING) | 0] !== 0 &&
        M[(o + (DELAYED ? OUT + 1 : O_BUSY)) | 0] === busy
      )
        continue;
      M[(x + X_PENDING) | 0] = 1;
      put(
        M,
        near,
        nearBits,
        far,
        farBits,
        BUCKET_BITS,
        bucket,
        (x << KIND_BITS) | CROSSED,
        busy,
      );
    }
  }

  /** With a delay behind the crossbar: has output `o` looked at at `tick`, or before. A pending DONE keeps its tick in the field's second word. */
  function revisit(
    M: Int32Array,
    near: Int32Array,
    nearBits: Int32Array,
    far: Int32Array,
    farBits: Int32Array,
    bucket: number,
    o: number,
    tick: number,
  ): void {
    const done = ((o + OUT) << KIND_BITS) | DONE;
    if (M[(o + O_PENDING) | 0] !== 0) {
      if (M[(o + OUT + 1) | 0]! <= tick) return;
      remove(M, wheel, bucket, done, M[(o + OUT + 1) | 0]!);
    }
    M[(o + O_PENDING) | 0] = 1;
    M[(o + OUT + 1) | 0] = tick;
    if (NEAR) putNear(M, near, nearBits, SLOT_MASK, done, tick);
    else put(M, near, nearBits, far, farBits, BUCKET_BITS, bucket, done, tick);
  }

  /** Takes the note off output `o` that the lane which its link has sent on, if it is idle at `t`, is full. */
  function sent(M: Int32Array, o: number, t: number): void {
    const lane = M[(o + O_SENDING) | 0]!;
    if (
      lane >= 0 &&
      M[(o + O_BUSY) | 0]! <= t &&
      M[(o + LANE0 + lane * LANE_WORDS + X_USED) | 0]! < OUTPUT_CAPACITY
    )
      fullLanes0[M[(o + O_INDEX) | 0]!]! &= ~(1 << lane);
  }

  /** Has input `i`, whose crossbar port is busy, looked at when it falls free: by the output that reads it. */
  function wakeInput(
    M: Int32Array,
    near: Int32Array,
    nearBits: Int32Array,
    far: Int32Array,
    farBits: Int32Array,
    bucket: number,
    i: number,
  ): void {
    const reader = M[(i + I_READER) | 0]!;
    const pending = (reader + (BUFFERED ? LANE0 + X_PENDING : O_PENDING)) | 0;
    if (M[pending] !== 0) return;
    M[pending] = 1;
    put(
      M,
      near,
      nearBits,
      far,
      farBits,
      BUCKET_BITS,
      bucket,
      BUFFERED
        ? ((reader + LANE0) << KIND_BITS) | CROSSED
        : ((reader + OUT) << KIND_BITS) | DONE,
      M[(i + I_BUSY) | 0]!,
    );
  }

  /** Ticks that packet `p` takes on the link that output `o` sends on. */
  function lengthOn(M: Int32Array, p: number, o: number): number {
    const index = M[(o + O_INDEX) | 0]!;
    return Math.ceil(
      (M[(p + K_BYTES) | 0]! * rateNum0[index]!) / rateDen0[index]!,
    );
  }

  /** Where the queue `q` of input `i` stands in what is kept by port and lane. */
  function placeOf(M: Int32Array, i: number, q: number): number {
    return (
      (Math.imul(M[(i + O_INDEX) | 0]!, V) + (q - i - Q0) / QUEUE_WORDS) | 0
    );
  }

  /** Earliest start at which none of the outputs in `mask` (word `w` of the port numbers) runs out of bytes, each of which takes the routing delay that the header takes. */
  function underrun(
    M: Int32Array,
    i: number,
    p: number,
    w: number,
    mask: number,
  ): number {
    let start = -0x80000000;
    const tail = M[(p + K_READY) | 0]! + M[(p + K_LENGTH) | 0]!;
    for (; mask !== 0; mask &= mask - 1) {
      start = Math.max(
        start,
        tail -
          lengthOn(
            M,
            p,
            M[(i + I_BASE) | 0]! + (32 * w + lowestBit(mask)) * PORT_WORDS,
          ),
      );
    }
    return start;
  }

  // Why `| 0` on indices, and the marking of an output and the taking of credit written out where they are hot: V8 adds in 32 bits without
  // overflow checks, and its budget for inlining suffices for the rest; `bench/profile.ts` shows the difference.
  return function run(end: number, hopLimit: number): void {
    // Why: V8 keeps an argument as it came, a tagged value that it would check and unpack at every tick.
    let last = end | 0;
    const limit = hopLimit | 0;
    const M = memory0;
    const near = near0;
    const nearBits = nearBits0;
    const far = far0;
    const farBits = farBits0;
    const lft = lft0;
    const pieceOf = pieceOf0;
    const pieces = pieces0;
    const dirtyGroups = dirtyGroups0;
    const dirtyPorts = dirtyPorts0;
    const groupBase = groupBase0;
    const starvedLanes = starvedLanes0;
    const fullLanes = fullLanes0;
    const hopsOf = hopsOf0;
    const journal = journal0;
    const through = registers[S.R_THROUGH]!;
    let t = registers[S.R_TIME]!;
    let free = registers[S.R_FREE]!;
    let bucket = registers[S.R_BUCKET]!;
    let written = registers[S.R_JOURNAL]!;
    let events = 0;
    let hops = 0;
    let injected = 0;
    let delivered = 0;
    let copies = 0;
    let dirty = 0;

    // Up to here the next tick needs no look at the wheel's buckets.
    let stop = Math.min(last, (((bucket + 1) << BUCKET_BITS) - 1) | 0);
    for (;;) {
      if (hops >= limit || written >= JOURNAL_LIMIT) break;
      // ---------------------------------------------------------------------------------- the next tick that has events
      const from = (t + 1) & SLOT_MASK;
      let word = from >> 5;
      let found = nearBits[word]! & (-1 << (from & 31));
      for (let step = 0; found === 0 && step <= WORD_MASK; step++) {
        word = (word + 1) & WORD_MASK;
        found = nearBits[word]!;
      }
      if (found === 0) {
        const b = nextFarBucket(farBits, bucket);
        if (b < 0 || b << BUCKET_BITS > last) {
          // Nothing to do: the clock walks on by itself, and the wheel's bucket with it.
          t = last;
          if (last >> BUCKET_BITS > bucket) {
            bucket = last >> BUCKET_BITS;
            cascade(
              M,
              near,
              nearBits,
              far,
              farBits,
              BUCKET_BITS,
              bucket,
              bucket + 1,
            );
          }
          break;
        }
        bucket = b - 1;
        cascade(M, near, nearBits, far, farBits, BUCKET_BITS, bucket, b);
        t = (b << BUCKET_BITS) - 1;
        stop = Math.min(last, t);
        continue;
      }
      const lowest = found & -found;
      const slot = (word << 5) + (31 - Math.clz32(lowest));
      const next = (t + 1 + ((slot - from) & SLOT_MASK)) | 0;
      if (next > stop) {
        if (next > last) {
          t = last;
          break;
        }
        // Why: entering a bucket brings the bucket after it within reach of the near wheel, perhaps with earlier events.
        bucket++;
        cascade(
          M,
          near,
          nearBits,
          far,
          farBits,
          BUCKET_BITS,
          bucket,
          bucket + 1,
        );
        t =
          next >> BUCKET_BITS !== bucket
            ? ((bucket + 1) << BUCKET_BITS) - 1
            : (bucket << BUCKET_BITS) - 1;
        stop = Math.min(last, (((bucket + 1) << BUCKET_BITS) - 1) | 0);
        continue;
      }
      t = next;
      nearBits[word] = nearBits[word]! & ~lowest;
      let event = near[slot]!;
      near[slot] = -1;

      // ---------------------------------------------------------------------------------- phase 1: every event of this tick
      let fastOut = -1;
      let fastQueue = -1;
      let fastLane = 0;
      do {
        const at = event >> KIND_BITS;
        const kind = event & KIND_MASK;
        event = M[at]!;
        events = (events + 1) | 0;
        if (kind === READY) {
          const q = at;
          const inLane = CHOICE ? M[(q + Q_LANE) | 0]! : 0;
          const i = CHOICE ? M[(q + Q_PORT) | 0]! : (q - Q0) | 0;
          let o = i;
          let lane = inLane;
          const route = AHEAD && q < FIRST_HOST ? M[(q + Q_ROUTE) | 0]! : 0;
          if (AHEAD && route > 0) {
            o = route;
            if (REMAP)
              lane = outLane(
                i,
                o,
                M[(M[(q + Q_HEAD) | 0]! + K_CLASS) | 0]!,
                inLane,
              );
          } else if (q < FIRST_HOST) {
            const p = M[(q + Q_HEAD) | 0]!;
            const node = M[(i + I_NODE) | 0]!;
            const num = M[(i + I_NUM) | 0]!;
            const cls = M[(p + K_CLASS) | 0]!;
            const dlid = cls & 0xffff;
            if (SHOW_AHEAD && t < M[(p + K_READY) | 0]! + showAheadOf0[node]!) {
              // Show-ahead: a packet goes on after the short delay only if its output is idle, else after the full one.
              const port =
                dlid < MULTICAST_FIRST
                  ? tablePort(lft, pieceOf, pieces, dlid, node)
                  : NO_PATH;
              const out = M[(i + I_BASE) | 0]! + Math.imul(port, PORT_WORDS);
              if (
                port === NO_PATH ||
                M[(out + O_BUSY) | 0]! > t ||
                (BUFFERED && M[(out + O_FILLED) | 0] !== 0)
              ) {
                put(
                  M,
                  near,
                  nearBits,
                  far,
                  farBits,
                  BUCKET_BITS,
                  bucket,
                  (q << KIND_BITS) | READY,
                  M[(p + K_READY) | 0]! + showAheadOf0[node]!,
                );
                continue;
              }
            }
            if (MULTICAST && dlid >= MULTICAST_FIRST) {
              // A multicast head requests each of its outputs, which grant it independently (asynchronous replication).
              let branches = 0;
              let wait = -0x80000000;
              const k = dlid - FIRST_MLID;
              if (k >= 0 && k < MLIDS) {
                for (let w = 0; w < W; w++) {
                  let mask = mft0[(node * MLIDS + k) * W + w]!;
                  if (W === 1 || w === num >> 5) mask &= ~(1 << num);
                  M[(q + QX_MASK + w) | 0] = mask;
                  if (!UNIFORM)
                    wait = Math.max(wait, underrun(M, i, p, w, mask));
                  for (; mask !== 0; mask &= mask - 1) branches++;
                }
              }
              if (QUEUES && !UNIFORM) {
                behind[placeOf(M, i, q)] = Math.max(
                  0,
                  wait - M[(p + K_READY) | 0]!,
                );
              }
              if (!UNIFORM && wait > t) {
                // Starts later, so that no outgoing link, being faster, runs out of bytes.
                put(
                  M,
                  near,
                  nearBits,
                  far,
                  farBits,
                  BUCKET_BITS,
                  bucket,
                  (q << KIND_BITS) | READY,
                  wait,
                );
                continue;
              }
              if (branches === 0) {
                registers[S.R_FREE] = free;
                registers[S.R_BUCKET] = bucket;
                registers[S.R_JOURNAL] = written;
                discard(q, t);
                if (DROP) patience.discarded(q, t);
                free = registers[S.R_FREE]!;
                written = registers[S.R_JOURNAL]!;
                continue;
              }
              M[(q + QX_BRANCHES) | 0] = branches;
              M[(q + QX_END) | 0] = t;
              if (DROP) M[(q + QX_STARTED) | 0] = 0;
              M[(q + Q_OUT) | 0] = MANY;
              if (CHOICE) M[(i + I_WANTS) | 0]! |= 1 << inLane;
              for (let w = 0; w < W; w++) {
                for (
                  let mask = M[(q + QX_MASK + w) | 0]!;
                  mask !== 0;
                  mask &= mask - 1
                ) {
                  const out =
                    M[(i + I_BASE) | 0]! +
                    (32 * w + lowestBit(mask)) * PORT_WORDS;
                  request(
                    M,
                    out,
                    REMAP ? outLane(i, out, cls, inLane) : inLane,
                    i,
                    num,
                    t,
                  );
                  dirty = mark(M, dirtyGroups, dirtyPorts, dirty, out) | 0;
                }
              }
              continue;
            }
            let port =
              MULTICAST || dlid < MULTICAST_FIRST
                ? tablePort(lft, pieceOf, pieces, dlid, node)
                : NO_PATH;
            if (SELECT && (MULTICAST || dlid < MULTICAST_FIRST))
              port = choosePort(q, p, port, t);
            if (port === NO_PATH) {
              registers[S.R_FREE] = free;
              registers[S.R_BUCKET] = bucket;
              registers[S.R_JOURNAL] = written;
              discard(q, t);
              if (DROP) patience.discarded(q, t);
              free = registers[S.R_FREE]!;
              written = registers[S.R_JOURNAL]!;
              continue;
            }
            o = (M[(i + I_BASE) | 0]! + Math.imul(port, PORT_WORDS)) | 0;
            if (REMAP) lane = outLane(i, o, cls, inLane);
            if (!UNIFORM) {
              const wait =
                M[(p + K_READY) | 0]! +
                M[(p + K_LENGTH) | 0]! -
                lengthOn(M, p, o);
              if (QUEUES) {
                behind[placeOf(M, i, q)] = Math.max(
                  0,
                  wait - M[(p + K_READY) | 0]!,
                );
              }
              if (wait > t) {
                put(
                  M,
                  near,
                  nearBits,
                  far,
                  farBits,
                  BUCKET_BITS,
                  bucket,
                  (q << KIND_BITS) | READY,
                  wait,
                );
                continue;
              }
            }
          }
          if (REMAP) M[(q + QX_LANE) | 0] = lane;
          if (NOTE_FULL && q < FIRST_HOST) {
            const noted = fullLanes[M[(o + O_INDEX) | 0]!]!;
            if ((noted & (1 << lane)) !== 0) sent(M, o, t);
          }
          if (BUFFERED && q >= FIRST_HOST) {
            // A host has no crossbar: its packet goes straight before the link.
            const p = M[(q + Q_HEAD) | 0]!;
            M[(q + Q_HEAD) | 0] = -1;
            const x = o + LANE0 + lane * LANE_WORDS;
            if (WAITS && M[(o + O_FILLED) | 0] === 0)
              dataSince[M[(o + O_INDEX) | 0]!] = t;
            M[(x + X_HEAD) | 0] = p;
            M[(o + O_FILLED) | 0]! |= 1 << lane;
            if (M[(o + O_BUSY) | 0]! > t) {
              if (DELAYED)
                revisit(
                  M,
                  near,
                  nearBits,
                  far,
                  farBits,
                  bucket,
                  o,
                  M[(o + O_BUSY) | 0]!,
                );
              else if (M[(o + O_PENDING) | 0] === 0) {
                M[(o + O_PENDING) | 0] = 1;
                if (NEAR)
                  putNear(
                    M,
                    near,
                    nearBits,
                    SLOT_MASK,
                    ((o + OUT) << KIND_BITS) | DONE,
                    M[(o + O_BUSY) | 0]!,
                  );
                else
                  put(
                    M,
                    near,
                    nearBits,
                    far,
                    farBits,
                    BUCKET_BITS,
                    bucket,
                    ((o + OUT) << KIND_BITS) | DONE,
                    M[(o + O_BUSY) | 0]!,
                  );
              }
            } else if (event < 0 && dirty === 0) fastOut = o;
            else dirty = mark(M, dirtyGroups, dirtyPorts, dirty, o) | 0;
            continue;
          }
          const noted =
            (NOTE_FULL &&
              (fullLanes[M[(o + O_INDEX) | 0]!]! & (1 << lane)) !== 0) ||
            (NOTE_STARVED &&
              !BUFFERED &&
              (starvedLanes[M[(o + O_INDEX) | 0]!]! & (1 << lane)) !== 0);
          const idleAt =
            BUFFERED && LAYERED
              ? t
              : M[(o + (BUFFERED ? LANE0 + X_BUSY : O_BUSY)) | 0]!;
          if (
            event < 0 &&
            dirty === 0 &&
            idleAt <= t &&
            !noted &&
            M[(o + O_REQUESTED) | 0] === 0 &&
            (!CHOICE || LAYERED || M[(i + I_BUSY) | 0]! <= t)
          ) {
            // The only event of this tick, and nobody else wants the output: no arbitration.
            fastOut = o;
            fastQueue = q;
            fastLane = lane;
          } else {
            // As `request`.
            const num = M[(i + I_NUM) | 0]!;
            if (WAITS && !BUFFERED && M[(o + O_REQUESTED) | 0] === 0)
              dataSince[M[(o + O_INDEX) | 0]!] = t;
            M[
              (o + REQUESTS + lane * LANE_WORDS + (W === 1 ? 0 : num >> 5)) | 0
            ]! |= 1 << num;
            if (CHOICE) M[(o + O_REQUESTED) | 0]! |= 1 << lane;
            else M[(o + O_REQUESTED) | 0] = 1;
            if (PAIRED) {
              M[(o + P_LANES + num) | 0]! |= 1 << lane;
              M[(o + P_ASKERS) | 0]! |= 1 << num;
              M[(i + P_ASKED) | 0]! |= 1 << M[(o + O_NUM) | 0]!;
            }
            M[(q + Q_OUT) | 0] = o;
            if (CHOICE) M[(i + I_WANTS) | 0]! |= 1 << inLane;
            if (BUFFERED && noted) {
              // What ends that has the output looked at.
              if (M[(o + O_BUSY) | 0]! > t) {
                if (DELAYED) {
                  if (
                    M[(o + O_PENDING) | 0] === 0 ||
                    M[(o + OUT + 1) | 0]! > M[(o + O_BUSY) | 0]!
                  )
                    revisit(
                      M,
                      near,
                      nearBits,
                      far,
                      farBits,
                      bucket,
                      o,
                      M[(o + O_BUSY) | 0]!,
                    );
                } else if (M[(o + O_PENDING) | 0] === 0) {
                  M[(o + O_PENDING) | 0] = 1;
                  put(
                    M,
                    near,
                    nearBits,
                    far,
                    farBits,
                    BUCKET_BITS,
                    bucket,
                    ((o + OUT) << KIND_BITS) | DONE,
                    M[(o + O_BUSY) | 0]!,
                  );
                }
              }
            } else if (!BUFFERED && noted) {
              // The CREDIT event has the output looked at.
            } else if (BUFFERED && ((idleAt - t) | 0) > 0) {
              if (M[(o + LANE0 + X_PENDING) | 0] === 0)
                wakeCrossbar(M, near, nearBits, far, farBits, bucket, o, t);
            } else if (((idleAt - t) | 0) > 0) {
              // Why a difference: V8 would keep the comparison above as a value, and test that.
              if (M[(o + O_PENDING) | 0] === 0) {
                M[(o + O_PENDING) | 0] = 1;
                if (NEAR)
                  putNear(
                    M,
                    near,
                    nearBits,
                    SLOT_MASK,
                    ((o + OUT) << KIND_BITS) | DONE,
                    M[(o + O_BUSY) | 0]!,
                  );
                else
                  put(
                    M,
                    near,
                    nearBits,
                    far,
                    farBits,
                    BUCKET_BITS,
                    bucket,
                    ((o + OUT) << KIND_BITS) | DONE,
                    M[(o + O_BUSY) | 0]!,
                  );
              }
            } else if (W === 1) {
              const group = M[(o + O_GROUP) | 0]!;
              const marked = dirtyPorts[group]!;
              dirtyPorts[group] = marked | (1 << M[(o + O_NUM) | 0]!);
              dirtyGroups[dirty] = group;
              if (marked === 0) dirty = (dirty + 1) | 0;
            } else dirty = mark(M, dirtyGroups, dirtyPorts, dirty, o) | 0;
          }
        } else if (kind === DONE) {
          const o = (at - OUT) | 0;
          M[(o + O_PENDING) | 0] = 0;
          if (W === 1) {
            const group = M[(o + O_GROUP) | 0]!;
            const marked = dirtyPorts[group]!;
            let ports = marked | (1 << M[(o + O_NUM) | 0]!);
            // Why without a look at them, as `markWanted` does: most can grant, and the others are passed by soon enough.
            if (PAIRED && !BUFFERED)
              ports |= M[(M[(o + O_INPUT) | 0]! + P_ASKED) | 0]!;
            dirtyPorts[group] = ports;
            dirtyGroups[dirty] = group;
            if (marked === 0) dirty = (dirty + 1) | 0;
          } else dirty = mark(M, dirtyGroups, dirtyPorts, dirty, o) | 0;
          if (CHOICE && !BUFFERED && !PAIRED)
            dirty =
              markWanted(
                M,
                dirtyGroups,
                dirtyPorts,
                dirty,
                M[(o + O_INPUT) | 0]!,
                t,
              ) | 0;
        } else if (kind === CREDIT) {
          const q = at - Q_CREDIT_EVENT;
          M[(q + Q_STARVED) | 0] = FED;
          const o = M[((CHOICE ? M[q + Q_PORT]! : q - Q0) + I_UP) | 0]!;
          if (NOTE_STARVED)
            starvedLanes[M[(o + O_INDEX) | 0]!]! &= ~(
              1 << M[(q + Q_LANE) | 0]!
            );
          if (W === 1) {
            const group = M[(o + O_GROUP) | 0]!;
            const marked = dirtyPorts[group]!;
            dirtyPorts[group] = marked | (1 << M[(o + O_NUM) | 0]!);
            dirtyGroups[dirty] = group;
            if (marked === 0) dirty = (dirty + 1) | 0;
          } else dirty = mark(M, dirtyGroups, dirtyPorts, dirty, o) | 0;
        } else if (CLOSED && kind === DELIVERY) {
          // Closed-loop traffic hears of a delivery when it happens, and may wake sources in this very tick.
          registers[S.R_FREE] = free;
          registers[S.R_BUCKET] = bucket;
          event = deliver(at, t, event);
          free = registers[S.R_FREE]!;
          if (sources.alarm() - 1 < last) {
            last = Math.max(t, sources.alarm() - 1);
            stop = Math.min(stop, last);
          }
        } else if (DROP && kind === PATIENCE) {
          registers[S.R_FREE] = free;
          registers[S.R_BUCKET] = bucket;
          registers[S.R_JOURNAL] = written;
          patience.expired(at - QX_TIMER, t);
          free = registers[S.R_FREE]!;
          written = registers[S.R_JOURNAL]!;
        } else {
          M[(at + X_PENDING) | 0] = 0;
          const o = M[(at + X_PORT) | 0]!;
          if (W === 1) {
            const group = M[(o + O_GROUP) | 0]!;
            const marked = dirtyPorts[group]!;
            dirtyPorts[group] = marked | (1 << M[(o + O_NUM) | 0]!);
            dirtyGroups[dirty] = group;
            if (marked === 0) dirty = (dirty + 1) | 0;
          } else dirty = mark(M, dirtyGroups, dirtyPorts, dirty, o) | 0;
          if (CHOICE && !LAYERED)
            dirty =
              markWanted(
                M,
                dirtyGroups,
                dirtyPorts,
                dirty,
                M[(at + X_INPUT) | 0]!,
                t,
              ) | 0;
        }
      } while (event >= 0);

      // ---------------------------------------------------------------------------------- phase 2: arbitrate the outputs
      let listed = 0;
      let group = 0;
      let ports = 0;
      let portWord = W;
      let base = 0;
      for (;;) {
        let o = fastOut;
        // The queue whose head crosses without arbitration, -1 = none.
        let crossing = fastQueue;
        if (o >= 0) fastOut = -1;
        else {
          while (ports === 0) {
            if (W > 1 && portWord < W - 1) {
              portWord++;
              base += 32 * PORT_WORDS;
              ports = dirtyPorts[group * (W + 1) + portWord]!;
              dirtyPorts[group * (W + 1) + portWord] = 0;
              continue;
            }
            if (listed === dirty) break;
            group = dirtyGroups[listed]!;
            listed++;
            base = groupBase[group]!;
            if (W === 1) {
              ports = dirtyPorts[group]!;
              dirtyPorts[group] = 0;
            } else {
              portWord = 0;
              ports = dirtyPorts[group * (W + 1)]!;
              dirtyPorts[group * (W + 1)] = 0;
              dirtyPorts[group * (W + 1) + W] = 0;
            }
          }
          if (ports === 0) break;
          o =
            (base + Math.imul(31 - Math.clz32(ports & -ports), PORT_WORDS)) | 0;
          ports &= ports - 1;
          if (!BUFFERED && M[(o + O_BUSY) | 0]! > t) {
            if (
              (NOTE_STARVED
                ? M[(o + O_REQUESTED) | 0]! &
                  ~starvedLanes[M[(o + O_INDEX) | 0]!]!
                : M[(o + O_REQUESTED) | 0]) !== 0 &&
              M[(o + O_PENDING) | 0] === 0
            ) {
              M[(o + O_PENDING) | 0] = 1;
              if (NEAR)
                putNear(
                  M,
                  near,
                  nearBits,
                  SLOT_MASK,
                  ((o + OUT) << KIND_BITS) | DONE,
                  M[(o + O_BUSY) | 0]!,
                );
              else
                put(
                  M,
                  near,
                  nearBits,
                  far,
                  farBits,
                  BUCKET_BITS,
                  bucket,
                  ((o + OUT) << KIND_BITS) | DONE,
                  M[(o + O_BUSY) | 0]!,
                );
            }
            continue;
          }
        }
        const down = M[(o + O_DOWN) | 0]!;
        const downNode = M[(down + I_NODE) | 0]!;
        // Below 0: a host. Why no boolean: V8 makes a value of one that is tested several times.
        const receiver = PARTS && downNode === REMOTE ? 0 : downNode;
        const index = M[(o + O_INDEX) | 0]!;
        let p: number;
        // Of the packet that crosses; without output buffers the link takes it at the same time.
        let length = 0;
        let finish = 0;
        let from = 0;
        let lane = fastLane;
        /** When the packet enters the link. */
        let start = t;
        /** Bit per input that was passed over. */
        let passed = 0;
        if (NOTE_FULL && fullLanes[index] !== 0) sent(M, o, t);
        // With one lane the requests themselves tell.
        let lanes = CHOICE || BUFFERED ? M[(o + O_REQUESTED) | 0]! : 1;
        if (NOTE_FULL) lanes &= ~fullLanes[index]!;
        if (NOTE_STARVED && !BUFFERED) lanes &= ~starvedLanes[index]!;
        // -------------------------------------------------------------------------------- crossbar
        for (;;) {
          let q = crossing;
          let i = 0;
          let num = 0;
          let units = 0;
          let idle = -1;
          p = -1;
          if (
            PAIRED &&
            crossing < 0 &&
            lanes !== 0 &&
            !(BUFFERED && M[(o + LANE0 + X_BUSY) | 0]! > t)
          ) {
            // Inputs whose crossbar port is busy with another lane are passed over, and lanes that only such inputs ask for. Why no branches: nobody,
            // and no processor, can tell which input is busy.
            let asked = 0;
            idle = 0;
            for (
              let rest = M[(o + P_ASKERS) | 0]!;
              rest !== 0;
              rest &= rest - 1
            ) {
              const asker = rest & -rest;
              const place = (31 - Math.clz32(asker)) | 0;
              const reads = (base + Math.imul(place, PORT_WORDS) + I_BUSY) | 0;
              // All ones while it is busy.
              const busy = (t - M[reads]!) >> 31;
              passed |= asker & busy;
              idle |= asker & ~busy;
              asked |= M[(o + P_LANES + place) | 0]! & ~busy;
            }
            lanes &= asked;
          }
          while (crossing >= 0 || lanes !== 0) {
            let requests = 0;
            if (crossing >= 0) {
              i = CHOICE ? M[(q + Q_PORT) | 0]! : (q - Q0) | 0;
              num = M[(i + I_NUM) | 0]!;
            } else {
              // Why the last lane's bit: a lane that is alone needs no choice, which with many lanes is half the time.
              lane = !CHOICE
                ? 0
                : MANY_LANES && (lanes & (lanes - 1)) === 0
                  ? 31 - Math.clz32(lanes)
                  : !BUFFERED
                    ? MANAGED && (lanes & MANAGEMENT) !== 0
                      ? MANAGEMENT_LANE
                      : pickLane(index, lanes)
                    : CROSSING_ORDER
                      ? pickCrossing(index, lanes)
                      : MANAGED && (lanes & MANAGEMENT) !== 0
                        ? MANAGEMENT_LANE
                        : nextLane(lanes, M[(o + LANE0 + X_TURN) | 0]!);
            }
            if (BUFFERED) {
              const x = o + LANE0 + (LAYERED ? lane * LANE_WORDS : 0);
              if (M[(x + X_BUSY) | 0]! > t) {
                if (crossing >= 0) {
                  crossing = -1;
                  request(M, o, lane, i, num, t);
                  M[(q + Q_OUT) | 0] = o;
                  if (CHOICE)
                    M[(i + I_WANTS) | 0]! |= 1 << M[(q + Q_LANE) | 0]!;
                }
                if (M[(x + X_PENDING) | 0] === 0) {
                  M[(x + X_PENDING) | 0] = 1;
                  put(
                    M,
                    near,
                    nearBits,
                    far,
                    farBits,
                    BUCKET_BITS,
                    bucket,
                    (x << KIND_BITS) | CROSSED,
                    M[(x + X_BUSY) | 0]!,
                  );
                }
                lanes &= LAYERED ? ~(1 << lane) : 0;
                continue;
              }
            }
            if (crossing < 0) {
              const words = (o + REQUESTS + lane * LANE_WORDS) | 0;
              if (PAIRED) requests = M[words]! & idle;
              else if (W === 1) requests = M[words]!;
              else for (let w = 0; w < W; w++) scratch[w] = M[(words + w) | 0]!;
              q = -1;
              // An input whose crossbar port is busy with another lane is passed over.
              while (W === 1 ? requests !== 0 : any(scratch)) {
                num =
                  W === 1
                    ? pickInput(index * V + lane, requests)
                    : arbiter.pickWide(index * V + lane, scratch, 0, W);
                i =
                  ((W === 1 ? base : groupBase[group]!) +
                    Math.imul(num, PORT_WORDS)) |
                  0;
                q = REMAP
                  ? queueWanting(i, o, lane)
                  : (i + Q0 + (CHOICE ? lane * QUEUE_WORDS : 0)) | 0;
                if (
                  !CHOICE ||
                  LAYERED ||
                  PAIRED ||
                  M[(i + I_BUSY) | 0]! <= t ||
                  (MULTICAST && M[(i + I_QUEUE) | 0] === q)
                )
                  break;
                if (W === 1) passed |= 1 << num;
                else wakeInput(M, near, nearBits, far, farBits, bucket, i);
                if (W === 1) requests &= ~(1 << num);
                else scratch[num >> 5]! &= ~(1 << num);
                q = -1;
              }
              if (q < 0) {
                // Why no second round: V8 then compiles no loop, which would hold its variables in memory.
                if (!CHOICE) break;
                lanes &= ~(1 << lane);
                continue;
              }
            }
            const head = M[(q + Q_HEAD) | 0]!;
            let room = true;
            if (BUFFERED) {
              units = OUTPUT_SLOTS ? 1 : (M[(head + K_BYTES) | 0]! + 63) >> 6;
              const sending =
                M[(o + O_SENDING) | 0] === lane && M[(o + O_BUSY) | 0]! > t
                  ? M[(o + O_SENDING_UNITS) | 0]!
                  : 0;
              room =
                M[(o + LANE0 + lane * LANE_WORDS + X_USED) | 0]! +
                  sending +
                  units <=
                OUTPUT_CAPACITY;
            } else if (
              receiver >= 0 &&
              (!UNLIMITED || lane !== MANAGEMENT_LANE)
            ) {
              const dq = (down + Q0 + (CHOICE ? lane * QUEUE_WORDS : 0)) | 0;
              let credit = M[(dq + Q_CREDIT) | 0]!;
              if (INPUT_SLOTS) {
                // Why from the ring at once, if there is none else: after a while all come that way, and one look does where a loop would add them up.
                if (credit > 0) M[(dq + Q_CREDIT) | 0] = credit - 1;
                else {
                  const ring = M[(dq + Q_RING_STATE) | 0]!;
                  if (
                    (ring & 0xffff) !== 0 &&
                    M[(dq + Q_RING + (ring >> 16)) | 0]! <= t
                  )
                    M[(dq + Q_RING_STATE) | 0] = (ring + 0xffff) & RING_STATES;
                  else room = false;
                }
              } else {
                const need = (M[(head + K_BYTES) | 0]! + 63) >> 6;
                if (credit < need) credit = absorb(M, RING_MASK, dq, t);
                credit = (credit - need) | 0;
                if (credit < 0) room = false;
                else M[(dq + Q_CREDIT) | 0] = credit;
              }
              if (!room)
                awaitCredit(
                  M,
                  near,
                  nearBits,
                  far,
                  farBits,
                  BUCKET_BITS,
                  bucket,
                  dq,
                );
            }
            if (!room) {
              if (NOTE_STARVED && !BUFFERED) starvedLanes[index]! |= 1 << lane;
              // The lane waits for this packet's space: a later, smaller packet must not overtake it for ever.
              if (crossing >= 0) {
                crossing = -1;
                request(M, o, lane, i, num, t);
                M[(q + Q_OUT) | 0] = o;
                if (CHOICE) M[(i + I_WANTS) | 0]! |= 1 << M[(q + Q_LANE) | 0]!;
              }
              if (!CHOICE) break;
              lanes &= ~(1 << lane);
              continue;
            }
            p = head;
            break;
          }
          // Why only now: an output that grants is looked at again when it is free.
          if (p < 0) {
            // Not for a lane without room: what gives it room has the output looked at.
            const open = !PAIRED
              ? -1
              : NOTE_FULL
                ? ~fullLanes[index]!
                : NOTE_STARVED && !BUFFERED
                  ? ~starvedLanes[index]!
                  : -1;
            for (; passed !== 0; passed &= passed - 1)
              if (
                !PAIRED ||
                (M[(o + P_LANES + lowestBit(passed)) | 0]! & open) !== 0
              )
                wakeInput(
                  M,
                  near,
                  nearBits,
                  far,
                  farBits,
                  bucket,
                  base + Math.imul(lowestBit(passed), PORT_WORDS),
                );
            break;
          }

          // ------------------------------------------------------------------------------ grant: the packet leaves its input
          length = ONE_LENGTH
            ? LENGTH
            : UNIFORM
              ? M[(p + K_LENGTH) | 0]!
              : lengthOn(M, p, o);
          finish = (t + length) | 0;
          let gone = finish;
          from = M[(i + I_NODE) | 0]!;
          inputGranted(index * V + lane, num);
          if (SELECT && from >= 0)
            select!.granted(from, M[(o + O_NUM) | 0]!, lane);
          if (BUFFERED) {
            const x = o + LANE0 + (LAYERED ? lane * LANE_WORDS : 0);
            M[(x + X_BUSY) | 0] = gone;
            M[(x + X_INPUT) | 0] = i;
            if (CHOICE) M[(o + LANE0 + X_TURN) | 0] = lane + 1;
            if (CHOICE && CROSSING_ORDER)
              crossingGranted(index, lane, M[(p + K_BYTES) | 0]!);
          } else if (CHOICE) M[(o + O_INPUT) | 0] = i;
          if (!LAYERED && (!MULTICAST || gone > M[(i + I_BUSY) | 0]!)) {
            M[(i + I_BUSY) | 0] = gone;
            if (CHOICE) {
              M[(i + I_READER) | 0] = o;
              M[(i + I_QUEUE) | 0] = q;
            }
          }
          const follower = M[p]!;
          let isLast = true;
          if (MULTICAST && M[(q + Q_OUT) | 0] === MANY) {
            const outNum = M[(o + O_NUM) | 0]!;
            M[(q + QX_MASK + (W === 1 ? 0 : outNum >> 5)) | 0]! &= ~(
              1 << outNum
            );
            if (M[(q + QX_END) | 0]! > gone) gone = M[(q + QX_END) | 0]!;
            M[(q + QX_END) | 0] = gone;
            const branches = M[(q + QX_BRANCHES) | 0]! - 1;
            M[(q + QX_BRANCHES) | 0] = branches;
            if (DROP) M[(q + QX_STARTED) | 0] = 1;
            if (branches > 0) {
              isLast = false;
              const copy = free;
              if (UNLIMITED && copy < 0) refuseFullPool(layout.packets);
              free = M[copy]!;
              M[(copy + 1) | 0] = M[(p + 1) | 0]!;
              M[(copy + 2) | 0] = M[(p + 2) | 0]!;
              M[(copy + 3) | 0] = M[(p + 3) | 0]!;
              M[(copy + 4) | 0] = M[(p + 4) | 0]!;
              M[(copy + 5) | 0] = M[(p + 5) | 0]!;
              M[(copy + 6) | 0] = M[(p + 6) | 0]!;
              M[(copy + 7) | 0] = M[(p + 7) | 0]!;
              if (SELECT) {
                hopsOf[((copy - FIRST_PACKET) / PACKET_WORDS) | 0] =
                  hopsOf[((p - FIRST_PACKET) / PACKET_WORDS) | 0]!;
              }
              p = copy;
              copies++;
            }
          }
          if (isLast) {
            if (LAYERED) M[(q + QX_END) | 0] = gone;
            if (QUEUES && from >= 0) {
              let able = M[(p + K_READY) | 0]!;
              if (!UNIFORM) {
                const place = placeOf(M, i, q);
                able = (able + behind[place]!) | 0;
                behind[place] = 0;
              }
              queued[M[(i + O_INDEX) | 0]!]! +=
                t - Math.max(able, countedTo[0]!);
            }
            if (PARTS && from >= 0 && remoteUp[M[(i + O_INDEX) | 0]!] !== 0) {
              // The upstream port lives in another part: it gets its credits by mail.
              const at = registers[S.R_MAIL]!;
              mail[at] = ~q;
              mail[at + 1] =
                gone + (UNIFORM ? FLIGHT : flightOf0[M[(i + O_INDEX) | 0]!]!);
              mail[at + 2] = INPUT_SLOTS
                ? 1
                : (M[(p + K_BYTES) | 0]! + 63) >> 6;
              registers[S.R_MAIL] = at + CREDIT_WORDS;
              M[(q + Q_HEAD) | 0] = follower;
              if (AHEAD) M[(q + Q_ROUTE) | 0] = 0;
              if (follower >= 0) {
                const ready = M[(follower + K_READY) | 0]!;
                put(
                  M,
                  near,
                  nearBits,
                  far,
                  farBits,
                  BUCKET_BITS,
                  bucket,
                  (q << KIND_BITS) | READY,
                  ready < gone ? gone : ready,
                );
              }
            } else if (from >= 0) {
              // The buffer is free when the tail has left; the upstream port learns of it one flight later.
              if (!UNLIMITED || lane !== MANAGEMENT_LANE) {
                let ring = M[(q + Q_RING_STATE) | 0]!;
                if (RING_FILLS && (ring & 0xffff) === RING_LENGTH) {
                  absorb(M, RING_MASK, q, t);
                  ring = M[(q + Q_RING_STATE) | 0]!;
                }
                const entry =
                  (q +
                    Q_RING +
                    RING_STEP *
                      (((ring >> 16) + (ring & 0xffff)) & RING_MASK)) |
                  0;
                const back =
                  (gone +
                    (UNIFORM ? FLIGHT : flightOf0[M[(i + O_INDEX) | 0]!]!)) |
                  0;
                M[entry] = back;
                if (RING_STEP === 2)
                  M[(entry + 1) | 0] = (M[(p + K_BYTES) | 0]! + 63) >> 6;
                M[(q + Q_RING_STATE) | 0] = (ring + 1) | 0;
                if (M[(q + Q_STARVED) | 0] === STARVED) {
                  M[(q + Q_STARVED) | 0] = PROMISED;
                  const credit = ((q + Q_CREDIT_EVENT) << KIND_BITS) | CREDIT;
                  if (NEAR) putNear(M, near, nearBits, SLOT_MASK, credit, back);
                  else
                    put(
                      M,
                      near,
                      nearBits,
                      far,
                      farBits,
                      BUCKET_BITS,
                      bucket,
                      credit,
                      back,
                    );
                }
              }
              M[(q + Q_HEAD) | 0] = follower;
              if (DROP) {
                registers[S.R_BUCKET] = bucket;
                patience.left(q, t, gone);
              }
              if (follower >= 0) {
                const ready = M[(follower + K_READY) | 0]!;
                if (AHEAD) {
                  const dlid = M[(follower + K_CLASS) | 0]! & 0xffff;
                  const port =
                    dlid < MULTICAST_FIRST
                      ? ROUTES
                        ? pieces[
                            (pieceOf[
                              (Math.imul(dlid, PER_LID) +
                                (from >> PIECE_BITS)) |
                                0
                            ]! <<
                              PIECE_BITS) |
                              (from & PIECE_MASK) |
                              0
                          ]!
                        : lft[(Math.imul(dlid, SWITCHES) + from) | 0]!
                      : NO_PATH;
                  M[(q + Q_ROUTE) | 0] =
                    port === NO_PATH
                      ? 0
                      : (M[(i + I_BASE) | 0]! + Math.imul(port, PORT_WORDS)) |
                        0;
                }
                if (NEAR) {
                  // As `putNear`.
                  const tick = ready < gone ? gone : ready;
                  const slot = tick & SLOT_MASK;
                  M[q] = near[slot]!;
                  near[slot] = (q << KIND_BITS) | READY;
                  nearBits[slot >> 5]! |= 1 << (slot & 31);
                } else
                  put(
                    M,
                    near,
                    nearBits,
                    far,
                    farBits,
                    BUCKET_BITS,
                    bucket,
                    (q << KIND_BITS) | READY,
                    ready < gone ? gone : ready,
                  );
              }
            }
          }
          // Who crosses without arbitration has not asked for it.
          if (crossing < 0) {
            if (isLast) {
              M[(q + Q_OUT) | 0] = -1;
              if (CHOICE)
                M[(i + I_WANTS) | 0]! &= ~(
                  1 << (REMAP ? M[(q + Q_LANE) | 0]! : lane)
                );
            }
            // Withdraw the request, unless another queue of the same input has the same one.
            if (!REMAP || queueWanting(i, o, lane) < 0) {
              if (PAIRED) {
                const at = (o + P_LANES + num) | 0;
                const its = M[at]! & ~(1 << lane);
                M[at] = its;
                if (its === 0) {
                  M[(o + P_ASKERS) | 0]! &= ~(1 << num);
                  M[(i + P_ASKED) | 0]! &= ~(1 << M[(o + O_NUM) | 0]!);
                }
              }
              const words = (o + REQUESTS + lane * LANE_WORDS) | 0;
              const at = W === 1 ? words : words + (num >> 5);
              const rest = M[at]! & ~(1 << num);
              M[at] = rest;
              if (rest === 0 && (W === 1 || none(M, words))) {
                if (CHOICE) M[(o + O_REQUESTED) | 0]! &= ~(1 << lane);
                else M[(o + O_REQUESTED) | 0] = 0;
              }
            }
          }
          if (!BUFFERED) break;
          // ------------------------------------------------------------------------------ into the output buffer
          if (!UNIFORM) M[(p + K_LENGTH) | 0] = length;
          const x = o + LANE0 + lane * LANE_WORDS;
          if (DELAYED) {
            const later = (t + outputDelayOf[index]!) | 0;
            if (
              EARLY &&
              M[(o + O_FILLED) | 0] === 0 &&
              M[(o + O_BUSY) | 0]! <= later &&
              later <= through &&
              later - t <= length &&
              (receiver < 0 ||
                (UNLIMITED && lane === MANAGEMENT_LANE) ||
                ((!DROP ||
                  M[(down + Q0 + lane * QUEUE_WORDS + Q_HEAD) | 0]! < 0) &&
                  takeAtHand(
                    M,
                    down + Q0 + lane * QUEUE_WORDS,
                    INPUT_SLOTS ? 1 : (M[(p + K_BYTES) | 0]! + 63) >> 6,
                    t,
                  )))
            ) {
              start = later;
              if (WAITS) dataSince[index] = later;
              if (NOTE_FULL) {
                const before = M[(o + O_SENDING) | 0]!;
                let noted = fullLanes[index]!;
                if (before >= 0) noted &= ~(1 << before);
                if (M[(x + X_USED) | 0]! + 1 >= OUTPUT_CAPACITY)
                  noted |= 1 << lane;
                fullLanes[index] = noted;
              }
              M[(o + O_SENDING) | 0] = lane;
              M[(o + O_SENDING_UNITS) | 0] = units;
              break;
            }
            M[(p + K_READY) | 0] = later;
            crossedAt[index] = t;
          }
          M[p] = -1;
          const used = M[(x + X_USED) | 0]! + units;
          M[(x + X_USED) | 0] = used;
          if (
            NOTE_FULL &&
            used +
              (M[(o + O_SENDING) | 0] === lane && M[(o + O_BUSY) | 0]! > t
                ? 1
                : 0) >=
              OUTPUT_CAPACITY
          )
            fullLanes[index]! |= 1 << lane;
          if (M[(x + X_HEAD) | 0]! < 0) {
            if (WAITS && M[(o + O_FILLED) | 0] === 0)
              dataSince[index] = DELAYED ? M[(p + K_READY) | 0]! : t;
            M[(x + X_HEAD) | 0] = p;
            M[(o + O_FILLED) | 0]! |= 1 << lane;
          } else M[M[(x + X_TAIL) | 0]!] = p;
          M[(x + X_TAIL) | 0] = p;
          p = -1;
          if (!LAYERED || crossing >= 0) break;
          lanes &= ~(1 << lane);
        }

        // -------------------------------------------------------------------------------- link: choose among the output buffers
        if (BUFFERED && (!EARLY || p < 0) && M[(o + O_BUSY) | 0]! <= t) {
          let filled = M[(o + O_FILLED) | 0]!;
          if (NOTE_STARVED) filled &= ~starvedLanes[index]!;
          // Only what crossed within the delay has yet to pass it.
          if (DELAYED && t - crossedAt[index]! < outputDelayOf[index]!) {
            for (let rest = filled; rest !== 0; rest &= rest - 1) {
              const next = lowestBit(rest);
              const ready =
                M[M[(o + LANE0 + next * LANE_WORDS + X_HEAD) | 0]! + K_READY]!;
              if (ready <= t) continue;
              filled &= ~(1 << next);
              revisit(M, near, nearBits, far, farBits, bucket, o, ready);
            }
          }
          while (filled !== 0) {
            lane = !CHOICE
              ? 0
              : MANY_LANES && (filled & (filled - 1)) === 0
                ? 31 - Math.clz32(filled)
                : MANAGED && (filled & MANAGEMENT) !== 0
                  ? MANAGEMENT_LANE
                  : pickLane(index, filled);
            p = M[(o + LANE0 + lane * LANE_WORDS + X_HEAD) | 0]!;
            if (
              receiver < 0 ||
              (UNLIMITED && lane === MANAGEMENT_LANE) ||
              takeCredit(
                M,
                near,
                nearBits,
                far,
                farBits,
                BUCKET_BITS,
                bucket,
                RING_MASK,
                down + Q0 + lane * QUEUE_WORDS,
                INPUT_SLOTS ? 1 : (M[(p + K_BYTES) | 0]! + 63) >> 6,
                t,
              )
            )
              break;
            p = -1;
            filled &= ~(1 << lane);
            if (NOTE_STARVED) starvedLanes[index]! |= 1 << lane;
          }
          if (p >= 0) {
            const x = o + LANE0 + lane * LANE_WORDS;
            const follower = M[p]!;
            M[(x + X_HEAD) | 0] = follower;
            if (follower < 0) M[(o + O_FILLED) | 0]! &= ~(1 << lane);
            const units = OUTPUT_SLOTS ? 1 : (M[(p + K_BYTES) | 0]! + 63) >> 6;
            if (M[(o + I_NODE) | 0]! >= 0) {
              const used = M[(x + X_USED) | 0]! - units;
              M[(x + X_USED) | 0] = used;
              // The space of the packet is free when its tail has left.
              if (NOTE_FULL && used + 1 < OUTPUT_CAPACITY)
                fullLanes[index]! &= ~(1 << lane);
            }
            M[(o + O_SENDING) | 0] = lane;
            M[(o + O_SENDING_UNITS) | 0] = units;
          }
        }

        // -------------------------------------------------------------------------------- transmit: the packet enters the link
        if (p >= 0) {
          if (BUFFERED) {
            length = ONE_LENGTH
              ? LENGTH
              : UNIFORM
                ? M[(p + K_LENGTH) | 0]!
                : lengthOn(M, p, o);
            finish = (start + length) | 0;
          }
          hops = (hops + 1) | 0;
          // Without output buffers, who crosses without arbitration has not waited.
          if (WAITS && (BUFFERED || crossing < 0)) {
            waited[index]! +=
              start - Math.max(M[(o + O_BUSY) | 0]!, dataSince[index]!);
            // What is still passing the delay is no data yet.
            if (BUFFERED && DELAYED) dataSince[index] = firstReady(M, o);
          }
          M[(o + O_BUSY) | 0] = finish;
          M[(o + O_PACKETS) | 0]!++;
          if (!ONE_LENGTH) M[(o + O_TICKS) | 0]! += length;
          if (CHOICE && !(MANAGED && lane === MANAGEMENT_LANE))
            laneGranted(index, lane, M[(p + K_BYTES) | 0]!);
          const endpoint = BUFFERED
            ? (M[(o + O_GROUP) | 0]! - SWITCHES) | 0
            : ~from;
          if (endpoint >= 0) {
            const birth = M[(p + K_BIRTH) | 0]!;
            // A host: draft the packet that follows on this lane.
            injected = (injected + 1) | 0;
            sums[S_INJECTED_BYTES]! += M[(p + K_BYTES) | 0]!;
            sums[S_SOURCE_WAIT]! += t - birth;
            if (
              INJECTIONS &&
              INJECTIONS_OF[(M[(p + K_CLASS) | 0]! >> 20) & 255] === 1
            ) {
              journal[(written + JOURNAL_KIND) | 0] = INJECTED;
              journal[(written + JOURNAL_TIME) | 0] = t;
              journal[(written + JOURNAL_BIRTH) | 0] = birth;
              journal[(written + JOURNAL_SOURCE) | 0] = M[(p + K_SOURCE) | 0]!;
              journal[(written + JOURNAL_PLACE) | 0] = index;
              journal[(written + JOURNAL_BYTES) | 0] = M[(p + K_BYTES) | 0]!;
              journal[(written + JOURNAL_TAG) | 0] = M[(p + K_TAG) | 0]!;
              const cls = M[(p + K_CLASS) | 0]!;
              journal[(written + JOURNAL_CLASS) | 0] =
                ((cls >> 16) & 15) | (lane << 4) | (((cls >> 20) & 255) << 8);
              written = (written + STRIDE) | 0;
            }
            const q = o + Q0 + lane * QUEUE_WORDS;
            const record = free;
            if (UNLIMITED && record < 0) refuseFullPool(layout.packets);
            const rest = M[record]!;
            const follows = pull(endpoint * V + lane, record);
            // Why one store for both: the end of a stream is rare, and a branch that is taken for the first time throws the code away.
            M[(q + Q_HEAD) | 0] = follows ? record : -1;
            if (follows) {
              free = rest;
              const ready = M[(record + K_READY) | 0]!;
              put(
                M,
                near,
                nearBits,
                far,
                farBits,
                BUCKET_BITS,
                bucket,
                (q << KIND_BITS) | READY,
                ready < finish ? finish : ready,
              );
            }
            // The traffic asked to be asked again: the slice ends before that tick.
            if (CLOSED && sources.alarm() - 1 < last) {
              last = Math.max(t, sources.alarm() - 1);
              stop = Math.min(stop, last);
            }
          }
          if (receiver < 0) {
            delivered = (delivered + 1) | 0;
            const cls = M[(p + K_CLASS) | 0]!;
            journal[(written + JOURNAL_KIND) | 0] = DELIVERED;
            journal[(written + JOURNAL_TIME) | 0] =
              finish + (UNIFORM ? FLIGHT : flightOf0[index]!) + RECEIVE;
            journal[(written + JOURNAL_BIRTH) | 0] = M[(p + K_BIRTH) | 0]!;
            journal[(written + JOURNAL_SOURCE) | 0] = M[(p + K_SOURCE) | 0]!;
            journal[(written + JOURNAL_PLACE) | 0] =
              endportOf0[~M[(down + I_NODE) | 0]!]!;
            journal[(written + JOURNAL_BYTES) | 0] = M[(p + K_BYTES) | 0]!;
            journal[(written + JOURNAL_TAG) | 0] = M[(p + K_TAG) | 0]!;
            journal[(written + JOURNAL_CLASS) | 0] =
              ((cls >> 16) & 15) | (lane << 4) | (((cls >> 20) & 255) << 8);
            written = (written + STRIDE) | 0;
            if (CLOSED && closedOf[(cls >> 20) & 255] !== 0) {
              M[(p + K_LENGTH) | 0] = endportOf0[~M[(down + I_NODE) | 0]!]!;
              registers[S.R_UNDERWAY]!++;
              put(
                M,
                near,
                nearBits,
                far,
                farBits,
                BUCKET_BITS,
                bucket,
                (p << KIND_BITS) | DELIVERY,
                finish + (UNIFORM ? FLIGHT : flightOf0[index]!) + RECEIVE,
              );
            } else {
              M[p] = free;
              free = p;
            }
          } else if (PARTS && downNode === REMOTE) {
            const at = registers[S.R_MAIL]!;
            mail[at] = down + Q0 + (CHOICE ? lane * QUEUE_WORDS : 0);
            mail[at + K_READY] = start + (UNIFORM ? HOP : hopOf0[index]!);
            mail[at + K_CLASS] = M[(p + K_CLASS) | 0]!;
            mail[at + K_LENGTH] = length;
            mail[at + K_BYTES] = M[(p + K_BYTES) | 0]!;
            mail[at + K_BIRTH] = M[(p + K_BIRTH) | 0]!;
            mail[at + K_SOURCE] = M[(p + K_SOURCE) | 0]!;
            mail[at + K_TAG] = M[(p + K_TAG) | 0]!;
            registers[S.R_MAIL] = at + PACKET_WORDS;
            registers[S.R_ABROAD]!++;
            M[p] = free;
            free = p;
          } else {
            // Why at once: nothing can stop the packet any more, so its arrival needs no event unless it becomes the head.
            const dq = (down + Q0 + (CHOICE ? lane * QUEUE_WORDS : 0)) | 0;
            let ready = (start + (UNIFORM ? HOP : hopOf0[index]!)) | 0;
            M[(p + K_READY) | 0] = ready;
            // Switches passed: none from a host to its first one.
            if (SELECT) {
              const place = ((p - FIRST_PACKET) / PACKET_WORDS) | 0;
              hopsOf[place] = endpoint >= 0 ? 0 : hopsOf[place]! + 1;
            }
            if (!UNIFORM) M[(p + K_LENGTH) | 0] = length;
            M[p] = -1;
            const tail = M[(dq + Q_TAIL) | 0]!;
            M[(dq + Q_TAIL) | 0] = p;
            if (M[(dq + Q_HEAD) | 0]! < 0) {
              M[(dq + Q_HEAD) | 0] = p;
              if (AHEAD) {
                const dlid = M[(p + K_CLASS) | 0]! & 0xffff;
                const port =
                  dlid < MULTICAST_FIRST
                    ? ROUTES
                      ? pieces[
                          (pieceOf[
                            (Math.imul(dlid, PER_LID) +
                              (downNode >> PIECE_BITS)) |
                              0
                          ]! <<
                            PIECE_BITS) |
                            (downNode & PIECE_MASK) |
                            0
                        ]!
                      : lft[(Math.imul(dlid, SWITCHES) + downNode) | 0]!
                    : NO_PATH;
                M[(dq + Q_ROUTE) | 0] =
                  port === NO_PATH
                    ? 0
                    : (M[(down + I_BASE) | 0]! + Math.imul(port, PORT_WORDS)) |
                      0;
              }
              if (DROP) {
                registers[S.R_BUCKET] = bucket;
                patience.arrived(
                  dq,
                  start + (UNIFORM ? FLIGHT : flightOf0[index]!),
                );
              }
              // Why only its own lane's packet: what another lane does meanwhile is not known yet when the network is split over threads.
              const busy = LAYERED
                ? M[(dq + QX_END) | 0]!
                : !CHOICE || M[(down + I_QUEUE) | 0] === dq
                  ? M[(down + I_BUSY) | 0]!
                  : ready;
              if (busy > ready) ready = busy;
              if (NEAR) {
                // As `putNear`.
                const slot = ready & SLOT_MASK;
                M[dq] = near[slot]!;
                near[slot] = (dq << KIND_BITS) | READY;
                nearBits[slot >> 5]! |= 1 << (slot & 31);
              } else
                put(
                  M,
                  near,
                  nearBits,
                  far,
                  farBits,
                  BUCKET_BITS,
                  bucket,
                  (dq << KIND_BITS) | READY,
                  ready,
                );
            } else M[tail] = p;
          }
        }
        // -------------------------------------------------------------------------------- somebody still waits: wake when free
        let waiting = M[(o + O_REQUESTED) | 0]!;
        if (NOTE_FULL) waiting &= fullLanes[index]!;
        if (BUFFERED)
          waiting |= NOTE_STARVED
            ? M[(o + O_FILLED) | 0]! & ~starvedLanes[index]!
            : M[(o + O_FILLED) | 0]!;
        else if (NOTE_STARVED) waiting &= ~starvedLanes[index]!;
        if (
          waiting !== 0 &&
          M[(o + O_BUSY) | 0]! > t &&
          (M[(o + O_PENDING) | 0] === 0 ||
            (DELAYED && M[(o + OUT + 1) | 0]! > M[(o + O_BUSY) | 0]!))
        ) {
          if (!DELAYED) M[(o + O_PENDING) | 0] = 1;
          if (DELAYED)
            revisit(
              M,
              near,
              nearBits,
              far,
              farBits,
              bucket,
              o,
              M[(o + O_BUSY) | 0]!,
            );
          else if (NEAR)
            putNear(
              M,
              near,
              nearBits,
              SLOT_MASK,
              ((o + OUT) << KIND_BITS) | DONE,
              M[(o + O_BUSY) | 0]!,
            );
          else
            put(
              M,
              near,
              nearBits,
              far,
              farBits,
              BUCKET_BITS,
              bucket,
              ((o + OUT) << KIND_BITS) | DONE,
              M[(o + O_BUSY) | 0]!,
            );
        }
        // Why the tests of `wakeCrossbar` here, too: mostly it has nothing to do.
        if (
          BUFFERED &&
          (LAYERED ||
            (M[(o + LANE0 + X_BUSY) | 0]! > t &&
              M[(o + LANE0 + X_PENDING) | 0] === 0)) &&
          (NOTE_FULL
            ? M[(o + O_REQUESTED) | 0]! & ~fullLanes[index]!
            : M[(o + O_REQUESTED) | 0]) !== 0
        )
          wakeCrossbar(M, near, nearBits, far, farBits, bucket, o, t);
        fastQueue = -1;
        // Why here, too: most ticks have one output to look at, and going back to the top moves a dozen variables. With one lane it gained nothing.
        if (W === 1 && ports === 0 && listed === dirty) break;
      }
      dirty = 0;
    }

    // The clock may have walked into the next bucket: what is put between slices must find that one, or it might go to the far wheel, which writes
    // where `Q_ROUTE` is. Why always: a branch that is rare throws the code away when it is taken.
    bucket = Math.max(bucket, t >> BUCKET_BITS);
    cascade(M, near, nearBits, far, farBits, BUCKET_BITS, bucket, bucket + 1);
    registers[S.R_TIME] = t;
    registers[S.R_FREE] = free;
    registers[S.R_BUCKET] = bucket;
    registers[S.R_JOURNAL] = written;
    sums[S.S_EVENTS]! += events;
    sums[S.S_HOPS]! += hops;
    sums[S.S_INJECTED]! += injected;
    sums[S.S_DELIVERED]! += delivered;
    sums[S.S_COPIES]! += copies;
  };
}
