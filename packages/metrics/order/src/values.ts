import type { ValueText } from "@fabriclab/spec";

/** What the results of `order` are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  order: {
    text: "Share of arrivals that are reordered: a packet of their flow with a later birth arrived before them.",
    details: {
      packets: ["packets", "Arrivals."],
      reordered: ["packets", "Arrivals that are reordered."],
      flows: [
        "flows",
        "Flows: of one traffic entry, source, destination and service level.",
      ],
    },
  },
  "order.behind": {
    text: "By how much a reordered packet is older than the latest-born one that came before it, mean over reordered packets.",
  },
};
