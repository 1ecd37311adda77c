import type { NumberText, ValueText } from "@fabriclab/spec";

const DELIVERED: NumberText = [
  "packets",
  "Packets delivered in the measured interval, each copy of a multicast.",
];

/** What the results of `path-usage` are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  "path-usage": {
    text: "Share of the channels between switches that carried a packet.",
    details: {
      channels: ["channels", "Channels between switches."],
      used: ["channels", "Channels between switches that carried a packet."],
    },
  },
  "path-usage.cov": {
    text: "Coefficient of variation of the packets per channel between switches, unused ones included; 0 = all alike.",
    details: {
      mean: ["packets", "Packets per channel between switches, mean."],
      min: ["packets", "Fewest packets on a channel between switches."],
      max: ["packets", "Most packets on a channel between switches."],
    },
  },
  "path-usage.busiest": {
    text: "Packets on the busiest channel between switches over the mean of all.",
    places:
      "Share of all packets sent between switches that the busiest channels carried",
  },
  "path-usage.channels": {
    text: "Channels between switches that a delivered packet crossed, mean.",
    details: {
      sent: [
        "packets",
        "Packets that entered a channel between switches, once for each.",
      ],
      delivered: DELIVERED,
    },
  },
};
