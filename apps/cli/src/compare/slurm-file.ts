import { writeSlurm } from "@fabriclab/formats-slurm";
import type { Fabric } from "@fabriclab/spec";
import type { AdviceFile } from "./files.ts";

/** Slurm's file, where there is one, and what it leaves out. */
export interface SlurmAdvice {
  readonly file: AdviceFile | undefined;
  /** One a line. */
  readonly notes: readonly string[];
}

/** Slurm's `topology.conf` of a fabric whose compute nodes hang at the leaves of a tree; of another fabric the reason why there is none. */
export function slurmAdvice(fabric: Fabric): SlurmAdvice {
  const { text, notes, twice } = writeSlurm(fabric);
  if (text.trim() === "")
    return {
      file: undefined,
      notes: ["no topology.conf: no compute node is cabled to a switch"],
    };
  if (twice > 0)
    return {
      file: undefined,
      notes: [
        `no topology.conf: in a tree over the switches ${twice} of ${fabric.switchCount} would have compute nodes and switches below them; \`fabriclab topology --format slurm\` writes one nevertheless`,
      ],
    };
  return {
    file: {
      name: "topology.conf",
      what: "the switches as a tree, for Slurm's topology/tree",
      text,
    },
    notes: notes.map(
      ({ message, count }) =>
        `topology.conf: ${message}${count > 1 ? ` (${count} times)` : ""}`,
    ),
  };
}
