import { SERVICE_LEVELS, sl2vlByOutput } from "@fabriclab/paths";
import {
  defineLaneTables,
  FabricError,
  nameParam,
  PAPERS,
  type TablesContext,
} from "@fabriclab/spec";
import { EAST, meshShape, NORTH, SOUTH, WEST } from "@fabriclab/topology-mesh";
import { z } from "zod";
import {
  DIRECTIONS,
  parseConfiguration,
  ZHOU2010_CONFIGURATIONS,
  type Direction,
  type LaneConfiguration,
} from "./configuration.ts";

const PORTS: Readonly<Record<Direction, number>> = {
  N: NORTH,
  E: EAST,
  S: SOUTH,
  W: WEST,
};

/**
 * The five virtual lane configurations of zhou2010 §3.2 (its Figure 8) as SL2VL tables: *shared* lanes, chosen by a packet's SL, and lanes
 * *dedicated* to output ports.
 *
 * The paper speaks of a "packet relay function" that takes the lane from the output port. IBA's SLtoVL is indexed by input port, output port and SL,
 * so that function is a table with one VL for all SLs of an output, and real switches can hold it.
 *
 * Links of hosts (both directions) are not mentioned by the paper: they have the same lanes as the others where all are alike, else one, the lowest.
 *
 * Complexity: O(switches · ports · 16).
 *
 * @throws FabricError E_SERVICE_LANES_CONFIGURATION; E_SERVICE_LANES_UNSUPPORTED_FABRIC when outputs differ and the fabric is no 2-D mesh or torus;
 * E_SERVICE_LANES_ROUTING when the routing's own service levels need their lanes
 */
export const serviceLanes = defineLaneTables({
  name: "service-lanes",
  summary:
    "Virtual lanes shared by all packets, chosen by service level, or dedicated to a mesh switch's outputs.",
  cites: [PAPERS.zhou2010],
  params: z.object({
    configuration: nameParam("1VL").describe(
      `Which lanes each output may use: ${Object.keys(ZHOU2010_CONFIGURATIONS).join(", ")}, or in the paper's notation such as "NE: VL0; SW: VL1". A packet takes the one at SL modulo their number. H names the links of hosts.`,
    ),
  }),
  claims: {},
  build(context, options) {
    const configuration = parseConfiguration(options.configuration);
    refuseRouting(context, options.configuration, configuration);
    const byPort = lanesByPort(context, options.configuration, configuration);
    const { host } = configuration;
    return {
      lanes: configuration.count,
      sl2vl: sl2vlByOutput(context.fabric, (_, out, sl) =>
        pick(byPort[out] ?? host, sl),
      ),
      hostSl2vl: Uint8Array.from({ length: SERVICE_LEVELS }, (_, sl) =>
        pick(host, sl),
      ),
    };
  },
});

const pick = (lanes: readonly number[], sl: number): number =>
  lanes[sl % lanes.length] ?? 0;

/** Output port -> its lanes; ports without an entry are hosts' (or the switch's own). */
function lanesByPort(
  { fabric }: TablesContext,
  written: string,
  { lanes, uniform }: LaneConfiguration,
): (readonly number[] | undefined)[] {
  if (uniform) return [];
  try {
    meshShape(fabric);
  } catch (cause) {
    if (!FabricError.is(cause)) throw cause;
    throw new FabricError({
      code: "E_SERVICE_LANES_UNSUPPORTED_FABRIC",
      message: `${fabric.name} has no outputs named north, east, south and west, to which "${written}" could dedicate lanes`,
      where: cause.where,
      got: cause.got ?? fabric.name,
      expected: "a complete 2-D mesh or torus with ports 1-4 = E, N, W, S",
      hint: "lanes shared by all outputs work on any fabric: 2VL-shared, 4VL-shared",
      cause,
    });
  }
  const byPort: (readonly number[] | undefined)[] = [];
  for (const direction of DIRECTIONS)
    byPort[PORTS[direction]] = lanes[direction];
  return byPort;
}

/** A routing that breaks cycles by service levels relies on VL = SL; any other mapping may close them again. */
function refuseRouting(
  { routing, routingName, unicast }: TablesContext,
  written: string,
  { lanes, uniform, count }: LaneConfiguration,
): void {
  const needed = Math.max(unicast?.lanes ?? 1, routing.lanes ?? 1);
  if (needed === 1) return;
  const identity = uniform && lanes.N.every((vl, index) => vl === index);
  if (identity && count >= needed && unicast?.sl2vl === undefined) return;
  throw new FabricError({
    code: "E_SERVICE_LANES_ROUTING",
    message: `"${written}" would undo the lanes by which routing ${routingName} keeps free of credit loops`,
    where: { path: "configuration" },
    got: `${needed} lanes of the routing's own`,
    expected: `lanes shared by all outputs, at least ${needed}, with VL = SL below ${needed}`,
    hint: "leave the lane tables out, or take those that the routing names as its own",
  });
}
