import {
  choiceParam,
  fractionParam,
  intParam,
  refuseParam,
  sizeParam,
  timeParam,
} from "@fabriclab/spec";
import { z } from "zod";

const options = z.strictObject({
  probeSize: sizeParam("64B")
    .superRefine((value, context) => {
      if (value > 0) return;
      refuseParam(context, value, {
        code: "E_CONNECTION_SIZE",
        message: "a probe must have at least one byte",
        got: `${value}B`,
        expected: "a size such as 64B",
      });
    })
    .describe("bytes of a probe, ACK or NACK on the wire"),
  limit: fractionParam(1)
    .superRefine((value, context) => {
      if (value > 0) return;
      refuseParam(context, value, {
        code: "E_CONNECTION_LIMIT",
        message:
          "connections could reserve nothing, so every probe would be refused",
        got: `limit: ${value}`,
        expected: "a share of a link's data rate above 0, at most 1",
        hint: "leave out the set-up where packets are to go without a reservation",
      });
    })
    .describe("share of a link's data rate that connections may reserve"),
  rounds: intParam({ min: 1, default: 1 }).describe(
    "how often all paths are tried before a connection is refused",
  ),
  retryDelay: timeParam("1ms").describe("time between two rounds"),
  timeout: timeParam("10ms")
    .superRefine((value, context) => {
      if (value > 0) return;
      refuseParam(context, value, {
        code: "E_CONNECTION_TIME",
        message: "a probe's answer takes longer than nothing",
        got: `${value}ps`,
        expected: "a time such as 10ms",
      });
    })
    .describe("time after which a probe without an answer counts as refused"),
  refused: choiceParam(
    ["default-path", "wait", "give-up"],
    "default-path",
  ).describe(
    "what a refused connection does: goes without reservation on the routing's path, goes on trying, or sends nothing",
  ),
});

/** How connections are set up. */
export type ConnectionOptions = z.output<typeof options>;

/** The connection parameter of a traffic plugin; absent = packets go without. */
export const connectionParam = () =>
  options
    .optional()
    .describe(
      "a path is reserved with a probe packet before anything is sent; absent = nothing is reserved",
    )
    .meta({ unit: "set-up" });
