// The five-stage switch without output buffers in plain C++: 15 data lanes served by the two tables of VL arbitration, VL15 before them and without flow
// control, round-robin among inputs, lossless credits by packets. Fabric, forwarding tables and every packet that is born come from a file that
// `apps/cli/scripts/kim-steady.ts` writes; so the work is the product's, packet by packet, and the sums must be equal. What it does not do: draft traffic,
// write a journal, observe metrics.
//
//   g++ -O3 -march=native iba.cc -o iba && ./iba FILE
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <sys/resource.h>
using i32 = int32_t;
using u32 = uint32_t;
using i64 = int64_t;
static constexpr int V = 16, MGMT = 15;
static constexpr u32 HIGH = 0x00ff, DATA = 0x7fff;
struct Pkt {
  i32 next, ready, dlid, bytes, birth, pad0, pad1, pad2;
};
struct Q {
  i32 ev, head, tail, out, cred, starved, first, count;
  i32 back[4];
  /** Of the CREDIT event; of READY far ahead: its tick. */
  i32 creditEv, when, pad0, pad1;
};
struct Walk {
  i32 lane, rest;
};
struct alignas(64) Port {
  i32 inBusy, queue, base, node, num, up, reader;
  u32 asked;
  Q q[V];
  alignas(64) i32 ev;
  i32 outBusy, pending, down, input, group, outNum;
  u32 wanted, starvedLanes, askers;
  Walk high, low;
  u32 req[V];
  u32 pair[8];
  uint8_t turn[V];
};
struct Born {
  i32 birth;
  uint16_t dlid, bytes;
};
static Port *P;
static Pkt *K;
static std::vector<i32> slot, far;
static std::vector<u32> bits;
static u32 farBits[32];
static std::vector<i32> dirtyList, baseOf;
static std::vector<u32> dirtyPorts;
static std::vector<Born> born;
static std::vector<i64> nextBorn, endBorn;
static std::vector<uint8_t> lft;
static i32 SW, FLIGHT, HOP, SEND, RECEIVE, UNIT, WEIGHT;
static constexpr int CB = 11;
static constexpr u32 WM = (2u << CB) - 1, BW = WM >> 5;
static i32 now_ = -1, freeP, curB = 0;
static i64 nEv, nHop, nDel, nIn;
static double latSum;
// Events: port, lane, kind (0 = a head is ready, 1 = a link falls idle, 2 = credits arrive).
#define EV(pi, v, k) (((pi) << 6) | ((v) << 2) | (k))
static inline void put(i32 e, i32 &link, i32 t) {
  u32 s = (u32)t & WM;
  link = slot[s];
  slot[s] = e;
  bits[s >> 5] |= 1u << (s & 31);
}
// Of READY events only: those of hosts may lie far ahead.
static inline void putFar(i32 e, Q &q, i32 t) {
  if ((t >> CB) - curB <= 1)
    return put(e, q.ev, t);
  i32 d = t >> CB;
  if (d - curB > 1023)
    d = curB + 1023;
  u32 s = d & 1023;
  q.when = t;
  q.ev = far[s];
  far[s] = e;
  farBits[s >> 5] |= 1u << (s & 31);
}
static void cascade(i32 b) {
  u32 s = b & 1023;
  i32 e = far[s];
  if (e < 0)
    return;
  far[s] = -1;
  farBits[s >> 5] &= ~(1u << (s & 31));
  while (e >= 0) {
    Q &q = P[e >> 6].q[(e >> 2) & 15];
    i32 following = q.ev;
    putFar(e, q, q.when);
    e = following;
  }
}
static bool pull(i32 source, Pkt &p) {
  if (nextBorn[source] == endBorn[source])
    return false;
  const Born &b = born[nextBorn[source]++];
  p = Pkt{-1, b.birth + SEND, b.dlid, b.bytes, b.birth, 0, 0, 0};
  return true;
}
static inline int pickLane(const Port &o, u32 lanes) {
  if (lanes >> MGMT)
    return MGMT;
  u32 high = lanes & HIGH;
  const Walk &w = high ? o.high : o.low;
  u32 ready = high ? high : lanes;
  if (w.rest > 0 && (ready >> w.lane & 1))
    return w.lane;
  u32 later = ready & (~1u << w.lane);
  return __builtin_ctz(later ? later : ready);
}
static inline void charge(Port &o, int lane, i32 blocks) {
  Walk &w = HIGH >> lane & 1 ? o.high : o.low;
  if (w.rest > 0 && w.lane == lane)
    w.rest -= blocks;
  else
    w = Walk{lane, WEIGHT - blocks};
}
static inline void request(Port &po, int lane, Port &pin) {
  po.req[lane] |= 1u << pin.num;
  po.wanted |= 1u << lane;
  po.pair[pin.num] |= 1u << lane;
  po.askers |= 1u << pin.num;
  pin.asked |= 1u << po.outNum;
}
static inline void awaitIdle(Port &po, i32 o) {
  if (po.pending)
    return;
  po.pending = 1;
  put(EV(o, 0, 1), po.ev, po.outBusy);
}
/** Credits for queue `q` that have arrived by `t`, one taken; else its CREDIT event is put as soon as one is on its way. */
static inline bool takeCredit(Q &q, i32 e, i32 t) {
  if (q.cred == 0)
    while (q.count > 0 && q.back[q.first] <= t) {
      q.cred++;
      q.first = (q.first + 1) & 3;
      q.count--;
    }
  if (q.cred > 0) {
    q.cred--;
    return true;
  }
  if (q.starved != 2) {
    q.starved = q.count > 0 ? 2 : 1;
    if (q.count > 0)
      put(e, q.creditEv, q.back[q.first]);
  }
  return false;
}
static void run(i32 end) {
  i32 t = now_;
  int dirty = 0;
  auto mark = [&](const Port &po) {
    u32 before = dirtyPorts[po.group];
    dirtyPorts[po.group] = before | 1u << po.outNum;
    dirtyList[dirty] = po.group;
    dirty += before == 0;
  };
  for (;;) {
    {
      u32 s = (t + 1) & WM, w = s >> 5, m = bits[w] & (~0u << (s & 31)), g = 0;
      while (!m && g++ <= BW) {
        w = (w + 1) & BW;
        m = bits[w];
      }
      if (!m) {
        i32 d = curB + 2, top = curB + 1025;
        while (d < top && !(farBits[(d & 1023) >> 5] >> (d & 31) & 1))
          d++;
        if (d == top || ((i64)d << CB) > end) {
          t = end;
          if (end >> CB > curB) {
            curB = end >> CB;
            cascade(curB + 1);
          }
          break;
        }
        curB = d - 1;
        cascade(d);
        t = (d << CB) - 1;
        continue;
      }
      i32 next = t + 1 + (i32)(((w << 5) + __builtin_ctz(m) - s) & WM);
      if (next > end) {
        if (end >> CB > curB) {
          curB++;
          cascade(curB + 1);
          t = (curB << CB) - 1;
          continue;
        }
        t = end;
        break;
      }
      if (next >> CB != curB) {
        curB++;
        cascade(curB + 1);
        t = (curB << CB) - 1;
        continue;
      }
      t = next;
      bits[(t & WM) >> 5] &= ~(1u << (t & 31));
    }
    i32 e = slot[t & WM];
    slot[t & WM] = -1;
    i32 fastOut = -1, fastIn = -1;
    int fastLane = 0;
    while (e >= 0) {
      nEv++;
      i32 pi = e >> 6, following;
      int v = e >> 2 & 15;
      Port &p = P[pi];
      if ((e & 3) == 0) {
        Q &q = p.q[v];
        following = q.ev;
        i32 o = p.node < 0 ? pi : p.base + lft[K[q.head].dlid * SW + p.node];
        Port &po = P[o];
        bool starved = po.starvedLanes >> v & 1, busy = po.outBusy > t;
        if (following < 0 && dirty == 0 && !busy && !starved && po.wanted == 0 && p.inBusy <= t) {
          fastOut = o;
          fastIn = pi;
          fastLane = v;
        } else {
          request(po, v, p);
          q.out = o;
          if (!starved) {
            if (busy)
              awaitIdle(po, o);
            else
              mark(po);
          }
        }
      } else if ((e & 3) == 1) {
        following = p.ev;
        p.pending = 0;
        mark(p);
        Port &in = P[p.input];
        for (u32 rest = in.asked; rest; rest &= rest - 1) {
          Port &po = P[in.base + __builtin_ctz(rest)];
          if ((po.outBusy > t && po.pending) || !(po.pair[in.num] & ~po.starvedLanes))
            continue;
          mark(po);
        }
      } else {
        Q &q = p.q[v];
        following = q.creditEv;
        q.starved = 0;
        Port &po = P[p.up];
        po.starvedLanes &= ~(1u << v);
        mark(po);
      }
      e = following;
    }
    int listed = 0;
    u32 ports = 0;
    i32 base = 0;
    for (;;) {
      i32 o = fastOut;
      bool fast = o >= 0;
      if (fast)
        fastOut = -1;
      else {
        while (!ports) {
          if (listed == dirty)
            break;
          i32 group = dirtyList[listed++];
          base = baseOf[group];
          ports = dirtyPorts[group];
          dirtyPorts[group] = 0;
        }
        if (!ports)
          break;
        o = base + __builtin_ctz(ports);
        ports &= ports - 1;
      }
      Port &po = P[o];
      if (!fast && po.outBusy > t) {
        if (po.wanted & ~po.starvedLanes)
          awaitIdle(po, o);
        continue;
      }
      Port &pd = P[po.down];
      bool toHost = pd.node < 0;
      u32 lanes = fast ? 1u << fastLane : po.wanted & ~po.starvedLanes, idle = 0, passed = 0;
      if (!fast) {
        u32 usable = 0;
        for (u32 rest = po.askers; rest; rest &= rest - 1) {
          int k = __builtin_ctz(rest);
          u32 its = po.pair[k] & lanes;
          if (!its)
            continue;
          if (P[base + k].inBusy > t)
            passed |= 1u << k;
          else {
            idle |= 1u << k;
            usable |= its;
          }
        }
        lanes = usable;
      }
      i32 granted = -1;
      int lane = fastLane;
      while (lanes) {
        i32 i = fastIn;
        if (!fast) {
          lane = pickLane(po, lanes);
          u32 asking = po.req[lane] & idle, later = asking & ~((1u << po.turn[lane]) - 1);
          i = base + __builtin_ctz(later ? later : asking);
        }
        if (!toHost && lane != MGMT && !takeCredit(pd.q[lane], EV(po.down, lane, 2), t)) {
          po.starvedLanes |= 1u << lane;
          if (fast) {
            request(po, lane, P[i]);
            P[i].q[lane].out = o;
          }
          lanes &= ~(1u << lane);
          continue;
        }
        granted = i;
        break;
      }
      if (granted < 0) {
        for (; passed; passed &= passed - 1) {
          int k = __builtin_ctz(passed);
          if (po.pair[k] & ~po.starvedLanes) {
            i32 reader = P[base + k].reader;
            Port &pr = P[reader];
            if (!pr.pending) {
              pr.pending = 1;
              put(EV(reader, 0, 1), pr.ev, P[base + k].inBusy);
            }
          }
        }
      } else {
        Port &pin = P[granted];
        Q &q = pin.q[lane];
        i32 p = q.head;
        Pkt &pk = K[p];
        i32 finish = t + pk.bytes * UNIT;
        nHop++;
        po.turn[lane] = pin.num + 1;
        po.input = granted;
        pin.inBusy = finish;
        pin.reader = o;
        pin.queue = lane;
        po.outBusy = finish;
        if (lane != MGMT)
          charge(po, lane, (pk.bytes + 63) >> 6);
        if (!fast) {
          q.out = -1;
          u32 its = po.pair[pin.num] &= ~(1u << lane);
          if (!its) {
            po.askers &= ~(1u << pin.num);
            pin.asked &= ~(1u << po.outNum);
          }
          if (!(po.req[lane] &= ~(1u << pin.num)))
            po.wanted &= ~(1u << lane);
        }
        if (pin.node >= 0) {
          if (lane != MGMT) {
            if (q.count == 4)
              while (q.count > 0 && q.back[q.first] <= t) {
                q.cred++;
                q.first = (q.first + 1) & 3;
                q.count--;
              }
            q.back[(q.first + q.count++) & 3] = finish + FLIGHT;
            if (q.starved == 1) {
              q.starved = 2;
              put(EV(granted, lane, 2), q.creditEv, finish + FLIGHT);
            }
          }
          q.head = pk.next;
          if (q.head >= 0) {
            i32 r = K[q.head].ready;
            put(EV(granted, lane, 0), q.ev, r < finish ? finish : r);
          }
        } else {
          nIn++;
          i32 record = freeP, rest = K[record].next;
          if (pull(~pin.node * V + lane, K[record])) {
            freeP = rest;
            q.head = record;
            i32 r = K[record].ready;
            putFar(EV(granted, lane, 0), q, r < finish ? finish : r);
          } else
            q.head = -1;
        }
        if (toHost) {
          nDel++;
          latSum += finish + FLIGHT + RECEIVE - pk.birth;
          pk.next = freeP;
          freeP = p;
        } else {
          Q &dq = pd.q[lane];
          i32 r = t + HOP;
          pk.ready = r;
          pk.next = -1;
          if (dq.head < 0) {
            dq.head = p;
            if (pd.queue == lane && pd.inBusy > r)
              r = pd.inBusy;
            put(EV(po.down, lane, 0), dq.ev, r);
          } else
            K[dq.tail].next = p;
          dq.tail = p;
        }
      }
      if ((po.wanted & ~po.starvedLanes) && po.outBusy > t)
        awaitIdle(po, o);
    }
    dirty = 0;
  }
  now_ = t;
}

