import { connectionParam } from "@fabriclab/connection";
import {
  choiceParam,
  intParam,
  numberParam,
  refuseParam,
  sizeParam,
  timeParam,
} from "@fabriclab/spec";
import { z } from "zod";

const size = (byDefault: string, what: string) =>
  sizeParam(byDefault).superRefine((value, context) => {
    if (value > 0) return;
    refuseParam(context, value, {
      code: "E_CONNECTION_SIZE",
      message: `${what} must have at least one byte`,
      got: `${value}B`,
      expected: `a size such as ${byDefault}`,
    });
  });

const wait = (byDefault: string, what: string) =>
  timeParam(byDefault).superRefine((value, context) => {
    if (value > 0) return;
    refuseParam(context, value, {
      code: "E_CONNECTION_TIME",
      message: `${what} must be longer than nothing`,
      got: `${value}ps`,
      expected: `a time such as ${byDefault}`,
    });
  });

/** The retry counter has three bits. */
const MOST_RETRIES = 7;

export const params = z.object({
  load: numberParam({ min: 0.0001, max: 1, default: 0.1 }).describe(
    "wire bytes of messages per connection as a fraction of the host link's data rate, not counting what is sent again",
  ),
  size: size("1KiB", "A message").describe(
    "bytes of a message on the wire; a message is one packet",
  ),
  ackSize: size("30B", "An ACK").describe("bytes of an ACK or NAK on the wire"),
  messages: z
    .int()
    .min(1)
    .optional()
    .describe("messages of each connection; absent = endless")
    .meta({ unit: "1" }),
  start: timeParam("0").describe("when the first message is ready"),
  pattern: z
    .union([z.string().min(1), z.looseObject({ kind: z.string() })], {
      error: "the name of a pattern, or { kind: name, … }",
    })
    .default("uniform")
    .describe(
      "whom each host has its connection to, asked once: a plugin of the family pattern",
    )
    .meta({ unit: "name" }),
  window: intParam({ min: 1, max: 65536, default: 64 }).describe(
    "messages that may be on their way without an ACK",
  ),
  timeout: wait("100us", "A timeout").describe(
    "transport timer: how long the oldest message may go without an ACK before all that follow it are sent again",
  ),
  retries: z
    .union([z.int().min(0).max(MOST_RETRIES), z.literal("unlimited")], {
      error: `0 to ${MOST_RETRIES}, or unlimited`,
    })
    .default(MOST_RETRIES)
    .describe(
      "how often in a row messages are sent again without an ACK that acknowledges one of them (RetryCnt), after which the connection migrates or else fails and sends nothing more",
    )
    .meta({ unit: "1" }),
  migration: choiceParam(["armed", "none"], "armed").describe(
    "armed: after `migrateAfter` timeouts in a row the connection moves to its alternate path; none: it sends again on the same path",
  ),
  migrateAfter: intParam({ min: 1, default: 1 }).describe(
    "timeouts in a row that make a connection migrate, which the last of its `retries` does at the latest",
  ),
  probe: connectionParam()
    .describe(
      "a path with room for the connection's load is reserved with a probe packet before the first message; absent = the routing's path, nothing is reserved",
    )
    .meta({ unit: "set-up" }),
  rearm: wait("10ms", "The time to rearm").describe(
    "time after a migration until the path that was left is armed as the alternate",
  ),
});
