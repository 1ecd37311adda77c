import { sl2vlByOutput } from "@fabriclab/paths";
import {
  choiceParam,
  defineLaneTables,
  FabricError,
  intParam,
  PAPERS,
  type TablesContext,
  type VlArbEntry,
} from "@fabriclab/spec";
import { z } from "zod";
import { numberListParam } from "./number-list.ts";
import {
  laneOfLevel,
  trafficClass,
  type TrafficClass,
} from "./traffic-class.ts";

/** Largest weight of an entry. */
const LARGEST_WEIGHT = 255;
const HIGHEST_LIMIT = 255;

const POLICIES = ["shared", "equal", "linear", "logarithmic"] as const;

/**
 * Lanes by class of traffic: real-time in the high-priority table, best effort in the low-priority one, and the four policies of kim2007 §3.6.2 for
 * how much multicast gets of the real-time traffic's share.
 *
 * Complexity: O(switches · ports · 16).
 *
 * @throws FabricError E_CLASS_LANES_LIST, E_CLASS_LANES_MANAGEMENT, E_CLASS_LANES_TWICE, E_CLASS_LANES_NO_LANE, E_CLASS_LANES_MULTICAST,
 * E_CLASS_LANES_WEIGHT, E_CLASS_LANES_WEIGHTS, E_CLASS_LANES_ROUTING
 */
export const classLanes = defineLaneTables({
  name: "class-lanes",
  summary:
    "Virtual lanes and VL arbitration tables by class of traffic: real-time, multicast, best effort.",
  cites: [
    PAPERS.kim2007,
    {
      key: "legout2001",
      authors: "A. Legout, J. Nonnenmacher, E. W. Biersack",
      title: "Bandwidth-allocation policies for unicast and multicast flows",
      venue: "IEEE/ACM Transactions on Networking 9(4), 464-478",
      year: 2001,
    },
  ],
  params: z.object({
    policy: choiceParam(POLICIES, "shared").describe(
      "How multicast shares with real-time unicast. shared: the same lanes. Lanes of its own otherwise, each with the weight of a unicast lane (equal), `receivers` times that (linear), or 1 + ln `receivers` times (logarithmic), rounded to a whole weight.",
    ),
    receivers: intParam({ min: 1, max: 65_535, default: 4 }).describe(
      "Receivers of a multicast group (R).",
    ),
    realTimeSl: numberListParam("0-7", "SL").describe(
      "Service levels of real-time unicast traffic.",
    ),
    realTimeVl: numberListParam("0-7", "VL").describe(
      "Its lanes, taken by its service levels in turn; high-priority table.",
    ),
    multicastSl: numberListParam("", "SL").describe(
      "Service levels of multicast traffic. With `policy: shared` they take the lanes of real-time traffic in turn.",
    ),
    multicastVl: numberListParam("", "VL").describe(
      "Lanes of multicast traffic; high-priority table. None with `policy: shared`.",
    ),
    bestEffortSl: numberListParam("8-14", "SL").describe(
      "Service levels of best-effort traffic.",
    ),
    bestEffortVl: numberListParam("8-14", "VL").describe(
      "Its lanes; low-priority table.",
    ),
    weight: intParam({ min: 0, max: LARGEST_WEIGHT, default: 17 })
      .describe(
        "Weight of a lane of real-time unicast traffic, a whole number of eight bits. 17 is one packet of 1024 bytes with its headers; a packet costs its bytes rounded up to 64.",
      )
      .meta({ unit: "64 B" }),
    bestEffortWeight: intParam({ min: 0, max: LARGEST_WEIGHT, default: 17 })
      .describe("Weight of a lane of best-effort traffic.")
      .meta({ unit: "64 B" }),
    highLimit: intParam({ min: 0, max: HIGHEST_LIMIT, default: 8 })
      .describe(
        "Limit of high priority: after so much of it a best-effort packet may go. 0 = one packet, 255 = no limit.",
      )
      .meta({ unit: "4096 B" }),
  }),
  claims: {},
  withoutEffect: ({ policy }): Record<string, string> =>
    policy === "shared" || policy === "equal"
      ? { receivers: `policy ${policy} does not weigh by receivers` }
      : {},
  build(context, options) {
    refuseRouting(context);
    const { policy, receivers, weight, bestEffortWeight } = options;
    const realTime = trafficClass(
      "realTime",
      options.realTimeSl,
      options.realTimeVl,
    );
    const multicast = trafficClass(
      "multicast",
      options.multicastSl,
      options.multicastVl,
    );
    const bestEffort = trafficClass(
      "bestEffort",
      options.bestEffortSl,
      options.bestEffortVl,
    );
    refuseMulticast(policy, multicast);
    const levels = laneOfLevel([
      realTime,
      policy === "shared"
        ? { ...multicast, lanes: realTime.lanes, borrowed: true }
        : multicast,
      bestEffort,
    ]);
    const high = [
      ...entries(realTime, weight, "weight"),
      ...entries(
        multicast,
        multicastWeight(policy, weight, receivers),
        "receivers",
      ),
    ].sort((a, b) => a.vl - b.vl);
    const low = entries(bestEffort, bestEffortWeight, "bestEffortWeight");
    const top = Math.max(...[...high, ...low].map(({ vl }) => vl), -1);
    if (top < 0)
      throw new FabricError({
        code: "E_CLASS_LANES_NO_LANE",
        message: "no class of traffic has a lane",
        where: { path: "realTimeVl" },
        got: "no VLs",
        expected: "at least one VL",
      });
    return {
      lanes: top + 1,
      sl2vl: sl2vlByOutput(context.fabric, (_, __, sl) => levels[sl] ?? 0),
      hostSl2vl: levels,
      vlArb: { high, low, highLimit: options.highLimit },
    };
  },
});

