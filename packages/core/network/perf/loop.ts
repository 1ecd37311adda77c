import * as kernel from "@fabriclab/kernel";
import * as spec from "@fabriclab/spec";
import { MULTICAST_LID_MIN } from "@fabriclab/units";
import { createDelivery } from "./delivery.ts";
import { createDiscard } from "./discard.ts";
import { createPatience } from "./patience.ts";
import { createLaneMap } from "./lane-map.ts";
import * as L from "./layout.ts";
import * as S from "./state.ts";
const { cascade, lowestBit, nextFarBucket, put, putNear } = kernel, KIND_BITS = kernel.EVENT_KIND_BITS, KIND_MASK = kernel.EVENT_KIND_MASK, { I_BUSY, I_READER, I_QUEUE, I_WANTS, I_UP, I_BASE, I_NODE, I_NUM } = L, { Q0, Q_HEAD, Q_TAIL, Q_OUT, Q_CREDIT, Q_STARVED, Q_RING_AT, Q_RING_COUNT, Q_CREDIT_EVENT, Q_PORT, Q_LANE, Q_RING } = L, { MANY, REMOTE, FED, STARVED, PROMISED } = L, { X_BUSY, X_PENDING, X_INPUT, X_HEAD, X_TAIL, X_USED, X_TURN, X_PORT, X_REQUESTS } = L, { PACKET_WORDS, K_READY, K_CLASS, K_LENGTH, K_BYTES, K_BIRTH, K_SOURCE, K_TAG } = L, { READY, DONE, CREDIT, CROSSED, DELIVERY, PATIENCE } = L, STRIDE = spec.JOURNAL_STRIDE, { delivered: DELIVERED, injected: INJECTED } = spec.JournalKind, { JOURNAL_KIND, JOURNAL_TIME, JOURNAL_BIRTH, JOURNAL_SOURCE, JOURNAL_PLACE, JOURNAL_BYTES, JOURNAL_TAG, JOURNAL_CLASS } = spec, MULTICAST_FIRST = MULTICAST_LID_MIN, NO_PATH = 255;
function takeCredit(M, near, nearBits, far, farBits, bucketBits, bucket, ringMask, q, units, t) {
  let credit = M[q + Q_CREDIT];
  return credit < units && (credit = absorb(M, ringMask, q, t), credit < units) ? (M[q + Q_STARVED] !== PROMISED && (M[q + Q_RING_COUNT] > 0 ? (M[q + Q_STARVED] = PROMISED, put(M, near, nearBits, far, farBits, bucketBits, bucket, q + Q_CREDIT_EVENT << KIND_BITS | CREDIT, M[q + Q_RING + 2 * M[q + Q_RING_AT]])) : M[q + Q_STARVED] = STARVED), !1) : (M[q + Q_CREDIT] = credit - units, !0);
}
function absorb(M, ringMask, q, t) {
  let credit = M[q + Q_CREDIT], count = M[q + Q_RING_COUNT], at = M[q + Q_RING_AT];
  for (; count > 0 && M[q + Q_RING + 2 * at] <= t; )
    credit += M[q + Q_RING + 2 * at + 1], at = at + 1 & ringMask, count--;
  return M[q + Q_CREDIT] = credit, M[q + Q_RING_COUNT] = count, M[q + Q_RING_AT] = at, credit;
}
function nextLane(lanes, turn) {
  const later = lanes & -1 << turn;
  return lowestBit(later !== 0 ? later : lanes);
}
function any(words) {
  for (let w = 0; w < words.length; w++) if (words[w] !== 0) return !0;
  return !1;
}
function createLoop(state) {
  const { layout, wheel } = state, PORT_WORDS = layout.portWords, QUEUE_WORDS = layout.queueWords, LANE_WORDS = layout.laneWords, RING_MASK = layout.ringLength - 1, RING_LENGTH = layout.ringLength, QX_LANE = layout.extra + L.QX_LANE, QX_BRANCHES = layout.extra + L.QX_BRANCHES, QX_END = layout.extra + L.QX_END, QX_MASK = layout.extra + L.QX_MASK, QX_STARTED = layout.extra + L.QX_STARTED, QX_TIMER = layout.extra + L.QX_TIMER, OUT = layout.out, O_BUSY = OUT + L.O_BUSY, O_PENDING = OUT + L.O_PENDING, O_DOWN = OUT + L.O_DOWN, O_INPUT = OUT + L.O_INPUT, O_GROUP = OUT + L.O_GROUP, O_NUM = OUT + L.O_NUM, O_INDEX = OUT + L.O_INDEX, O_REQUESTED = OUT + L.O_REQUESTED, O_FILLED = OUT + L.O_FILLED, O_SENDING = OUT + L.O_SENDING, O_SENDING_UNITS = OUT + L.O_SENDING_UNITS, O_PACKETS = OUT + L.O_PACKETS, O_TICKS = OUT + L.O_TICKS, LANE0 = OUT + L.O_LANES, REQUESTS = LANE0 + 0, INPUT_SLOTS = state.inputSlots, OUTPUT_SLOTS = state.outputSlots, OUTPUT_CAPACITY = state.outputCapacity, FLIGHT = state.flight, HOP = state.hop, RECEIVE = state.receive, SWITCHES = state.switchCount, FIRST_MLID = state.firstMlid, MLIDS = state.mlids, JOURNAL_LIMIT = state.journalLimit, BUCKET_BITS = wheel.bucketBits, SLOT_MASK = (2 << BUCKET_BITS) - 1, WORD_MASK = SLOT_MASK >> 5, memory0 = state.memory, near0 = wheel.near, nearBits0 = wheel.nearBits, far0 = wheel.far, farBits0 = wheel.farBits, lft0 = state.lft, mft0 = state.mft, dirtyGroups0 = state.dirtyGroups, dirtyPorts0 = state.dirtyPorts, groupBase0 = state.groupBase, journal0 = state.journal, registers = state.registers, sums = state.sums, flightOf0 = state.flightOf, hopOf0 = state.hopOf, rateNum0 = state.rateNum, rateDen0 = state.rateDen, endportOf0 = state.endportOf, showAheadOf0 = state.showAheadOf, arbiter = state.arbiter, scheduler = state.laneScheduler, sources = state.sources, { outLane, queueWanting } = createLaneMap(state), discard = createDiscard(state), deliver = createDelivery(state), patience = createPatience(state, discard), closedOf = state.closedOf, mail = state.mail?.words ?? new Int32Array(0), remoteUp = state.mail?.remoteUp ?? new Uint8Array(0), scratch = new Int32Array(1);
  const turn0 = new Uint8Array(4096);
  function mark(M, dirtyGroups, dirtyPorts, dirty, o) {
    const group = M[o + O_GROUP], num = M[o + O_NUM];
    {
      const ports = dirtyPorts[group];
      if (dirtyPorts[group] = ports | 1 << num, ports !== 0) return dirty;
    }
    return dirtyGroups[dirty] = group, dirty + 1;
  }
  function markWanted(M, dirtyGroups, dirtyPorts, dirty, i) {
    for (let wants = M[i + I_WANTS]; wants !== 0; wants &= wants - 1) {
      const q = i + Q0 + lowestBit(wants) * QUEUE_WORDS, o = M[q + Q_OUT];
      o >= 0 && (dirty = mark(M, dirtyGroups, dirtyPorts, dirty, o));
    }
    return dirty;
  }
  function request(M, o, lane, num) {
    M[o + REQUESTS + lane * LANE_WORDS + 0] |= 1 << num, M[o + O_REQUESTED] |= 1 << lane;
  }
  function none(M, at) {
    for (let w = 0; w < 1; w++) if (M[at + w] !== 0) return !1;
    return !0;
  }
  function wakeCrossbar(M, near, nearBits, far, farBits, bucket, o, t) {
    for (let lane = 0; lane < 1; lane++) {
      const x = o + LANE0 + lane * LANE_WORDS, busy = M[x + X_BUSY];
      busy <= t || M[x + X_PENDING] !== 0 || M[o + O_PENDING] !== 0 && M[o + O_BUSY] === busy || (M[x + X_PENDING] = 1, put(M, near, nearBits, far, farBits, BUCKET_BITS, bucket, x << KIND_BITS | CROSSED, busy));
    }
  }
  function tailArrival(M, i, p) {
    const up = M[M[i + I_UP] + O_INDEX];
    return M[p + K_READY] - hopOf0[up] + flightOf0[up] + M[p + K_LENGTH];
  }
  function lengthOn(M, p, o) {
    const index = M[o + O_INDEX];
    return Math.ceil(M[p + K_BYTES] * rateNum0[index] / rateDen0[index]);
  }
  function underrun(M, i, p, w, mask) {
    let start = -2147483648;
    const tail = mask === 0 ? 0 : tailArrival(M, i, p);
    for (; mask !== 0; mask &= mask - 1)
      start = Math.max(start, tail - lengthOn(M, p, M[i + I_BASE] + (32 * w + lowestBit(mask)) * PORT_WORDS));
    return start;
  }
  return function(end, hopLimit) {
    const turn = turn0, M = memory0, near = near0, nearBits = nearBits0, far = far0, farBits = farBits0, lft = lft0, dirtyGroups = dirtyGroups0, dirtyPorts = dirtyPorts0, groupBase = groupBase0, journal = journal0;
    let t = registers[S.R_TIME], free = registers[S.R_FREE], bucket = registers[S.R_BUCKET], written = registers[S.R_JOURNAL], events = 0, hops = 0, injected = 0, delivered = 0, copies = 0, dirty = 0;
    for (; !(hops >= hopLimit || written >= JOURNAL_LIMIT); ) {
      const from = t + 1 & SLOT_MASK;
      let word = from >> 5, found = nearBits[word] & -1 << (from & 31);
      for (let step = 0; found === 0 && step <= WORD_MASK; step++)
        word = word + 1 & WORD_MASK, found = nearBits[word];
      if (found === 0) {
        const b = nextFarBucket(farBits, bucket);
        if (b < 0 || b << BUCKET_BITS > end) {
          t = end, end >> BUCKET_BITS > bucket && (bucket = end >> BUCKET_BITS, cascade(M, near, nearBits, far, farBits, BUCKET_BITS, bucket, bucket + 1));
          break;
        }
        bucket = b - 1, cascade(M, near, nearBits, far, farBits, BUCKET_BITS, bucket, b), t = (b << BUCKET_BITS) - 1;
        continue;
      }
      const lowest = found & -found, slot = (word << 5) + (31 - Math.clz32(lowest)), next = t + 1 + (slot - from & SLOT_MASK);
      if (next > end) {
        t = end;
        break;
      }
      if (next >> BUCKET_BITS !== bucket) {
        bucket++, cascade(M, near, nearBits, far, farBits, BUCKET_BITS, bucket, bucket + 1), t = next >> BUCKET_BITS !== bucket ? (bucket + 1 << BUCKET_BITS) - 1 : (bucket << BUCKET_BITS) - 1;
        continue;
      }
      t = next, nearBits[word] = nearBits[word] & ~lowest;
      let event = near[slot];
      near[slot] = -1;
      let fastOut = -1, fastQueue = -1, fastLane = 0;
      do {
        const at = event >> KIND_BITS, kind = event & KIND_MASK;
        if (event = M[at], events++, kind === READY) {
          const q = at, p = M[q + Q_HEAD], inLane = 0, i = q - Q0, node = M[i + I_NODE], num = M[i + I_NUM];
          let o = i, lane = inLane;
          if (node >= 0) {
            const dlid = M[p + K_CLASS] & 65535, port = dlid < MULTICAST_FIRST ? lft[Math.imul(dlid, SWITCHES) + node] : NO_PATH;
            if (port === NO_PATH) {
              registers[S.R_FREE] = free, registers[S.R_BUCKET] = bucket, registers[S.R_JOURNAL] = written, discard(q, t), free = registers[S.R_FREE], written = registers[S.R_JOURNAL];
              continue;
            }
            o = M[i + I_BASE] + Math.imul(port, PORT_WORDS);
          }
          M[o + O_BUSY] > t ? (request(M, o, lane, num), M[q + Q_OUT] = o, M[o + O_PENDING] === 0 && (M[o + O_PENDING] = 1, putNear(M, near, nearBits, SLOT_MASK, o + OUT << KIND_BITS | DONE, M[o + O_BUSY]))) : event < 0 && dirty === 0 && M[o + O_REQUESTED] === 0 ? (fastOut = o, fastQueue = q, fastLane = lane) : (request(M, o, lane, num), M[q + Q_OUT] = o, dirty = mark(M, dirtyGroups, dirtyPorts, dirty, o));
        } else if (kind === DONE) {
          const o = at - OUT;
          M[o + O_PENDING] = 0, dirty = mark(M, dirtyGroups, dirtyPorts, dirty, o);
        } else if (kind === CREDIT) {
          const q = at - Q_CREDIT_EVENT;
          M[q + Q_STARVED] = FED, dirty = mark(M, dirtyGroups, dirtyPorts, dirty, M[q - Q0 + I_UP]);
        } else M[at + X_PENDING] = 0, dirty = mark(M, dirtyGroups, dirtyPorts, dirty, M[at + X_PORT]);
      } while (event >= 0);
      let listed = 0, group = 0, ports = 0, portWord = 1, base = 0;
      for (; ; ) {
        let o = fastOut;
        const fast = o >= 0;
        if (fast) fastOut = -1;
        else {
          for (; ports === 0 && listed !== dirty; )
            group = dirtyGroups[listed], listed++, base = groupBase[group], ports = dirtyPorts[group], dirtyPorts[group] = 0;
          if (ports === 0) break;
          if (o = base + Math.imul(31 - Math.clz32(ports & -ports), PORT_WORDS), ports &= ports - 1, M[o + O_BUSY] > t) {
            M[o + O_REQUESTED] !== 0 && M[o + O_PENDING] === 0 && (M[o + O_PENDING] = 1, putNear(M, near, nearBits, SLOT_MASK, o + OUT << KIND_BITS | DONE, M[o + O_BUSY]));
            continue;
          }
        }
        const down = M[o + O_DOWN], toHost = M[down + I_NODE] < 0 && !0, index = M[o + O_INDEX];
        let p = -1, lane = fastLane, lanes = M[o + O_REQUESTED], crossing = fast && fastQueue >= 0;
        for (; ; ) {
          let q = fastQueue, i = 0, num = 0, units = 0;
          for (p = -1; crossing || lanes !== 0; ) {
            let requests = 0;
            if (crossing ? (i = q - Q0, num = M[i + I_NUM]) : lane = 0, !crossing) {
              const words = o + REQUESTS + lane * LANE_WORDS;
              for (requests = M[words], q = -1; requests !== 0; ) {
                num = (31 - Math.clz32((requests & (-1 << turn[index]) || requests) & -(requests & (-1 << turn[index]) || requests))), i = base + Math.imul(num, PORT_WORDS), q = i + Q0;
                break;
              }
              if (q < 0) {
                lanes &= ~(1 << lane);
                continue;
              }
            }
            const head = M[q + Q_HEAD];
            let room = !0;
            if (!toHost) {
              const dq = down + Q0 + 0, need = INPUT_SLOTS ? 1 : M[head + K_BYTES] + 63 >> 6, credit = M[dq + Q_CREDIT];
              credit >= need ? M[dq + Q_CREDIT] = credit - need : room = takeCredit(M, near, nearBits, far, farBits, BUCKET_BITS, bucket, RING_MASK, dq, need, t);
            }
            if (!room) {
              crossing && (crossing = !1, request(M, o, lane, num), M[q + Q_OUT] = o), lanes &= ~(1 << lane);
              continue;
            }
            p = head;
            break;
          }
          if (p < 0) break;
          const length = M[p + K_LENGTH];
          let finish = t + length;
          turn[index] = num + 1, M[o + O_INPUT] = i, M[i + I_BUSY] = finish;
          const follower = M[p];
          if (!0 && (M[q + Q_OUT] = -1, M[i + I_NODE] >= 0)) {
            M[q + Q_RING_COUNT] === RING_LENGTH && absorb(M, RING_MASK, q, t);
            const count = M[q + Q_RING_COUNT], entry = q + Q_RING + 2 * (M[q + Q_RING_AT] + count & RING_MASK), back = finish + FLIGHT;
            if (M[entry] = back, M[entry + 1] = INPUT_SLOTS ? 1 : M[p + K_BYTES] + 63 >> 6, M[q + Q_RING_COUNT] = count + 1, M[q + Q_STARVED] === STARVED) {
              M[q + Q_STARVED] = PROMISED;
              const credit = q + Q_CREDIT_EVENT << KIND_BITS | CREDIT;
              putNear(M, near, nearBits, SLOT_MASK, credit, back);
            }
            if (M[q + Q_HEAD] = follower, follower >= 0) {
              const ready = M[follower + K_READY];
              putNear(M, near, nearBits, SLOT_MASK, q << KIND_BITS | READY, ready < finish ? finish : ready);
            }
          }
          if (!crossing) {
            const words = o + REQUESTS + lane * LANE_WORDS;
            M[words + 0] &= ~(1 << num), M[words] === 0 && (M[o + O_REQUESTED] &= ~(1 << lane));
          }
          break;
        }
        if (p >= 0) {
          const length = M[p + K_LENGTH], finish = t + length;
          hops++, M[o + O_BUSY] = finish, M[o + O_PACKETS]++, M[o + O_TICKS] += length;
          const sender = M[o + I_NODE], cls = M[p + K_CLASS], birth = M[p + K_BIRTH];
          if (sender < 0) {
            injected++, journal[written + JOURNAL_KIND] = INJECTED, journal[written + JOURNAL_TIME] = t, journal[written + JOURNAL_BIRTH] = birth, journal[written + JOURNAL_SOURCE] = M[p + K_SOURCE], journal[written + JOURNAL_PLACE] = index, journal[written + JOURNAL_BYTES] = M[p + K_BYTES], journal[written + JOURNAL_TAG] = M[p + K_TAG], journal[written + JOURNAL_CLASS] = cls >> 16 & 15 | lane << 4 | (cls >> 20 & 255) << 8, written += STRIDE;
            const q = o + Q0 + lane * QUEUE_WORDS, record = free, rest = M[record];
            if (sources.pull(~sender * 1 + lane, record)) {
              free = rest, M[q + Q_HEAD] = record;
              const ready = M[record + K_READY];
              put(M, near, nearBits, far, farBits, BUCKET_BITS, bucket, q << KIND_BITS | READY, ready < finish ? finish : ready);
            } else
              M[q + Q_HEAD] = -1;
          }
          if (toHost)
            delivered++, journal[written + JOURNAL_KIND] = DELIVERED, journal[written + JOURNAL_TIME] = finish + FLIGHT + RECEIVE, journal[written + JOURNAL_BIRTH] = birth, journal[written + JOURNAL_SOURCE] = M[p + K_SOURCE], journal[written + JOURNAL_PLACE] = endportOf0[~M[down + I_NODE]], journal[written + JOURNAL_BYTES] = M[p + K_BYTES], journal[written + JOURNAL_TAG] = M[p + K_TAG], journal[written + JOURNAL_CLASS] = cls >> 16 & 15 | lane << 4 | (cls >> 20 & 255) << 8, written += STRIDE, M[p] = free, free = p;
          else {
            const dq = down + Q0 + 0;
            let ready = t + HOP;
            M[p + K_READY] = ready, M[p] = -1;
            const tail = M[dq + Q_TAIL];
            if (M[dq + Q_TAIL] = p, M[dq + Q_HEAD] < 0) {
              M[dq + Q_HEAD] = p;
              const busy = M[down + I_BUSY];
              busy > ready && (ready = busy), putNear(M, near, nearBits, SLOT_MASK, dq << KIND_BITS | READY, ready);
            } else M[tail] = p;
          }
        }
        (M[o + O_REQUESTED] | 0) !== 0 && M[o + O_BUSY] > t && M[o + O_PENDING] === 0 && (M[o + O_PENDING] = 1, putNear(M, near, nearBits, SLOT_MASK, o + OUT << KIND_BITS | DONE, M[o + O_BUSY])), fastQueue = -1;
      }
      dirty = 0;
    }
    registers[S.R_TIME] = t, registers[S.R_FREE] = free, registers[S.R_BUCKET] = bucket, registers[S.R_JOURNAL] = written, sums[S.S_EVENTS] += events, sums[S.S_HOPS] += hops, sums[S.S_INJECTED] += injected, sums[S.S_DELIVERED] += delivered, sums[S.S_COPIES] += copies;
  };
}
export {
  createLoop
};
