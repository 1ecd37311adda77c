import type { LaneScheduler, SwitchModel, Traffic } from "@fabriclab/spec";
import { FabricError, MANAGEMENT_VL } from "@fabriclab/units";

/** Whether a traffic sends management packets. */
export const hasManagement = ({ streams }: Traffic): boolean =>
  streams.some(({ management }) => management === true);

/** Lanes for data among `lanes`: the sixteenth is the management lane. */
export const dataLanes = (lanes: number): number =>
  Math.min(lanes, MANAGEMENT_VL);

/** @throws FabricError E_NETWORK_MANAGEMENT_LANE where management packets have no VL15 to go on */
export function checkManagement(
  { name, lanes }: SwitchModel,
  traffic: readonly Traffic[],
): void {
  if (lanes > MANAGEMENT_VL || !traffic.some(hasManagement)) return;
  throw new FabricError({
    code: "E_NETWORK_MANAGEMENT_LANE",
    message:
      "management packets travel on VL15, which the switches do not have",
    where: { path: "switch" },
    got: `${lanes} lanes in the switch model ${name}`,
    expected: "a switch model of 16 lanes: VL0 to VL14 and VL15",
    hint: "name a switch model with a management lane, or leave out the traffic",
  });
}

/**
 * `scheduler` among the data lanes, VL15 before them: management packets are not subject to VL arbitration (IBA 7.6.9). The scheduler itself
 * where there is no management lane.
 */
export function managementFirst(
  scheduler: LaneScheduler,
  lanes: number,
): LaneScheduler {
  if (lanes <= MANAGEMENT_VL) return scheduler;
  return {
    pick: (output, ready) =>
      (ready & (1 << MANAGEMENT_VL)) !== 0
        ? MANAGEMENT_VL
        : scheduler.pick(output, ready),
    granted(output, lane, bytes) {
      if (lane !== MANAGEMENT_VL) scheduler.granted(output, lane, bytes);
    },
  };
}
