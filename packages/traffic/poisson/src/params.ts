import {
  asks,
  choiceParam,
  flagParam,
  IBA_MTUS,
  loadParam,
  overloadCheck,
  overloadParam,
  pathsParam,
  refuseParam,
  serviceLevelChoiceParam,
  serviceLevelsParam,
  sizeParam,
} from "@fabriclab/spec";
import { z } from "zod";

const notEmpty = (value: number, context: z.RefinementCtx): void => {
  if (value > 0) return;
  refuseParam(context, value, {
    code: "E_POISSON_SIZE",
    message: "A message must have at least one byte",
    got: `${value}B`,
    expected: "a size such as 256B",
  });
};

const mtu = sizeParam().superRefine((value, context) => {
  if ((IBA_MTUS as readonly number[]).includes(value)) return;
  refuseParam(context, value, {
    code: "E_POISSON_MTU",
    message: "InfiniBand has no such MTU",
    got: `${value}B`,
    expected: IBA_MTUS.map((bytes) => `${bytes}B`).join(", "),
  });
});

export const params = z
  .object({
    load: loadParam("E_POISSON_LOAD").describe(
      "offered load: wire bytes per host as a fraction of the host link's data rate",
    ),
    overload: overloadParam(),
    size: sizeParam("256B")
      .superRefine(notEmpty)
      .describe("bytes of a message"),
    sizes: z
      .array(
        z.strictObject({
          size: sizeParam()
            .superRefine(notEmpty)
            .describe("bytes of a message"),
          weight: z
            .number()
            .positive()
            .max(1e100)
            .describe("share of the messages, relative to the other weights"),
        }),
      )
      .min(1)
      .optional()
      .describe("several message sizes with weights; replaces `size`")
      .meta({ unit: "mix" }),
    pattern: z
      .union([z.string().min(1), z.looseObject({ kind: z.string() })], {
        error: "the name of a pattern, or { kind: name, … }",
      })
      .default("uniform")
      .describe("who sends to whom: a plugin of the family pattern")
      .meta({ unit: "name" }),
    sl: serviceLevelsParam(
      "service level, or a list to choose from; absent = what the routing says for the pair",
    ).meta(asks("levels")),
    slChoice: serviceLevelChoiceParam(
      "how one of several service levels is chosen, message by message; hash = by the destination LID",
    ),
    headers: choiceParam(["none", "ud", "rc"], "none").describe(
      "InfiniBand headers that each packet carries on top of its payload; none = the size is the size on the wire",
    ),
    mtu: mtu
      .optional()
      .describe(
        "most payload of a packet; longer messages are cut; absent = one packet per message",
      ),
    paths: pathsParam(),
    droppable: flagParam(false)
      .describe(
        "switches with a drop policy may discard its packets (best-effort traffic)",
      )
      .meta(asks("drop", true)),
  })
  .superRefine(overloadCheck("E_POISSON_LOAD"));
