import {
  EVENT_KIND_BITS,
  lowestBit,
  nextFarBucket,
  put,
  type Wheel,
} from "@fabriclab/kernel";
import { FabricError } from "@fabriclab/units";
import { buildState } from "./build.ts";
import { networkFrom } from "./create.ts";
import { createCreditRing } from "./credit-ring.ts";
import { holds } from "./diagnose.ts";
import type { Hold } from "./wait-graph.ts";
import * as L from "./layout.ts";
import { createLoop, type Loop } from "./loop.ts";
import type { Network, NetworkConfig, Partition } from "./network.ts";
import { REBASE_TICKS } from "./rebase.ts";
import {
  R_ABROAD,
  R_BUCKET,
  R_FREE,
  R_MAIL,
  R_TIME,
  type NetworkState,
} from "./state.ts";
import { byteTimeRatio, lengthTicks, ticksOf } from "./timing.ts";

/**
 * One network on several threads. The switches are split into parts; each thread runs its own loop on its own part and they exchange packets
 * and credits over the links between parts by mail, once per *window*.
 *
 * A window is as long as the *lookahead*: nothing that a part does can matter to another one sooner. A packet granted at t can be granted in
 * the next switch at t + flight + routing delay at the earliest, and its credit returns at t + length + flight, with the length that it has on the
 * link by which it leaves: both are known, and mailed, at the grant. So within a window the parts are independent, and the results are bit for bit those of one thread. Windows in which nothing
 * happens are skipped: every part publishes the tick of its next event, and the next window ends a lookahead after the earliest.
 *
 * Message, `PACKET_WORDS` words: a packet (word 0 = the queue it enters, the others as in a packet record), or credits (word 0 = ~queue, then
 * tick and units). All parts build the same memory layout, so that offsets mean the same everywhere.
 */
export interface Exchange {
  /** One mailbox per part, shared by all, of {@link mailboxWords} words. */
  readonly mailboxes: readonly Int32Array[];
  /** Returns when every part has called it as often as this one. */
  readonly barrier: { wait(): void };
}

/** Words before the messages of a mailbox half: end of the messages, next tick. */
const HEADER = 2;

/** Ticks in which no part can disturb another, and how many messages they can send each other in that time. */
function lookaheadOf(
  config: NetworkConfig,
  partOf: Uint8Array,
): { ticks: number; messages: number } {
  const { fabric, tickPs, link, traffic } = config;
  const minBytes = Math.min(...traffic.map((t) => t.minPacketBytes));
  const lanes = config.switchModels[0]!.lanes;
  /** Ticks of the shortest packet on the link of a port. */
  const lengthAt = (port: number): number => {
    const l = fabric.portLink[port]!;
    const rate =
      link?.byteTimePs === undefined
        ? { num: fabric.linkBytePsNum[l]!, den: fabric.linkBytePsDen[l]! }
        : byteTimeRatio(link.byteTimePs);
    return lengthTicks(minBytes, rate, tickPs);
  };
  /** The same on the fastest link of a switch. */
  const shortestAt = (sw: number): number => {
    let least = Infinity;
    for (let p = fabric.portStart[sw]!; p < fabric.portStart[sw + 1]!; p++)
      if (fabric.portPeer[p]! >= 0) least = Math.min(least, lengthAt(p));
    return least;
  };
  const boundary: number[] = [];
  let ticks = Infinity;
  let shortest = Infinity;
  for (let port = 0; port < fabric.portCount; port++) {
    const peer = fabric.portPeer[port]!;
    if (peer < 0) continue;
    const receiver = fabric.portNode[peer]!;
    if (partOf[fabric.portNode[port]!] === partOf[receiver]) continue;
    if (
      fabric.portNode[port]! >= fabric.switchCount ||
      receiver >= fabric.switchCount
    ) {
      throw new FabricError({
        code: "E_NETWORK_PARTITION",
        message: "a host and its switch are in different parts",
        got: fabric.nodeName[receiver] ?? String(receiver),
        expected: "hosts in the part of their switch",
      });
    }
    boundary.push(port);
    const l = fabric.portLink[port]!;
    const model = config.switchModels[config.modelOf?.[receiver] ?? 0]!;
    const flight = ticksOf(
      link?.flightPs ?? fabric.linkFlightPs[l]!,
      tickPs,
      "flight time of a link",
    );
    // Why the fastest link there, too: the credit returns when the packet has left by whichever link it takes.
    const length = shortestAt(receiver);
    shortest = Math.min(shortest, length, lengthAt(port));
    ticks = Math.min(
      ticks,
      flight +
        ticksOf(
          model.idleRoutingDelay ?? model.routingDelay,
          tickPs,
          "routing delay",
        ),
      flight + length,
    );
  }
  // Why not for ever: a part that waits must see a sign of the others now and then.
  if (boundary.length === 0) return { ticks: 1 << 16, messages: 0 };
  return {
    ticks,
    messages: boundary.length * (1 + lanes) * (Math.ceil(ticks / shortest) + 2),
  };
}

