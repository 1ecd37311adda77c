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
  "path-usage.paths": {
    text: "Different paths between switches that packets of one source to one destination took, mean over the pairs of which any was delivered.",
    details: {
      pairs: ["pairs", "Pairs of hosts of which a packet was delivered."],
      min: ["paths", "Fewest paths that a pair used."],
      max: ["paths", "Most paths that a pair used."],
      offered: [
        "paths",
        "Paths that the path bits of the tables have for such a pair, mean.",
      ],
      chosen: [
        "packets",
        "Packets left out, as switches chose among ports for them.",
      ],
    },
  },
  "path-usage.evenness": {
    text: "How evenly a pair used its paths, mean over those that used several: the number of paths of equal use that would be as concentrated (inverse Simpson index), over the paths used; 1 = all alike.",
    details: {
      pairs: ["pairs", "Pairs of hosts that used several paths."],
      min: ["1", "Least evenness of a pair."],
    },
  },
  "path-usage.favourite": {
    text: "Share of packets that took the most used path of their pair.",
    places: "Packets that the most used paths carried",
  },
};
