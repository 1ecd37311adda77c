import type { NumberText, ValueText } from "@fabriclab/spec";

const CAUSES: Readonly<Record<string, string>> = {
  unroutable: "for want of a path, a lane or a receiver",
  "head-lifetime": "at the head of a queue for longer than its lifetime limit",
  "switch-lifetime": "in a switch for longer than its lifetime limit",
  stalled: "because their lane is stalled",
  "link-down": "on, or before, a link that is down",
};

const DELIVERED: NumberText = [
  "packets",
  "Packets delivered in the measured interval, each copy of a multicast.",
];

const DROPPED: NumberText = [
  "packets",
  "Packets discarded in the measured interval, each copy of a multicast.",
];

/** What the results of `drops` are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  drops: {
    text: "Share of packets that were discarded, for any cause.",
    details: {
      dropped: DROPPED,
      delivered: DELIVERED,
      bytes: ["B", "Bytes of the discarded packets."],
      ...Object.fromEntries(
        Object.entries(CAUSES).map(([cause, why]): [string, NumberText] => [
          cause,
          ["packets", `Packets discarded ${why}.`],
        ]),
      ),
    },
  },
  ...Object.fromEntries(
    Object.entries(CAUSES).map(([cause, why]): [string, ValueText] => [
      `drops.${cause}`,
      {
        text: `Share of packets that were discarded ${why}.`,
        details: { dropped: ["packets", `How many were discarded ${why}.`] },
      },
    ]),
  ),
};
