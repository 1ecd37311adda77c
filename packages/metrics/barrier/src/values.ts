import type { NumberText, ValueText } from "@fabriclab/spec";

const GROUPS: Readonly<Record<string, NumberText>> = {
  groups: ["groups", "Groups of which a barrier was completed."],
};

/** What the results of `barrier` are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  barrier: {
    text: "Time of a barrier from first bit to first bit: combining and distributing, mean over groups of their means.",
    details: GROUPS,
  },
  "barrier.combine": {
    text: "Time from the last host's combine packet leaving it until the root has all, mean over groups of their means.",
    details: GROUPS,
  },
  "barrier.distribute": {
    text: "Time from the first distribute packet leaving the root until the last one begins to arrive at its host, mean over groups of their means.",
    details: GROUPS,
  },
  "barrier.total": {
    text: "Time from the last process entering a barrier to the last one's release, mean over groups of their means.",
    details: GROUPS,
  },
};