/** Length of each mailbox in words; allocate them as `Int32Array`s on `SharedArrayBuffer`s. */
export function mailboxWords(
  config: NetworkConfig,
  partOf: Uint8Array,
): number {
  return 2 * (HEADER + L.PACKET_WORDS * lookaheadOf(config, partOf).messages);
}

/** Sleeps of `SLEEP_MS` without a sign of another part, after which it is taken for dead. */
const SLEEPS = 240;
const SLEEP_MS = 500;

/** Looks at another part's word before sleeping. */
const MOST_SPINS = 4000;
const FEWEST_SPINS = 64;

/** Words of a barrier's shared memory. */
export const barrierWords = (parts: number): number => parts + 2;

/**
 * A barrier for `parts` threads: spins for a while, then sleeps. For how long depends on how it went lately: where every part has a core, the
 * others come within a microsecond and spinning is by far the fastest; where they share cores, spinning keeps them from coming at all.
 *
 * @param words shared; one word per part, one for the number of parts that sleep, and one more: what is not 0 there, set by a part that fails,
 * releases all others
 * @throws FabricError `E_NETWORK_PART_LOST` when another part has failed, or gives no sign for two minutes
 */
export function createBarrier(
  words: Int32Array,
  part: number,
  parts: number,
): { wait(): void } {
  let spins = MOST_SPINS;
  let round = 0;
  const sleepers = parts;
  const stopped = (): boolean => Atomics.load(words, parts + 1) !== 0;
  const lost = (other: number): never => {
    throw new FabricError({
      code: "E_NETWORK_PART_LOST",
      message: "another part of the network has stopped",
      got: `part ${other} of ${parts}`,
      expected: "all parts running",
    });
  };
  return {
    wait() {
      round = (round + 1) | 0;
      Atomics.store(words, part, round);
      // Why the question: waking nobody costs a tenth of a microsecond, as much as two packet-hops.
      if (Atomics.load(words, sleepers) !== 0) Atomics.notify(words, part);
      for (let other = 0; other < parts; other++) {
        if (other === part) continue;
        let seen = Atomics.load(words, other);
        for (let spin = 0; ((seen - round) | 0) < 0 && spin < spins; spin++)
          seen = Atomics.load(words, other);
        spins =
          ((seen - round) | 0) < 0
            ? Math.max(FEWEST_SPINS, spins >> 1)
            : Math.min(MOST_SPINS, spins << 1);
        for (let sleeps = 0; ((seen - round) | 0) < 0; sleeps++) {
          Atomics.add(words, sleepers, 1);
          if (stopped() || sleeps === SLEEPS) lost(other);
          Atomics.wait(words, other, seen, SLEEP_MS);
          Atomics.sub(words, sleepers, 1);
          seen = Atomics.load(words, other);
        }
      }
    },
  };
}

/**
 * Splits switches into `parts` runs of consecutive numbers of about equal size; a host goes with its switch. Good for meshes in row order.
 */
export function splitInOrder(
  config: Pick<NetworkConfig, "fabric">,
  parts: number,
): Uint8Array {
  const { fabric } = config;
  const partOf = new Uint8Array(fabric.nodeCount);
  for (let sw = 0; sw < fabric.switchCount; sw++)
    partOf[sw] = Math.floor((sw * parts) / fabric.switchCount);
  for (let node = fabric.switchCount; node < fabric.nodeCount; node++) {
    for (
      let port = fabric.portStart[node]!;
      port < fabric.portStart[node + 1]!;
      port++
    ) {
      const peer = fabric.portPeer[port]!;
      if (peer >= 0) {
        partOf[node] = partOf[fabric.portNode[peer]!]!;
        break;
      }
    }
  }
  return partOf;
}

/** A part of a split network. */
export interface NetworkPart extends Network {
  /** Buffers of this part whose heads wait; {@link findCycle} on those of all parts sees what `diagnose`, which sees one part, cannot. */
  holds(): readonly Hold[];
}

/**
 * One part of a split network, as a {@link Network}. All parts must be run to the same ticks in the same order, each on its own thread (`run`
 * waits for the others). Counts, journal and counters are those of this part: add them up. `diagnose` sees no cycle that crosses parts: use
 * `holds`.
 */
