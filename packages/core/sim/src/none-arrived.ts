import type { PacketCounts, RunStatus } from "./experiment.ts";

/**
 * Whether copies came to an end in a run and none of them arrived: all were dropped, for whatever cause. That is a problem of what is examined. Of a
 * deadlock there is more to say, and a run that failed has no counts: neither is one.
 *
 * @param status a {@link RunStatus}, or `failed` of a run in a sweep
 */
export const noneArrived = ({
  status,
  packets,
}: {
  readonly status: RunStatus | (string & {});
  readonly packets?:
    | {
        readonly [Count in "delivered" | "dropped"]: PacketCounts[Count] | null;
      }
    | undefined;
}): boolean =>
  status !== "deadlocked" &&
  packets?.delivered === 0 &&
  (packets.dropped ?? 0) > 0;
