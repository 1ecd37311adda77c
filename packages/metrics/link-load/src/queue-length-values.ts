import type { ValueText } from "@fabriclab/spec";

/** What the results of `queue-length` are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  "queue-length": {
    text: "Packets that wait in the input buffer of a switch port, over time: mean over the ports' channels.",
    details: {
      min: ["packets", "Packets that wait in the emptiest buffer."],
      max: ["packets", "Packets that wait in the fullest buffer."],
      channels: ["channels", "Channels whose buffers were looked at."],
      empty: ["channels", "Channels in whose buffer nothing ever waited."],
    },
  },
  "queue-length.max": {
    text: "Packets that wait in the buffer where most do, over time.",
    places: "Packets that wait, over time, in the buffers where most do",
  },
};
