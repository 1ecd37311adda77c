import {
  choiceParam,
  flagParam,
  hostRefParam,
  hostRefsParam,
  IBA_MTUS,
  intParam,
  refuseParam,
  serviceLevelChoiceParam,
  serviceLevelsParam,
  sizeParam,
  timeParam,
} from "@fabriclab/spec";
import { z } from "zod";
import { shareParam } from "./share.ts";

const size = sizeParam("1KiB").superRefine((value, context) => {
  if (value > 0) return;
  refuseParam(context, value, {
    code: "E_MULTICAST_OPERATION_SIZE",
    message: "A message must have at least one byte",
    got: `${value}B`,
    expected: "a size such as 1KiB",
  });
});

const mtu = sizeParam("2KiB").superRefine((value, context) => {
  if ((IBA_MTUS as readonly number[]).includes(value)) return;
  refuseParam(context, value, {
    code: "E_MULTICAST_OPERATION_MTU",
    message: "InfiniBand has no such MTU",
    got: `${value}B`,
    expected: IBA_MTUS.map((bytes) => `${bytes}B`).join(", "),
  });
});

export const params = z.object({
  sources: shareParam("sources")
    .prefault(1)
    .describe('how many hosts send: a count, a share ("40%") or all')
    .meta({ unit: "hosts" }),
  sourceAt: hostRefsParam()
    .optional()
    .describe("which hosts send; absent = drawn by the seed")
    .meta({ unit: "name" }),
  group: shareParam("group members")
    .prefault("40%")
    .describe("size of a group, a sending member included")
    .meta({ unit: "hosts" }),
  groups: choiceParam(["own", "same"], "own").describe(
    "own: every source draws a group of its own; same: one group for all sources",
  ),
  sourceMember: choiceParam(["always", "chance"], "always").describe(
    "whether a source is a member of its own group: always (it sends to one host less), or as the draw over all hosts falls",
  ),
  members: z
    .array(hostRefParam(), {
      error:
        "a list of hosts, each a name or an index (the size of a group, or its share of the hosts, is `group`)",
    })
    .min(1)
    .optional()
    .describe(
      "the one group, host by host; replaces group, groups and sourceMember",
    )
    .meta({ unit: "name" }),
  allowNonMember: flagParam(false).describe(
    "let a source send to `members` without being one (a send-only join)",
  ),
  send: choiceParam(["multicast", "unicast"], "multicast").describe(
    "one multicast packet, or one unicast packet per member, back to back",
  ),
  order: choiceParam(["random", "lid"], "random").describe(
    "order of the unicast copies: drawn per operation, or by ascending base LID",
  ),
  size: size.describe("bytes of a message"),
  framing: choiceParam(["jumbo", "mtu"], "jumbo").describe(
    "jumbo: a message is one packet and the size is the size on the wire; mtu: cut at the MTU, with the InfiniBand headers of datagrams",
  ),
  mtu: mtu.describe("most payload of a packet when framing is mtu"),
  repeats: intParam({ min: 1, default: 1 }).describe(
    "operations of each source, with the same group",
  ),
  interval: timeParam("0").describe(
    "from the start of one operation of a source to the start of its next; 0 = all are ready at once",
  ),
  start: timeParam("0").describe("when the first operation is ready"),
  sl: serviceLevelsParam(
    "service level, or a list to choose from; absent = the routing's for unicast; for multicast the lane that the switches mean for it, else 0",
  ),
  slChoice: serviceLevelChoiceParam(
    "how one of several service levels is chosen, packet by packet; round-robin begins at one drawn for each source, hash = by the LID or MLID",
  ),
});
