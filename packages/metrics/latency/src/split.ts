import type { Traffic } from "@fabriclab/spec";

export type LatencySplit = "none" | "sl" | "traffic";

/** Where the journal's class word has the class of a packet under a split; its label ends the result's name. */
export const splits: Record<
  LatencySplit,
  {
    readonly shift: number;
    readonly mask: number;
    readonly label: string;
    readonly names: string[];
  }
> = {
  none: { shift: 0, mask: 0, label: "", names: [] },
  sl: { shift: 0, mask: 0xf, label: "sl", names: [] },
  traffic: { shift: 8, mask: 0xff, label: "traffic", names: [] },
};

/** Name of a class's result. Why kept: confidence intervals ask for it batch by batch. */
export function nameOf(split: LatencySplit, key: number): string {
  const { label, names } = splits[split];
  return (names[key] ??= `latency.${label}${key}`);
}

/** Classes that traffic says it has packets of, rising: that nothing of one arrives is a result, too. */
export function classesOf(
  split: LatencySplit,
  traffic: readonly Traffic[],
): readonly number[] {
  if (split === "none") return [];
  const classes =
    split === "traffic"
      ? traffic.flatMap(({ streams }, at) => (streams.length > 0 ? [at] : []))
      : traffic.flatMap(({ streams }) =>
          streams.flatMap(({ serviceLevels }) => serviceLevels),
        );
  return [...new Set(classes)].sort((a, b) => a - b);
}
