import { creditLoops, isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { withSoundLevels, type Audited } from "./audited.ts";
import type { Finding } from "./check.ts";
import { hostsOf, nameOf } from "./compile.ts";

/** Whether packets between hosts can wait for each other in a cycle. */
export function hasLoop({ fabric, tables }: Audited): boolean {
  return !isDeadlockFree(fabric, withSoundLevels(tables), {
    endports: hostsOf(fabric, tables.lids),
  });
}

/** The first credit loop of the packets between hosts, as the auditor reports it. */
export function loopOf(
  { fabric, tables }: Audited,
  todo: string,
): Finding | undefined {
  const [loop] = creditLoops(fabric, withSoundLevels(tables), {
    endports: hostsOf(fabric, tables.lids),
    examples: 1,
    remedies: false,
  }).loops;
  if (loop === undefined) return undefined;
  const [pair] = loop.pairs.examples;
  const closers =
    pair === undefined
      ? ""
      : `; packets from ${nameOf(fabric, pair.source)} to ${nameOf(fabric, pair.destination)} lay down a part of it${loop.pairs.count > 1 ? `, as those of ${loop.pairs.count - 1} more pairs do` : ""}`;
  return {
    what: `${loop.cycle.length} channels wait for each other in a cycle: ${loop.cycle.map(({ name }) => name).join(" -> ")}${closers}`,
    where: fabric.name,
    todo,
  };
}
