import type { ValueText } from "@fabriclab/spec";

/** What the results of `link-load` are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  "link-load": {
    text: "Share of the measured interval during which a channel, one direction of a link, carried a packet: mean over channels.",
    details: {
      min: ["1", "Load of the least loaded channel."],
      max: ["1", "Load of the most loaded channel."],
      channels: ["channels", "Channels that were looked at."],
      idle: ["channels", "Channels that carried nothing."],
    },
  },
  "link-load.max": {
    text: "Load of the most loaded channel.",
    places: "Load of the most loaded channels",
  },
  "link-load.packets": {
    text: "Packets that the channel with most of them carried.",
    places: "Packets of the channels that carried most of them",
  },
};