function multicastWeight(
  policy: (typeof POLICIES)[number],
  weight: number,
  receivers: number,
): number {
  if (policy === "linear") return weight * receivers;
  if (policy === "logarithmic")
    return Math.round(weight * (1 + Math.log(receivers)));
  return weight;
}

/** @throws FabricError E_CLASS_LANES_WEIGHTS where lanes get no weight, E_CLASS_LANES_WEIGHT where it does not fit */
function entries(
  { name, lanes }: TrafficClass,
  weight: number,
  path: string,
): VlArbEntry[] {
  if (lanes.length === 0) return [];
  if (weight === 0)
    throw new FabricError({
      code: "E_CLASS_LANES_WEIGHTS",
      message: `the lanes of the class ${name} have no weight, so what is on them would wait for ever`,
      where: { path: path === "receivers" ? "weight" : path },
      got: "0",
      expected: `a weight from 1 to ${LARGEST_WEIGHT}`,
      hint: "to leave a class out, give it no service levels and no lanes",
    });
  if (weight > LARGEST_WEIGHT)
    throw new FabricError({
      code: "E_CLASS_LANES_WEIGHT",
      message: `a lane of the class ${name} would have a weight that no VL arbitration table can hold`,
      where: { path },
      got: String(weight),
      expected: `at most ${LARGEST_WEIGHT}, in units of 64 bytes`,
      hint: "lower `weight`: only the ratio of weights matters, as long as each holds a packet",
    });
  return lanes.map((vl) => ({ vl, weight }));
}

/** Multicast has lanes of its own if and only if the policy says so. */
function refuseMulticast(
  policy: (typeof POLICIES)[number],
  { levels, lanes }: TrafficClass,
): void {
  const refuse = (path: string, got: string, expected: string): never => {
    throw new FabricError({
      code: "E_CLASS_LANES_MULTICAST",
      message: `policy ${policy} and the lanes of multicast do not agree`,
      where: { path },
      got,
      expected,
    });
  };
  if (policy === "shared" && lanes.length > 0)
    refuse(
      "multicastVl",
      `VL ${lanes.join(", ")}`,
      "no VLs: multicast shares those of real-time traffic",
    );
  if (policy !== "shared" && (levels.length === 0 || lanes.length === 0))
    refuse(
      levels.length === 0 ? "multicastSl" : "multicastVl",
      "nothing",
      "service levels and VLs of multicast's own, such as multicastSl: 7, multicastVl: 7",
    );
}

/** A routing that breaks cycles by service levels relies on VL = SL; other lanes may close them again. */
function refuseRouting({ routing, routingName, unicast }: TablesContext): void {
  const needed = Math.max(unicast?.lanes ?? 1, routing.lanes ?? 1);
  if (needed === 1) return;
  throw new FabricError({
    code: "E_CLASS_LANES_ROUTING",
    message: `lanes by class of traffic would undo those by which routing ${routingName} keeps free of credit loops`,
    where: { path: "lanes" },
    got: `${needed} lanes of the routing's own`,
    expected: "a routing that needs one lane",
    hint: "take a routing such as updown, or leave the lane tables out",
  });
}
