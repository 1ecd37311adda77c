import { FabricError, many, type BufferSize } from "@fabriclab/spec";
import { MANAGEMENT_VL } from "@fabriclab/units";

/** The virtual lanes of a port, as options say them. */
export interface LaneOptions {
  /** Data lanes. */
  readonly virtualLanes: number;
  readonly management: boolean;
  readonly inputBuffer: BufferSize;
}

/**
 * Lanes of the model: the data lanes, or all sixteen with the management lane.
 *
 * @throws FabricError E_IBA_LANES for VL15 with fewer than 15 data lanes: lanes are numbered without gaps
 */
export function laneCount({ virtualLanes, management }: LaneOptions): number {
  if (!management) return virtualLanes;
  if (virtualLanes === MANAGEMENT_VL) return MANAGEMENT_VL + 1;
  throw new FabricError({
    code: "E_IBA_LANES",
    message: "the management lane is the sixteenth: it needs 15 data lanes",
    where: { path: "switch.virtualLanes" },
    got: `virtualLanes: ${virtualLanes} with management: true`,
    expected: `virtualLanes: ${MANAGEMENT_VL}, or management: false`,
    hint: `for ${many(virtualLanes, "lane")} beside VL15 send on service level${virtualLanes === 1 ? " 0" : `s 0 to ${virtualLanes - 1}`} only (\`sl\` of each traffic): the other lanes then stay empty and change nothing; SL2VL tables map more levels to them`,
  });
}

/** Input buffers per lane where they differ: VL15 has no flow control, so its buffer has no limit. */
export const managementBuffer = ({
  inputBuffer,
  management,
}: LaneOptions): readonly BufferSize[] | undefined =>
  management
    ? [
        ...Array.from({ length: MANAGEMENT_VL }, () => inputBuffer),
        { packets: Infinity },
      ]
    : undefined;