export function createPart(
  config: NetworkConfig & { readonly partition: Partition },
  exchange: Exchange,
  loopFactory: (state: NetworkState) => Loop = createLoop,
): NetworkPart {
  const { partOf, part } = config.partition;
  const own = exchange.mailboxes[part]!;
  const half = own.length / 2;
  const lookahead = lookaheadOf(config, partOf).ticks;
  if (!(lookahead >= 1))
    throw new FabricError({
      code: "E_NETWORK_PARTITION",
      message: "no lookahead between the parts",
      got: `${lookahead} ticks`,
      expected: "at least 1",
    });
  const state = buildState(config, { words: own, lookahead });
  const { registers, memory: M, layout, wheel } = state;
  const ring = createCreditRing(state);
  const partOfPort = (record: number): number =>
    partOf[
      config.fabric.portNode[(record - layout.firstPort) / layout.portWords]!
    ]!;
  let parity = 0;
  /** Absolute tick. */
  let windowEnd = -1;
  registers[R_MAIL] = HEADER;
  const post = (event: number, tick: number): void =>
    put(
      M,
      wheel.near,
      wheel.nearBits,
      wheel.far,
      wheel.farBits,
      wheel.bucketBits,
      registers[R_BUCKET]!,
      event,
      tick,
    );

  function receiveCredits(q: number, tick: number, units: number): void {
    if (ring.count(q) === layout.ringLength) ring.absorb(q, registers[R_TIME]!);
    if (!ring.push(q, tick, units))
      throw new FabricError({
        code: "E_NETWORK_INVARIANT",
        message: "broken invariant: the credit ring does not overflow",
        got: String(ring.count(q)),
        hint: "please report this as a bug",
      });
    if (M[q + L.Q_STARVED] === L.STARVED) {
      M[q + L.Q_STARVED] = L.PROMISED;
      post(((q + L.Q_CREDIT_EVENT) << EVENT_KIND_BITS) | L.CREDIT, tick);
    }
  }

  function receivePacket(mail: Int32Array, at: number): void {
    const q = mail[at]!;
    const p = registers[R_FREE]!;
    registers[R_FREE] = M[p]!;
    registers[R_ABROAD]!--;
    M[p] = -1;
    for (let word = 1; word < L.PACKET_WORDS; word++)
      M[p + word] = mail[at + word]!;
    const tail = M[q + L.Q_TAIL]!;
    M[q + L.Q_TAIL] = p;
    if (M[q + L.Q_HEAD]! >= 0) {
      M[tail] = p;
      return;
    }
    M[q + L.Q_HEAD] = p;
    if (state.ahead) M[q + L.Q_ROUTE] = 0;
    const i = M[q + L.Q_PORT]!;
    const busy = state.layered
      ? M[q + layout.extra + L.QX_END]!
      : layout.lanes === 1 || M[i + L.I_QUEUE] === q
        ? M[i + L.I_BUSY]!
        : 0;
    post(q << EVENT_KIND_BITS, Math.max(M[p + L.K_READY]!, busy));
  }

  function swap(): void {
    const start = parity * half;
    const end = registers[R_MAIL]!;
    let soonest = nextTick(wheel, registers[R_TIME]!, registers[R_BUCKET]!);
    for (let at = start + HEADER; at < end; at += L.PACKET_WORDS)
      soonest = Math.min(soonest, own[at + 1]!);
    own[start] = end;
    own[start + 1] = soonest;
    exchange.barrier.wait();
    const { mailboxes } = exchange;
    for (let other = 0; other < mailboxes.length; other++) {
      const mail = mailboxes[other]!;
      soonest = Math.min(soonest, mail[start + 1]!);
      const last = other === part ? 0 : mail[start]!;
      for (let at = start + HEADER; at < last; at += L.PACKET_WORDS) {
        const word = mail[at]!;
        const q = word >= 0 ? word : ~word;
        // A packet is for the part that owns its queue, credits for the part that sends into it.
        const record = q - ((q - layout.firstPort) % layout.portWords);
        if (word >= 0) {
          if (partOfPort(record) === part) receivePacket(mail, at);
        } else if (partOfPort(M[record + L.I_UP]!) === part)
          receiveCredits(q, mail[at + 1]!, mail[at + 2]!);
      }
    }
    parity = 1 - parity;
    registers[R_MAIL] = parity * half + HEADER;
    windowEnd =
      state.clock.base + Math.min(soonest + lookahead - 1, REBASE_TICKS);
  }

  const network = networkFrom(config, state, loopFactory, {
    end(until) {
      const { base } = state.clock;
      const now = base + registers[R_TIME]!;
      if (windowEnd <= now) windowEnd = now + lookahead;
      windowEnd = Math.min(windowEnd, base + until, base + REBASE_TICKS);
      return windowEnd - base;
    },
    exchange: swap,
  });
  return Object.assign(network, { holds: () => holds(state, config) });
}

/** A tick not after the next event, Infinity when there is none. */
function nextTick(wheel: Wheel, now: number, bucket: number): number {
  const mask = (2 << wheel.bucketBits) - 1;
  const from = (now + 1) & mask;
  let word = from >> 5;
  let bits = wheel.nearBits[word]! & (-1 << (from & 31));
  for (let step = 0; bits === 0 && step <= mask >> 5; step++) {
    word = (word + 1) & (mask >> 5);
    bits = wheel.nearBits[word]!;
  }
  const far = nextFarBucket(wheel.farBits, bucket);
  const farTick = far < 0 ? Infinity : far << wheel.bucketBits;
  if (bits === 0) return Math.max(farTick, now + 1);
  return Math.min(
    now + 1 + (((word << 5) + lowestBit(bits) - from) & mask),
    farTick,
  );
}
