import type { LaneScheduler, LaneSchedulerFactory } from "@fabriclab/spec";

/**
 * The transmit scheduler: the barrier lane before all others, among which `data` chooses (round-robin in the paper).
 *
 * @param barrier the barrier lane
 */
export function barrierFirst(
  barrier: number,
  data: LaneSchedulerFactory,
): LaneSchedulerFactory {
  return {
    name: `barrier-first ${data.name}`,
    create(outputs, lanes, vlArb): LaneScheduler {
      const others = data.create(outputs, lanes, vlArb);
      return {
        pick: (output, ready) =>
          (ready & (1 << barrier)) !== 0 ? barrier : others.pick(output, ready),
        granted(output, lane, bytes) {
          if (lane !== barrier) others.granted(output, lane, bytes);
        },
      };
    },
  };
}
