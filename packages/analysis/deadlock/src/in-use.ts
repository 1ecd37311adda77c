import {
  areLanesPlain,
  EntryFlows,
  LaneFlow,
  startLane,
} from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** What the packets of some traffic use, whatever else tables have entries for. */
export interface InUse {
  /** VLs that a packet is on somewhere, hosts' own channels included. */
  readonly lanes: ReadonlySet<number>;
  /** Service levels of its paths. */
  readonly serviceLevels: ReadonlySet<number>;
}

/**
 * VLs and SLs that unicast packets between endports use. SL2VL tables often name more VLs than any path leads to: dumps name all that the ports have.
 *
 * Complexity: that of `channelDependencies`.
 * @throws FabricError E_PATHS_LANE
 */
export function usedByUnicast(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[] | undefined,
): InUse {
  const lanes = new Set<number>();
  const serviceLevels = new Set<number>();
  const flows = new EntryFlows(fabric, tables, endports);
  const flow = new LaneFlow(fabric, tables);
  if (isOneLaneEach(tables, flow.lanes)) {
    for (const destination of flows.classes.endports)
      addPlain(flows, tables, destination, { lanes, serviceLevels });
    return { lanes, serviceLevels };
  }
  const met = new Int32Array(fabric.switchCount * 16);
  let classes = 0;
  for (const destination of flows.classes.endports) {
    let [lid, sl] = [-1, -1];
    flows.forEach(destination, (group) => {
      if (group.lid !== lid || group.sl !== sl) {
        [lid, sl] = [group.lid, group.sl];
        flow.load(group.lid, group.sl);
        serviceLevels.add(sl);
        classes += 1;
      }
      const first = startLane(tables, sl, group.source);
      if (first >= 0) lanes.add(first);
      let state = flow.enter(group.sw, group.inNum, group.source);
      while (state >= 0 && met[state] !== classes) {
        met[state] = classes;
        lanes.add(state & 15);
        state = flow.follow(state);
      }
    });
  }
  return { lanes, serviceLevels };
}

/** Whether the SL alone says on which VL a packet is, all the way, and tables declare each. */
function isOneLaneEach(tables: ForwardingTables, lanes: number): boolean {
  if (!areLanesPlain(tables)) return false;
  for (let sl = 0; sl < 16; sl++)
    if (startLane(tables, sl, 0 as EndportIx) >= lanes) return false;
  return true;
}

/** The SLs and VLs of one destination's packets, where `isOneLaneEach` holds. */
function addPlain(
  { classes }: EntryFlows,
  tables: ForwardingTables,
  destination: EndportIx,
  used: { readonly lanes: Set<number>; readonly serviceLevels: Set<number> },
): void {
  classes.load(destination);
  for (let index = 0; index < classes.count; index++) {
    const sl = classes.sl(index);
    if (used.serviceLevels.has(sl)) continue;
    if (!classes.sources(index).some((count) => count > 0)) continue;
    used.serviceLevels.add(sl);
    const lane = startLane(tables, sl, destination);
    if (lane >= 0) used.lanes.add(lane);
  }
}
