import type { Fabric, LidTable } from "@fabriclab/spec";
import { NO_PORT, type EndportIx } from "@fabriclab/units";

/** Where packets for each LID leave the network of switches, for routings by local rule. Both arrays are indexed by LID, 0 … topLid. */
export interface LidExits {
  /** The switch by which the LID's owner is reached: the owner itself, or the switch that a host is cabled to; -1 where nobody is reached. */
  readonly sw: Int32Array;
  /** The port of that switch; 0 = the switch itself is the owner; 255 (`NO_PORT`) = nobody is reached. */
  readonly port: Uint8Array;
}

/**
 * Looks up the owner of every LID once, so that a rule needs one look-up for each (switch, LID).
 *
 * Complexity: O(LIDs).
 */
export function lidExits(
  fabric: Fabric,
  { owner, topLid }: LidTable,
): LidExits {
  const sw = new Int32Array(topLid + 1).fill(-1);
  const port = new Uint8Array(topLid + 1).fill(NO_PORT);
  for (let lid = 1; lid <= topLid; lid++) {
    const endport = owner[lid] ?? -1;
    if (endport < 0) continue;
    if (endport < fabric.switchCount) {
      sw[lid] = endport;
      port[lid] = 0;
      continue;
    }
    const at = fabric.attachment(endport as EndportIx);
    if (at === undefined) continue;
    sw[lid] = at.sw;
    port[lid] = at.num;
  }
  return { sw, port };
}
