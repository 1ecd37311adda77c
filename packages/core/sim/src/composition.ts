import type { NetworkConfig } from "@fabriclab/network";
import type {
  ForwardingTables,
  HcaModel,
  MetricContext,
  MulticastGroup,
  SwitchModel,
  Traffic,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { Experiment } from "./experiment.ts";

/**
 * An experiment with everything built that its run needs. Its traffic keeps state, so a composition serves one run: compose again for
 * another.
 */
export interface Composition {
  readonly experiment: Experiment;
  /** Picoseconds per tick. */
  readonly tickPs: number;
  /** Host endports that take part: those with a cable, in endport order. */
  readonly hosts: readonly EndportIx[];
  /** Multicast groups of all traffic, numbered through: a group's id is its index here. */
  readonly groups: readonly MulticastGroup[];
  readonly tables: ForwardingTables;
  /** What to say of a builder of unicast tables that was named and had nothing to build. Absent = none was. */
  readonly idleBuilder?: string;
  readonly switchModel: SwitchModel;
  readonly hca: HcaModel;
  /** In the experiment's order; each was created against its own view of the groups. */
  readonly traffic: readonly Traffic[];
  /** The same traffic once more, of which nothing was drafted yet: what tells which packets were born by some tick, whether or not a host got rid of them. */
  readonly freshTraffic: () => readonly Traffic[];
  readonly metricContext: MetricContext;
  readonly network: NetworkConfig;
  /** The tables computed anew without some links, for re-sweeps. */
  readonly resweep: (dead: ReadonlySet<number>) => ForwardingTables;
  /** Whether a re-sweep has left members out of their groups, so that fewer copies come to an end than the traffic expects. */
  readonly hasLeftOut: () => boolean;
  /**
   * Bytes that enter the network per tick over all hosts where it takes all that is offered, from the loads that the traffic declares and the answers that these
   * draw; undefined where an endless traffic declares none.
   */
  readonly offeredBytesPerTick: number | undefined;
  /** ps per byte of the host's link. */
  bytePs(host: EndportIx): number;
  /** ps per byte of the slowest host link. */
  readonly slowestBytePs: number;
}
