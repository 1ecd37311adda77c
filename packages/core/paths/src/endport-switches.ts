import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** Endport -> the switch that it is or is cabled to, -1 where there is none. O(endports). */
export const endportSwitches = (fabric: Fabric): Int32Array =>
  Int32Array.from({ length: fabric.endportCount }, (_, endport) =>
    endport < fabric.switchCount
      ? endport
      : (fabric.attachment(endport as EndportIx)?.sw ?? -1),
  );
