/**
 * BookSim2 (github.com/booksim/booksim2, -O3), measured: 16x16 mesh, dimension order, uniform traffic (a node may draw itself), 4 VCs, routing 0,
 * VC allocation 1, switch allocation 1, traversal 1 and channel 1 cycles, credits processed at once. Latency in cycles from creation to the
 * arrival of the last flit; accepted load in flits per node and cycle.
 */
export interface BookSimPoint {
  readonly name: string;
  /** Flits per packet. */
  readonly flits: number;
  /** Flits of buffer per VC. */
  readonly vcBuffer: number;
  /** Offered flits per node and cycle. */
  readonly rate: number;
  readonly latency: number;
  readonly accepted: number;
  /** Mean routers per packet of that run, where it was printed. */
  readonly routers?: number;
  /** `hold`: the switch is held for a whole packet, as InfiniBand does; `flit`: flits of packets interleave. */
  readonly allocation: "flit" | "hold";
  /** Largest relative difference of the mean latency that the named differences of the models and the length of BookSim2's run explain. */
  readonly tolerance: number;
}

export const booksim2: readonly BookSimPoint[] = [
  {
    name: "1 flit, 0.001",
    flits: 1,
    vcBuffer: 8,
    rate: 0.001,
    latency: 48.1793,
    accepted: 0.00102786,
    routers: 11.5438,
    allocation: "flit",
    tolerance: 0.015,
  },
  {
    name: "1 flit, 0.05",
    flits: 1,
    vcBuffer: 8,
    rate: 0.05,
    latency: 48.8511,
    accepted: 0.0500091,
    allocation: "flit",
    tolerance: 0.01,
  },
  {
    name: "1 flit, 0.10",
    flits: 1,
    vcBuffer: 8,
    rate: 0.1,
    latency: 49.5171,
    accepted: 0.100114,
    routers: 11.6394,
    allocation: "flit",
    tolerance: 0.01,
  },
  {
    name: "1 flit, 0.20",
    flits: 1,
    vcBuffer: 8,
    rate: 0.2,
    latency: 57.3927,
    accepted: 0.199219,
    allocation: "flit",
    tolerance: 0.04,
  },
  {
    name: "16 flits, 0.005",
    flits: 16,
    vcBuffer: 32,
    rate: 0.005,
    latency: 63.5526,
    accepted: 0.00489017,
    routers: 11.5028,
    allocation: "flit",
    tolerance: 0.02,
  },
  {
    name: "16 flits, 0.05 hold",
    flits: 16,
    vcBuffer: 32,
    rate: 0.05,
    latency: 68.8443,
    accepted: 0.0493542,
    allocation: "hold",
    tolerance: 0.03,
  },
  {
    name: "16 flits, 0.20 hold",
    flits: 16,
    vcBuffer: 32,
    rate: 0.2,
    latency: 191.988,
    accepted: 0.197313,
    allocation: "hold",
    tolerance: 0.08,
  },
];

/** Accepted flits per node and cycle beyond saturation (offered 0.3): bound 0.25. */
export const booksim2Saturation = [
  { name: "1 flit", flits: 1, vcBuffer: 8, accepted: 0.221219 },
  { name: "16 flits hold", flits: 16, vcBuffer: 32, accepted: 0.22572 },
] as const;
