import type { ValueText } from "@fabriclab/spec";

/** What the results of `latency` are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  latency: {
    text: "Time of a packet from its birth to the arrival of its last bit, mean over delivered copies.",
    details: {
      count: ["packets", "Copies delivered in the measured interval."],
      min: ["ns", "Least latency of a packet."],
      max: ["ns", "Greatest latency of a packet."],
    },
  },
};