static double cpu() {
  rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_utime.tv_sec + u.ru_stime.tv_sec + 1e-6 * (u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}
int main(int ac, char **av) {
  FILE *f = ac > 1 ? fopen(av[1], "rb") : nullptr;
  if (!f) {
    fprintf(stderr, "iba FILE\n");
    return 2;
  }
  auto words = [&](size_t n) {
    std::vector<i32> read(n);
    if (fread(read.data(), 4, n, f) != n) {
      fprintf(stderr, "the file ends early\n");
      exit(2);
    }
    return read;
  };
  std::vector<i32> head = words(12);
  i32 end = head[0], ports = head[1], hosts = head[3], lids = head[4], slots = head[10];
  SW = head[2];
  HOP = head[5];
  FLIGHT = head[6];
  SEND = head[7];
  RECEIVE = head[8];
  UNIT = head[9];
  WEIGHT = head[11];
  P = (Port *)aligned_alloc(64, sizeof(Port) * ports);
  memset((void *)P, 0, sizeof(Port) * ports);
  std::vector<i32> node = words(ports), peer = words(ports), num = words(ports), first = words(SW);
  baseOf.resize(SW + hosts);
  for (i32 p = 0; p < ports; p++) {
    Port &port = P[p];
    // Hosts count down from -1, ports of a host come after those of all switches.
    bool isHost = node[p] >= SW;
    port.node = isHost ? ~(node[p] - SW) : node[p];
    port.base = isHost ? p : first[node[p]];
    port.num = port.outNum = num[p];
    port.group = node[p];
    port.up = port.down = peer[p];
    port.input = port.reader = p;
    port.queue = -1;
    port.ev = -1;
    baseOf[node[p]] = port.base;
    for (Q &q : port.q)
      q.ev = q.creditEv = q.head = q.tail = q.out = -1, q.cred = slots;
    // The lane before the first one, with nothing left, so that the first comes first.
    port.high = Walk{7, 0};
    port.low = Walk{14, 0};
  }
  std::vector<i32> table = words((size_t)(lids + 1) * SW);
  lft.assign(table.begin(), table.end());
  std::vector<i32> counts = words((size_t)hosts * V);
  i64 all = 0;
  for (i32 count : counts) {
    nextBorn.push_back(all);
    endBorn.push_back(all += count);
  }
  born.resize(all);
  if (fread(born.data(), sizeof(Born), all, f) != (size_t)all)
    return 2;
  fclose(f);
  // Room for every buffer, every source and what VL15 may pile up.
  i32 packets = ports * V * (slots + 1) + 65536;
  K = (Pkt *)aligned_alloc(64, sizeof(Pkt) * packets);
  for (i32 k = 0; k < packets; k++)
    K[k].next = k + 1 < packets ? k + 1 : -1;
  slot.assign(WM + 1, -1);
  far.assign(1024, -1);
  bits.assign((WM + 1) >> 5, 0);
  dirtyList.resize(SW + hosts + 1);
  dirtyPorts.assign(SW + hosts, 0);
  freeP = 0;
  for (i32 p = 0; p < ports; p++)
    if (P[p].node < 0)
      for (int v = 0; v < V; v++) {
        i32 record = freeP, rest = K[record].next;
        if (!pull(~P[p].node * V + v, K[record])) {
          K[record].next = rest;
          continue;
        }
        freeP = rest;
        P[p].q[v].head = record;
        putFar(EV(p, v, 0), P[p].q[v], K[record].ready);
      }
  run(end / 2);
  i64 hops = nHop, events = nEv;
  double start = cpu();
  run(end);
  double used = cpu() - start;
  printf("{\"nsPerHop\":%.3f,\"eventsPerHop\":%.4f,\"hops\":%lld,\"sums\":{\"hops\":%lld,\"delivered\":%lld,\"injected\":%lld,\"latencyTicks\":%.0f}}\n",
         used / (nHop - hops) * 1e9, (double)(nEv - events) / (nHop - hops), (long long)(nHop - hops), (long long)nHop, (long long)nDel, (long long)nIn, latSum);
}
