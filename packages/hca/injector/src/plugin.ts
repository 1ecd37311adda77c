import { defineHca, intParam, timeParam, type HcaModel } from "@fabriclab/spec";
import { z } from "zod";

const params = z.object({
  sendDelay: timeParam("0ns").describe(
    "from a packet's birth to its first bit on the link, when nothing is ahead",
  ),
  receiveDelay: timeParam("0ns").describe(
    "from the last bit received to delivery",
  ),
  slToVl: z
    .array(intParam({ min: 0, max: 14, default: 0 }))
    .length(16, "16 entries, one for each SL from 0 to 15")
    .optional()
    .describe(
      "VL of each SL at the host's port, 16 entries, one for each SL from 0 to 15; absent = SL modulo the lanes",
    )
    .meta({ unit: "VL" }),
});

/** A host adapter that puts packets on the link in the order of their birth, a queue per lane, and takes what arrives at link rate. */
export const injector = defineHca({
  name: "injector",
  summary:
    "Puts packets on the link in the order of their birth, one unbounded queue per lane, and takes arriving packets at link rate.",
  cites: [],
  params,
  claims: { inOrder: true },
  build: (options): HcaModel => ({
    name: "injector",
    sendDelay: options.sendDelay,
    receiveDelay: options.receiveDelay,
    ...(options.slToVl === undefined ? {} : { slToVl: options.slToVl }),
  }),
});
