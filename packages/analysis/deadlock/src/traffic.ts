import {
  channelDependencies,
  components,
  type DependencyGraph,
} from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, Sl } from "@fabriclab/units";

/** Which packets are to be looked at, and how. */
export interface LoopTraffic {
  /** Default unicast. */
  readonly traffic?: "unicast" | "multicast" | "both";
  /** Everything on one VL, whatever SLs and SL2VL say: as on a fabric whose endports use SL 0 for all. Default false. */
  readonly slIgnored?: boolean;
  /**
   * Switches copy a multicast packet to all outputs at once, and a packet may own some of them while it waits for others. Default false: every copy goes
   * when its output is free.
   */
  readonly synchronous?: boolean;
  /** Service level of multicast packets. Default 0. */
  readonly multicastSl?: number;
  /** Between whom unicast packets go; default: all host endports that own a LID and are cabled. */
  readonly endports?: readonly EndportIx[];
  /** Called as unicast destinations are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Traffic of which some destinations only are to be looked at. */
export interface PartOfTraffic extends LoopTraffic {
  /** Destinations of unicast packets, where they are not all of `endports`. */
  readonly destinations?: readonly EndportIx[];
}

/** Dependency graph of the traffic. */
export function dependenciesOf(
  fabric: Fabric,
  tables: ForwardingTables,
  options: PartOfTraffic = {},
): DependencyGraph {
  const {
    traffic = "unicast",
    endports,
    destinations,
    multicastSl,
    onProgress,
  } = options;
  return channelDependencies(fabric, effective(tables, options), {
    ...(traffic === "multicast"
      ? { endports: [] }
      : {
          ...(endports === undefined ? {} : { endports }),
          ...(destinations === undefined ? {} : { destinations }),
        }),
    multicast: traffic !== "unicast",
    ...(multicastSl === undefined ? {} : { multicastSl }),
    ...(onProgress === undefined ? {} : { onProgress }),
    synchronous: options.synchronous === true,
  });
}

/**
 * Whether no packets of the traffic can ever wait for each other in a cycle.
 *
 * Complexity: that of `channelDependencies`.
 * @throws FabricError E_PATHS_LANE
 */
export function isDeadlockFree(
  fabric: Fabric,
  tables: ForwardingTables,
  options: PartOfTraffic = {},
): boolean {
  return (
    components(dependenciesOf(fabric, tables, options)).cyclic.length === 0
  );
}

/** The tables as they act on the traffic: with SLs ignored, all packets on VL 0. */
export function effective(
  tables: ForwardingTables,
  { slIgnored }: LoopTraffic,
): ForwardingTables {
  return slIgnored === true ? onOneLane(tables) : tables;
}

/** The same paths, all of them on VL 0. */
export function onOneLane(tables: ForwardingTables): ForwardingTables {
  const { lids, lft, multicast, engine } = tables;
  return {
    lids,
    lft,
    engine,
    lanes: 1,
    pathLid: (source, destination) => tables.pathLid(source, destination),
    pathSl: () => 0 as Sl,
    ...(multicast === undefined ? {} : { multicast }),
  };
}
