import type { NumberText, ValueText } from "@fabriclab/spec";

const DELIVERED: NumberText = [
  "packets",
  "Packets delivered in the measured interval, each copy of a multicast.",
];

const DROPPED: NumberText = [
  "packets",
  "Packets discarded in the measured interval, each copy of a multicast.",
];

const OFFERED: NumberText = [
  "1",
  "Load that the sources were to offer, as a share of the data rate of all host links.",
];

/** What the results of `throughput` are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  throughput: {
    text: "Bytes on the wire that arrived, as a share of the data rate of all host links.",
    details: { offered: OFFERED, delivered: DELIVERED, dropped: DROPPED },
  },
  "throughput.bytes": {
    text: "Bytes on the wire that arrived per second, over the whole fabric.",
  },
  "throughput.packets": {
    text: "Packets that arrived per second, over the whole fabric, each copy of a multicast.",
    details: { delivered: DELIVERED, dropped: DROPPED },
  },
  "throughput.fairness": {
    text: "Accepted load of the worst-served source over that of the best-served; 1 = all alike.",
    details: {
      min: ["1", "Accepted load of the worst-served source."],
      max: ["1", "Accepted load of the best-served source."],
      jain: [
        "1",
        "Jain's index of the sources' accepted loads; 1 = all alike.",
      ],
    },
  },
};
