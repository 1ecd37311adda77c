import type { LaneScheduler, LaneSchedulerFactory } from "@fabriclab/spec";

/**
 * The transmit scheduler: the barrier lane, then round-robin over the data lanes. A turn moves on with what was sent.
 *
 * @param barrier the barrier lane, -1 = none
 */
export function barrierFirst(barrier: number): LaneSchedulerFactory {
  return {
    name: "barrier-first",
    create(outputs, lanes): LaneScheduler {
      const turn = new Uint8Array(outputs);
      return {
        pick(output, ready) {
          if (barrier >= 0 && (ready & (1 << barrier)) !== 0) return barrier;
          const later = ready & (-1 << turn[output]!);
          const from = later !== 0 ? later : ready;
          return 31 - Math.clz32(from & -from);
        },
        granted(output, lane) {
          if (lane !== barrier) turn[output] = (lane + 1) % lanes;
        },
      };
    },
  };
}
