import type { ValueText } from "@fabriclab/spec";

/** What the results of `xmit-wait` are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  "xmit-wait": {
    text: "Share of the measured interval during which a port had data to send and sent nothing, for lack of credits or of arbitration (PortXmitWait): mean over channels.",
    details: {
      min: ["1", "Share of the port that waited least."],
      max: ["1", "Share of the port that waited most."],
      channels: ["channels", "Channels that were looked at."],
      never: ["channels", "Channels whose port never waited."],
    },
  },
  "xmit-wait.max": {
    text: "Share during which the port that waited most did.",
    places: "Shares during which the ports that waited most did",
  },
};
