/** What a run leaves behind. What a measure does not have is null. */
export interface HppRecord {
  readonly status: string;
  /** Bytes of unicast packets without headers that arrived, as a fraction of the hosts' links. */
  readonly throughput: number | null;
  /** Mean time from a unicast packet's birth to its first bit at the destination; null where the switch is saturated. */
  readonly headNs: number | null;
  /** Combine and distribute delay of a barrier, mean over the groups. */
  readonly barrierNs: number | null;
  /** From the entry of all processors until the last one has done its part. */
  readonly collectiveNs: number | null;
  readonly simulatedUs: number;
  /** Left out at the start, found automatically. */
  readonly warmupUs: number;
  readonly delivered: number;
  readonly packetHops: number;
  readonly events: number;
}

export const QUANTITIES = [
  "throughput",
  "headNs",
  "barrierNs",
  "collectiveNs",
] as const satisfies readonly (keyof HppRecord)[];
export type Quantity = (typeof QUANTITIES)[number];

/** Such as any run might leave, for `sample` of the study. */
export const SAMPLE: HppRecord = {
  status: "converged",
  throughput: 0.5,
  headNs: 50,
  barrierNs: 150,
  collectiveNs: 1000,
  simulatedUs: 100,
  warmupUs: 10,
  delivered: 1000,
  packetHops: 1000,
  events: 2000,
};
