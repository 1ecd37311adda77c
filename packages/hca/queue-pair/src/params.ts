import { bufferParam, intParam, rateParam, timeParam } from "@fabriclab/spec";
import { z } from "zod";

export const params = z.object({
  wqeDelay: timeParam("0ns").describe(
    "time that a DMA engine takes for a work queue element before its first byte: fetching it and setting up the transfer",
  ),
  dmaRate: rateParam("8Gb/s").describe(
    "rate at which the DMA engine brings packets from memory to the virtual lanes; about that of 64-bit PCI-X at 133 MHz",
  ),
  sendDelay: timeParam("0ns").describe(
    "from the end of a packet's DMA to its first bit on the link, when nothing is ahead",
  ),
  receiveDelay: timeParam("0ns").describe(
    "from the last bit received, or from the end of its DMA where there are receive buffers, to delivery",
  ),
  receiveBuffer: bufferParam()
    .optional()
    .describe(
      "space of each data VL at the receiving side, for which senders need credits; absent = the host takes every packet at the rate of the link, on any lane",
    ),
  receiveRate: rateParam()
    .optional()
    .describe(
      "rate at which a second DMA engine brings packets from the receive buffers to memory; absent = `dmaRate`",
    ),
  priority: z
    .array(z.int().min(0).max(15))
    .default([])
    .describe(
      "service levels that go first, highest priority first; the others follow in ascending order. Management packets go before all",
    )
    .meta({ unit: "SL" }),
  slToVl: z
    .array(intParam({ min: 0, max: 14, default: 0 }))
    .length(16, "16 entries, one for each SL from 0 to 15")
    .optional()
    .describe(
      "VL of each SL at the host's port, 16 entries, one for each SL from 0 to 15; absent = the tables', else SL modulo the data lanes",
    )
    .meta({ unit: "VL" }),
  laneWeights: z
    .array(z.int().min(1).max(255))
    .length(16, "16 entries, one for each VL from 0 to 15")
    .optional()
    .describe(
      "weighted round-robin among the lanes of the host's port, in both directions: weight of each VL, 16 entries, in units of 64 bytes; absent = the switch model's lane scheduler",
    )
    .meta({ unit: "64 B" }),
});
