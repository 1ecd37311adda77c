import {
  choiceParam,
  intParam,
  refuseParam,
  sizeParam,
  timeParam,
} from "@fabriclab/spec";
import { z } from "zod";
import { ALGORITHMS } from "./schedule.ts";

export const params = z.object({
  algorithm: choiceParam(ALGORITHMS, "tree").describe(
    "broadcast: sequence (one message after another), tree (the optimal tree of the postal model) or multicast (one packet to a group); barrier: central (a counter, then a sequence) or dissemination (rounds of messages to processors 1, 2, 4 … further on)",
  ),
  processors: z
    .int()
    .min(2)
    .optional()
    .describe("how many hosts take part; absent = all")
    .meta({ unit: "hosts" }),
  place: choiceParam(["packed", "random"], "packed").describe(
    "packed: the first hosts of the fabric, in order; random: drawn among all hosts, in random order",
  ),
  sendOverhead: timeParam("400ns").describe(
    "O_s: time that a processor spends to send a message",
  ),
  receiveOverhead: timeParam("400ns").describe(
    "O_r: time that a processor spends to receive a message",
  ),
  gap: timeParam("400ns")
    .superRefine((value, context) => {
      if (value > 0) return;
      refuseParam(context, value, {
        code: "E_COLLECTIVE_OPERATION_GAP",
        message: "The tree counts its steps in gaps between messages",
        got: `${value}ps`,
        expected: "a time above 0, such as 400ns",
      });
    })
    .describe(
      "g: least time from the beginning of one send of a processor to that of its next",
    ),
  latency: timeParam("120ns").describe(
    "time in the network that the tree is made for: a message takes it and both overheads, in gaps rounded up",
  ),
  size: sizeParam("64B")
    .superRefine((value, context) => {
      if (value > 0) return;
      refuseParam(context, value, {
        code: "E_COLLECTIVE_OPERATION_SIZE",
        message: "A message must have at least one byte",
        got: `${value}B`,
        expected: "a size such as 64B",
      });
    })
    .describe("bytes of a message on the wire"),
  sl: z
    .int()
    .min(0)
    .max(15)
    .optional()
    .describe(
      "service level; absent = the routing's for unicast; for multicast the lane that the switches mean for it, else 0",
    )
    .meta({ unit: "SL" }),
  repeats: intParam({ min: 1, default: 1 }).describe(
    "operations, one after another",
  ),
  interval: timeParam("0").describe(
    "from the end of one operation, when every processor has done its part, to the start of the next",
  ),
  start: timeParam("0").describe("when all processors enter the first one"),
});
