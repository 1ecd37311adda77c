import {
  asks,
  flagParam,
  loadParam,
  overloadCheck,
  overloadParam,
  pathsParam,
  refuseParam,
  sizeParam,
  timeParam,
} from "@fabriclab/spec";
import { z } from "zod";

const size = sizeParam("256B").superRefine((value, context) => {
  if (value > 0) return;
  refuseParam(context, value, {
    code: "E_CONSTANT_RATE_SIZE",
    message: "A packet must have at least one byte",
    got: `${value}B`,
    expected: "a size such as 256B",
  });
});

export const params = z
  .object({
    load: loadParam("E_CONSTANT_RATE_LOAD").describe(
      "offered load: wire bytes per sending host as a fraction of the host link's data rate; 1 = the host always has the next packet ready",
    ),
    overload: overloadParam(),
    size: size.describe("bytes of a packet on the wire"),
    pattern: z
      .union([z.string().min(1), z.looseObject({ kind: z.string() })], {
        error: "the name of a pattern, or { kind: name, … }",
      })
      .default("uniform")
      .describe("who sends to whom: a plugin of the family pattern")
      .meta({ unit: "name" }),
    start: z
      .union([timeParam(), z.record(z.string(), timeParam())], {
        error: "a time such as 1us, or a time for each host by its name",
      })
      .prefault("0")
      .describe(
        "when the first packet is ready: one time for all, or { host: time }, the others at 0",
      )
      .meta({ unit: "time" }),
    paths: pathsParam(),
    droppable: flagParam(false)
      .describe("switches with a drop policy may discard its packets")
      .meta(asks("drop", true)),
    sl: z
      .int()
      .min(0)
      .max(15)
      .optional()
      .describe("service level; absent = what the routing says for the pair")
      .meta({ unit: "SL", ...asks("levels") }),
  })
  .superRefine(overloadCheck("E_CONSTANT_RATE_LOAD"));
