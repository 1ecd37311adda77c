import { connectionParam } from "@fabriclab/connection";
import {
  asks,
  choiceParam,
  fractionParam,
  hostRefParam,
  hostRefsParam,
  IBA_MTUS,
  loadParam,
  overloadParam,
  pathsParam,
  refuseParam,
  serviceLevelsParam,
  sizeParam,
} from "@fabriclab/spec";
import { MLID_CAPACITY } from "@fabriclab/units";
import { z } from "zod";

const mtu = sizeParam("1KiB").superRefine((value, context) => {
  if ((IBA_MTUS as readonly number[]).includes(value)) return;
  refuseParam(context, value, {
    code: "E_MPEG2_MTU",
    message: "InfiniBand has no such MTU",
    got: `${value}B`,
    expected: IBA_MTUS.map((bytes) => `${bytes}B`).join(", "),
  });
});

/** Service levels of paper 004's real-time traffic: VL 0-7 under the tables that go with it. */
const REAL_TIME_LEVELS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Every group has an MLID of its own at least. */
const multicast = z.strictObject({
  share: fractionParam(0.2).describe(
    "share of the load whose streams go to groups",
  ),
  groups: z
    .int()
    .min(1)
    .max(MLID_CAPACITY)
    .optional()
    .describe(
      "number of groups, to each of which every sending host may send; absent = 3, or as many as `members` lists by their hosts",
    )
    .meta({ unit: "1" }),
  members: z
    .array(z.union([z.int().min(2), z.array(hostRefParam()).min(1)]), {
      error:
        "a list of groups, each its size or its hosts, such as [2, 4] or [[P(0), P(5)], [P(7)]]",
    })
    .min(1)
    .default([2, 4])
    .describe(
      "members of the groups, in turn: how many, drawn among the hosts, or which, by name or index",
    )
    .meta({ unit: "1" }),
  scheme: choiceParam(
    ["multicast", "replicated-unicast"],
    "multicast",
  ).describe(
    "one multicast packet, or one unicast packet per member, packet by packet",
  ),
  sl: serviceLevelsParam(
    "service levels of the streams to groups, in turn; absent = those of all streams",
  ),
});

/** A frame in a quarter of an hour: the times of the next ones are numbers of ticks that are exact. */
export const LEAST_FPS = 0.001;

/** More than nine hours at 30 a second; the sizes of all frames are kept. */
const MOST_FRAMES = 1_000_000;

/** Parameters that video has wherever its frames come from. */
export const videoParams = {
  load: loadParam("E_MPEG2_LOAD").describe(
    "offered load: mean wire bytes per sending host as a fraction of the host link's data rate; streams to groups count once, without GRH",
  ),
  overload: overloadParam(),
  sourceAt: hostRefsParam()
    .optional()
    .describe("which hosts send, by name or index; absent = all")
    .meta({ unit: "name" }),
  frames: z
    .int()
    .min(1)
    .max(MOST_FRAMES)
    .optional()
    .describe(
      "frames of each stream, after which the traffic ends, at most a million; absent = endless",
    )
    .meta({ unit: "1" }),
  mtu: mtu.describe("most payload of a packet"),
  headers: choiceParam(["ud", "rc", "none"], "ud").describe(
    "InfiniBand headers of each packet; streams to groups carry a GRH as well",
  ),
  pacing: choiceParam(["burst", "spread"], "burst").describe(
    "burst: the packets of a frame are born together; spread: evenly over the frame's period",
  ),
  sl: serviceLevelsParam(
    "service levels, a stream's own in turn; absent = 0 to 7",
  )
    .unwrap()
    .default(REAL_TIME_LEVELS)
    .describe("service levels; each stream keeps one, in turn")
    .meta({ unit: "SL", ...asks("levels") }),
  paths: pathsParam().describe(
    "path of a stream, chosen once so that its packets stay in order: single = the routing's; random = path bits drawn for the stream; adaptive = switches choose at every hop (order is lost). The last two need multipath tables",
  ),
  connection: connectionParam().meta({ unit: "connection" }),
  multicast: multicast
    .optional()
    .describe("streams to groups; absent = none")
    .meta({ unit: "mix" }),
};

export const videoFields = z.object(videoParams);
export type VideoOptions = z.output<typeof videoFields>;
