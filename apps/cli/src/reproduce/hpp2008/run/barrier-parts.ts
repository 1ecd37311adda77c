import { fatTreeLevels } from "@fabriclab/analysis-logp";
import type { Case } from "../cases.ts";

const PORTS = 16;
/** The synchronisation channel: behind two for unicast and the mixed one. */
const BARRIER_LANE = 3;

/** Sixteen groups on one switch, each with a parent port of its own and the other fifteen ports as leaves. */
export const barrierTraffic = ({ interval }: Case) => ({
  kind: "barrier-operation",
  groups: Array.from({ length: PORTS }, (_, parent) => ({ parent })),
  interval: `${interval}us`,
  sl: BARRIER_LANE,
  statistics: "total",
});

/** One barrier by the switches of a fat tree; members are drawn by the seed where not all hosts take part. */
export const treeBarrierTraffic = ({ processors }: Case) => {
  const hosts = 2 * (PORTS / 2) ** fatTreeLevels(processors, PORTS);
  return {
    kind: "barrier-operation",
    members: processors === hosts ? "all" : `${(100 * processors) / hosts}%`,
    barriers: 1,
    sl: BARRIER_LANE,
    statistics: "total",
  };
};
