// The yardstick: the packet engine's algorithm (lazy events, two-phase ticks, two-level timing wheel) in plain C++, for a K x K mesh with
// uniform Poisson traffic and packets of one size. `pnpm bench network` compiles it, runs it interleaved with the product and compares the sums.
//
//   g++ -O3 -march=native -DVL=1 yardstick.cc -o yardstick && ./yardstick bytes=256 load=0.15 hops=16e6
//
// VL = virtual lanes (1, 2, 4, 8 or 16). Times are nanoseconds of simulated time; wraps after 2^31 of them.
//
// -DWAITS=1: with several lanes, events for just what the product waits for, so that their number is the product's, too (packets pass at the same
// times in any case): an input that is busy with another lane is waited for only by an output that grants nobody, and only once a packet is there,
// since parts of a network do not know of each other's inputs; and an output tries no further input of a lane without credits.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>
#include <sys/mman.h>
#include <sys/resource.h>
#ifndef VL
#define VL 1
#endif
#ifndef WAITS
#define WAITS 0
#endif
#ifndef RING
#define RING 4 // power of two
#endif
using i32 = int32_t;
using u32 = uint32_t;
static constexpr int V = VL, R = RING;
struct Pkt {
  i32 next, dst, len, blk, birth, ready, hops, pad;
};
struct Q {
  i32 ev, head, tail, out, cred, crs, crh, crn;
  i32 rt[R], rb[R];
};
struct OV {
  i32 ev, req, rr, pad;
};
struct alignas(64) Port {
  // input role
  i32 inBusy, curOut, up, base, kloc, node, host, curVL;
  Q q[V];
  // output role
  alignas(64) i32 ev;
  i32 outBusy, rrVL, done, down, curIn, onode, okloc;
  OV ov[V];
};
static i32 *dmask_, *nbase;
static Port *P;
static Pkt *K;
static uint8_t *lft;
static i32 *dlist, *srcRng;
static i32 *slot_, *slot2;
static u32 *bits_, *bits2;
static int LB, FLY, HOP, LEN, BLK, NSW, NH1, WB, CB;
static double MEAN;
static i32 now_ = 0, freeP, curB = 0;
static int64_t nEv, nHop, nDel, nIn, latCnt;
static double latSum;
static i32 latMax;
static i32 WARM;
static inline u32 rng(i32 &s) {
  s = (i32)((u32)s + 0x6D2B79F5u);
  u32 a = (u32)s;
  u32 z = (a ^ (a >> 15)) * (1u | a);
  z ^= z + (z ^ (z >> 7)) * (61u | z);
  return z ^ (z >> 14);
}
// event ids: port<<8 | vl<<2 | kind
static inline i32 &linkOf(i32 e) {
  Port &p = P[e >> 6];
  int v = V == 1 ? 0 : (e >> 2) & 15;
  int k = e & 3;
  return k == 0 ? p.q[v].ev : k == 1 ? p.ev : p.ov[v].ev;
}
static inline void put(i32 e, i32 &lnk, i32 t) {
  u32 s = (u32)t & ((1u << WB) - 1);
  lnk = slot_[s];
  slot_[s] = e;
  bits_[s >> 5] |= 1u << (s & 31);
}
static inline void putFar(i32 e, i32 &lnk, i32 t) {
  if ((t >> CB) - curB <= 1)
    put(e, lnk, t);
  else {
    i32 d = (t >> CB);
    if (d - curB > 1023)
      d = curB + 1023;
    u32 s = d & 1023;
    lnk = slot2[s];
    slot2[s] = e;
    bits2[s >> 5] |= 1u << (s & 31);
  }
}
#define EV(pi, v, k) (((pi) << 6) | ((v) << 2) | (k))
static void run(i32 tEnd) {
  i32 t = now_;
  int dn = 0;
  const u32 WM = (1u << WB) - 1, BW = WM >> 5;
  i32 fr = freeP;
  auto dirty = [&](i32 o) {
    Port &po = P[o];
    i32 n = po.onode;
    i32 dm = dmask_[n];
    dlist[dn] = n;
    dn += dm == 0;
    dmask_[n] = dm | (1 << po.okloc);
  };
  auto awaitInput = [&](Port & pin) __attribute__((always_inline)) {
    Port &co = P[pin.curOut];
    if (!co.done) {
      co.done = 1;
      put(EV(pin.curOut, 0, 1), co.ev, pin.inBusy);
    }
  };
  auto cascade = [&](i32 b) {
    u32 s = b & 1023;
    i32 e = slot2[s];
    if (e < 0)
      return;
    slot2[s] = -1;
    bits2[s >> 5] &= ~(1u << (s & 31));
    while (e >= 0) {
      i32 &l = linkOf(e);
      i32 en = l;
      i32 r = K[P[e >> 6].q[V == 1 ? 0 : (e >> 2) & 15].head].ready;
      putFar(e, l, r);
      e = en;
    }
  };
  auto grant = [&](Port & po, i32 o, Port & pin, i32 i, Q & q, i32 p, Pkt & pk, Port & pd, i32 down, Q & dq, bool toHost, i32 blk, int vl, int k,
                   i32 t) __attribute__((always_inline)) {
    OV &ov = po.ov[vl];
    i32 T = t + pk.len;
    nHop++;
    po.outBusy = T;
    pin.inBusy = T;
    if (V > 1) {
      pin.curOut = o;
      if (WAITS)
        pin.curVL = vl;
      po.curIn = i;
      po.rrVL = (vl + 1) & (V - 1);
    }
    ov.rr = k + 1;
    q.out = -1;
    i32 nx = pk.next;
    i32 u = pin.up;
    if (u < 0) {
      i32 s = ~u;
      i32 &rs = srcRng[s * V + vl];
      i32 dt = (i32)(-std::log((rng(rs) + 0.5) * 2.3283064365386963e-10) * MEAN + 0.5);
      i32 dst = (i32)(((double)rng(rs) * NH1) * 2.3283064365386963e-10);
      if (dst >= s)
        dst++;
      nIn++;
      nx = fr;
      Pkt &n = K[nx];
      fr = n.next;
      n.next = -1;
      n.dst = dst;
      n.len = LEN;
      n.blk = BLK;
      n.birth = n.ready = pk.birth + dt;
      n.hops = 0;
      q.tail = nx;
    } else {
      i32 n = q.crn, h = q.crh;
      i32 rt = T + FLY;
      if (n == R) {
        i32 c = q.cred;
        while (n > 0 && q.rt[h] <= t) {
          c += q.rb[h];
          h = (h + 1) & (R - 1);
          n--;
        }
        q.cred = c;
        q.crh = h;
      }
      i32 w = (h + n) & (R - 1);
      q.rt[w] = rt;
      q.rb[w] = blk;
      q.crn = n + 1;
      if (q.crs == 1) {
        q.crs = 2;
        put(EV(u, vl, 2), P[u].ov[vl].ev, rt);
      }
    }
    q.head = nx;
    if (nx >= 0) {
      i32 r = K[nx].ready;
      if (r < T)
        r = T;
      if (u < 0)
        putFar(EV(i, vl, 0), q.ev, r);
      else
        put(EV(i, vl, 0), q.ev, r);
    }
    if (toHost) {
      i32 lat = T + FLY - pk.birth;
      nDel++;
      if (pk.birth >= WARM) {
        latSum += lat;
        latCnt++;
        if (lat > latMax)
          latMax = lat;
      }
      pk.next = fr;
      fr = p;
    } else {
      i32 r = t + HOP;
      pk.ready = r;
      pk.next = -1;
      pk.hops++;
      if (dq.head < 0) {
        dq.head = p;
        if (pd.inBusy > r && (!WAITS || V == 1 || pd.curVL == vl))
          r = pd.inBusy;
        put(EV(down, vl, 0), dq.ev, r);
      } else
        K[dq.tail].next = p;
      dq.tail = p;
    }
  };
  auto credit = [&](Q & dq, OV & ov, i32 o, int vl, i32 blk, i32 t) __attribute__((always_inline))->bool {
    i32 c = dq.cred;
    if (c < blk) {
      i32 n = dq.crn, h = dq.crh;
      while (n > 0 && dq.rt[h] <= t) {
        c += dq.rb[h];
        h = (h + 1) & (R - 1);
        n--;
      }
      dq.cred = c;
      dq.crn = n;
      dq.crh = h;
      if (c < blk) {
        if (dq.crs != 2) {
          if (n > 0) {
            dq.crs = 2;
            put(EV(o, vl, 2), ov.ev, dq.rt[h]);
          } else
            dq.crs = 1;
        }
        return false;
      }
    }
    dq.cred = c - blk;
    return true;
  };
  for (;;) {
    // next event time
    {
      u32 s = (t + 1) & WM, w = s >> 5;
      u32 m = bits_[w] & (~0u << (s & 31));
      u32 g = 0;
      while (!m) {
        w = (w + 1) & BW;
        m = bits_[w];
        if (++g > BW + 1)
          break;
      }
      i32 nt;
      if (m) {
        u32 ns = (w << 5) + __builtin_ctz(m);
        nt = t + 1 + (i32)((ns - s) & WM);
        if (nt > tEnd)
          break;
      } else { // jump via far wheel
        u32 s2 = (curB + 2) & 1023, w2 = s2 >> 5;
        u32 m2 = bits2[w2] & (~0u << (s2 & 31));
        g = 0;
        while (!m2) {
          w2 = (w2 + 1) & 31;
          m2 = bits2[w2];
          if (++g > 33)
            break;
        }
        if (!m2)
          break;
        u32 ns = (w2 << 5) + __builtin_ctz(m2);
        i32 b = curB + 2 + (i32)((ns - s2) & 1023);
        if ((b << CB) > tEnd)
          break;
        curB = b - 1;
        cascade(b);
        t = (curB << CB) + (1 << CB) - 1;
        continue;
      }
      if ((nt >> CB) != curB) {
        curB++;
        cascade(curB + 1);
        if ((nt >> CB) != curB) {
          t = (curB << CB) + (1 << CB) - 1;
          continue;
        }
      }
      t = nt;
      s = t & WM;
      bits_[s >> 5] &= ~(1u << (s & 31));
    }
    i32 e = slot_[t & WM];
    slot_[t & WM] = -1;
    while (e >= 0) {
      nEv++;
      i32 pi = e >> 6;
      int v = V == 1 ? 0 : (e >> 2) & 15;
      Port &p = P[pi];
      i32 en;
      if ((e & 3) == 0) {
        Q &q = p.q[v];
        en = q.ev;
        Pkt &pk = K[q.head];
        if (pk.ready > t) {
          putFar(e, q.ev, pk.ready);
          e = en;
          continue;
        }
        i32 o = p.base + lft[(p.node << LB) + pk.dst];
        Port &po = P[o];
        if (en < 0 && dn == 0 && po.outBusy <= t && (V == 1 || p.inBusy <= t)) {
          i32 any = 0;
          for (int w = 0; w < V; w++)
            any |= po.ov[w].req;
          if (!any) {
            i32 down = po.down;
            Port &pd = P[down];
            bool toHost = pd.host;
            Q &dq = pd.q[v];
            i32 blk = pk.blk;
            if (!toHost && !credit(dq, po.ov[v], o, v, blk, t)) {
              po.ov[v].req = 1 << p.kloc;
              q.out = o;
              break;
            }
            grant(po, o, p, pi, q, q.head, pk, pd, down, dq, toHost, blk, v, p.kloc, t);
            break;
          }
        }
        po.ov[v].req |= 1 << p.kloc;
        q.out = o;
        if (po.outBusy > t) {
          if (!po.done) {
            po.done = 1;
            put(EV(o, 0, 1), po.ev, po.outBusy);
          }
        } else
          dirty(o);
      } else if ((e & 3) == 1) {
        en = p.ev;
        p.done = 0;
        dirty(pi);
        if (V > 1) {
          Port &i = P[p.curIn];
          for (int w = 0; w < V; w++) {
            i32 oo = i.q[w].out;
            if (oo >= 0 && oo != pi)
              dirty(oo);
          }
        }
      } else {
        en = p.ov[v].ev;
        P[p.down].q[v].crs = 0;
        dirty(pi);
      }
      e = en;
    }
    for (int d = 0; d < dn; d++) {
      i32 nd = dlist[d];
      u32 dm = dmask_[nd];
      dmask_[nd] = 0;
      i32 base = nbase[nd];
      while (dm) {
        int kk = __builtin_ctz(dm);
        dm &= dm - 1;
        i32 o = base + kk;
        Port &po = P[o];
        if (po.outBusy > t) {
          if (!po.done) {
            i32 any = 0;
            for (int w = 0; w < V; w++)
              any |= po.ov[w].req;
            if (any) {
              po.done = 1;
              put(EV(o, 0, 1), po.ev, po.outBusy);
            }
          }
          continue;
        }
        int vl = V > 1 ? po.rrVL : 0;
        bool granted = false;
        u32 passed = 0;
        for (int j = 0; j < V && !granted; j++, vl = (vl + 1) & (V - 1)) {
          OV &ov = po.ov[vl];
          u32 m = ov.req;
          u32 hiMask = ~0u << ov.rr;
          while (m) {
            u32 hi = m & hiMask;
            u32 mm = hi ? hi : m;
            u32 bit = mm & -mm;
            int k = __builtin_ctz(bit);
            i32 i = base + k;
            Port &pin = P[i];
            if (V > 1 && pin.inBusy > t) {
              if (WAITS)
                passed |= bit;
              else
                awaitInput(pin);
              m &= ~bit;
              continue;
            }
            Q &q = pin.q[vl];
            i32 p = q.head;
            Pkt &pk = K[p];
            i32 blk = pk.blk;
            i32 down = po.down;
            Port &pd = P[down];
            bool toHost = pd.host;
            Q &dq = pd.q[vl];
            if (!toHost && !credit(dq, ov, o, vl, blk, t)) {
              if (WAITS)
                break;
              m &= ~bit;
              continue;
            }
            ov.req &= ~bit;
            grant(po, o, pin, i, q, p, pk, pd, down, dq, toHost, blk, vl, k, t);
            i32 T = po.outBusy;
            i32 any = 0;
            for (int w = 0; w < V; w++)
              any |= po.ov[w].req;
            if (any && !po.done) {
              po.done = 1;
              put(EV(o, 0, 1), po.ev, T);
            }
            granted = true;
            break;
          }
        }
        if (WAITS && !granted)
          for (; passed; passed &= passed - 1)
            awaitInput(P[base + __builtin_ctz(passed)]);
      }
    }
    dn = 0;
  }
  now_ = tEnd;
  freeP = fr;
}
static void *alloc(size_t n, bool huge) {
  void *p = mmap(nullptr, (n + (4 << 20)), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p = (void *)(((uintptr_t)p + (2 << 20) - 1) & ~(uintptr_t)((2 << 20) - 1));
  if (huge)
    madvise(p, n, MADV_HUGEPAGE);
  return p;
}
static double cpu() {
  rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_utime.tv_sec + u.ru_stime.tv_sec + 1e-6 * (u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}
int main(int ac, char **av) {
  std::map<std::string, double> a{{"K", 16},   {"bytes", 256}, {"load", 0.15}, {"bufPk", 4}, {"hops", 2e7},
                                  {"seed", 1}, {"huge", 0},    {"tEnd", 0},    {"tick", 1}};
  for (int i = 1; i < ac; i++) {
    std::string s = av[i];
    auto x = s.find('=');
    if (x != std::string::npos)
      a[s.substr(0, x)] = atof(s.c_str() + x + 1);
  }
  int Kd = a["K"];
  double load = a["load"];
  int bytes = a["bytes"], bufPk = a["bufPk"], seed = a["seed"];
  bool huge = a["huge"];
  double tick = a["tick"];
  NSW = Kd * Kd;
  NH1 = NSW - 1;
  FLY = lround(20 / tick);
  HOP = FLY + lround(100 / tick);
  LEN = lround(bytes * 4 / tick);
  BLK = (bytes + 63) / 64;
  LB = 0;
  while ((1 << LB) < NSW)
    LB++;
  MEAN = (double)bytes * 4 / load * V / tick;
  CB = 8;
  while ((1 << CB) < LEN + 4 * FLY + HOP + 64)
    CB++;
  WB = CB + 1;
  int np = NSW * 6;
  int maxPk = NSW * V + NSW * 5 * V * bufPk + 16;
  if (R < std::min(bufPk, (FLY + LEN - 1) / LEN + 2)) {
    fprintf(stderr, "RING too small\n");
    return 1;
  }
  P = (Port *)alloc(sizeof(Port) * (size_t)np, huge);
  K = (Pkt *)alloc(sizeof(Pkt) * (size_t)maxPk, huge);
  lft = (uint8_t *)alloc(((size_t)2 * NSW) << LB, huge);
  dlist = (i32 *)alloc(4 * (2 * NSW + 1), huge);
  dmask_ = (i32 *)alloc(8 * NSW, huge);
  nbase = (i32 *)alloc(8 * NSW, huge);
  srcRng = (i32 *)alloc(4 * NSW * V, huge);
  slot_ = (i32 *)alloc(4u << WB, huge);
  bits_ = (u32 *)alloc(4u << WB, huge);
  slot2 = (i32 *)malloc(4096);
  bits2 = (u32 *)calloc(32, 4);
  memset(slot_, -1, 4u << WB);
  memset(slot2, -1, 4096);
  auto sp = [&](int s, int k) { return s * 6 + k; };
  auto hp = [&](int h) { return h * 6 + 5; };
  for (int s = 0; s < NSW; s++)
    for (int k = 0; k < 6; k++) {
      Port &p = P[s * 6 + k];
      p.base = k < 5 ? s * 6 : s * 6 + 5;
      p.kloc = k < 5 ? k : 0;
      p.node = k < 5 ? s : NSW + s;
      p.host = k == 5;
      p.up = p.down = -1;
      p.onode = p.node;
      p.okloc = p.kloc;
      nbase[p.node] = p.base;
      if (k == 5)
        p.up = ~s;
      for (int v = 0; v < V; v++) {
        p.q[v] = Q{-1, -1, -1, -1, bufPk * BLK, 0, 0, 0};
        memset(&p.ov[v], 0, sizeof(OV));
        p.ov[v].ev = -1;
      }
    }
  auto con = [&](int x, int y) {
    P[x].down = y;
    if (!P[y].host)
      P[y].up = x;
    P[y].down = x;
    if (!P[x].host)
      P[x].up = y;
  };
  for (int y = 0; y < Kd; y++)
    for (int x = 0; x < Kd; x++) {
      int s = y * Kd + x;
      con(sp(s, 0), hp(s));
      if (x + 1 < Kd)
        con(sp(s, 1), sp(s + 1, 2));
      if (y + 1 < Kd)
        con(sp(s, 3), sp(s + Kd, 4));
    }
  for (int s = 0; s < NSW; s++)
    for (int d = 0; d < NSW; d++) {
      int x = s % Kd, y = s / Kd, X = d % Kd, Y = d / Kd;
      lft[((size_t)s << LB) + d] = X > x ? 1 : X < x ? 2 : Y > y ? 3 : Y < y ? 4 : 0;
    }
  for (int j = 0; j < maxPk; j++)
    K[j].next = j + 1 < maxPk ? j + 1 : -1;
  int used = 0;
  for (int i = 0; i < NSW * V; i++) {
    u32 z = (u32)(i32)(int64_t)((double)seed * 0x9E3779B9u + (double)i * 0x85EBCA6Bu);
    z = (u32)(uint64_t)((uint64_t)seed * 0x9E3779B9ull + (uint64_t)i * 0x85EBCA6Bull);
    z = (z ^ (z >> 16)) * 0x7feb352du;
    z = (z ^ (z >> 15)) * 0x846ca68bu;
    srcRng[i] = z ^ (z >> 16);
  }
  for (int h = 0; h < NSW; h++)
    for (int v = 0; v < V; v++) {
      i32 &rs = srcRng[h * V + v];
      i32 dt = (i32)(-std::log((rng(rs) + 0.5) * 2.3283064365386963e-10) * MEAN + 0.5);
      i32 b = dt + 1;
      i32 dst = (i32)(((double)rng(rs) * NH1) * 2.3283064365386963e-10);
      if (dst >= h)
        dst++;
      int p = used++;
      K[p] = Pkt{-1, dst, LEN, BLK, b, b, 0, 0};
      P[hp(h)].q[v].head = P[hp(h)].q[v].tail = p;
      putFar(EV(hp(h), v, 0), P[hp(h)].q[v].ev, b);
    }
  freeP = used;
  auto clk = [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); };
  double avg = 2 * (Kd / 3.) + 2, rate = std::min(load, 0.21 * 16 / Kd) * NSW * avg / LEN;
  double hops = a["hops"];
  i32 warm = 0.15 * hops / rate, tEnd = warm + hops / rate;
  run(warm);
  int64_t h0 = nHop, e0 = nEv;
  double c0 = cpu(), w0 = clk();
  // Pieces of 20,000 hops: the quickest of them tell what an idle machine would take.
  std::vector<double> pieces;
  double piece = 2e4 / rate;
  for (double until = warm + piece; until < tEnd; until += piece) {
    int64_t before = nHop;
    double start = clk();
    run((i32)until);
    if (until > (warm + tEnd) / 2)
      pieces.push_back((clk() - start) * 1e9 / (nHop - before));
  }
  run(tEnd);
  double c1 = cpu() - c0, w1 = clk() - w0;
  std::sort(pieces.begin(), pieces.end());
  auto share = [&](int k, int of) { return pieces.empty() ? 0 : pieces[pieces.size() * k / of]; };
  double quick = share(1, 50);
  int64_t h = nHop - h0, e = nEv - e0;
  printf("{\"nsPerHop\":%.3f,\"quickNsPerHop\":%.3f,\"quartersNsPerHop\":[%.3f,%.3f,%.3f],\"eventsPerHop\":%.4f,\"hops\":%lld,\"endTick\":%d,\"events\":%lld,\"sums\":{\"hops\":%lld,\"delivered\":%lld,\"injected\":%lld,"
         "\"latencyTicks\":%.0f,\"maxTicks\":%d}}\n",
         c1 / h * 1e9, quick, share(1, 4), share(2, 4), share(3, 4), (double)e / h, (long long)h, tEnd, (long long)nEv, (long long)nHop, (long long)nDel, (long long)nIn, latSum, latMax);
  (void)w1;
}
