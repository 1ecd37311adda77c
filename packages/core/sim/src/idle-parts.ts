import {
  DEFAULT_PLUGINS,
  isPlainReplication,
  type Asking,
} from "@fabriclab/spec";
import { askedBy, waysToAsk } from "./asked.ts";
import type { Composition } from "./composition.ts";
import { entryLabel } from "./entry-names.ts";
import type { Experiment } from "./experiment.ts";
import { idleLanes } from "./idle-lanes.ts";
import { ownLevels } from "./own-levels.ts";

/**
 * Parts of an experiment that are named and can do nothing in this combination, a line each, those of lanes last ({@link idleLanes}). No part says so of itself, because none knows the
 * others; and no part is known here by its name but those that are used unasked.
 *
 * Service levels that traffic has in place of the tables' are told here, too ({@link ownLevels}).
 *
 * Complexity: O(streams), and that of `ownLevels`.
 */
export function idleParts(composition: Composition): string[] {
  const { experiment, groups, traffic, switchModel, tables, idleBuilder } =
    composition;
  const { switchModel: parts, traffic: uses } = experiment;
  const notes: string[] = [];
  if (parts.drop === undefined)
    for (const key of keysAsking(uses, "drop"))
      notes.push(
        `${key} has no effect: the scenario has no drop policy (\`drop\`)`,
      );
  if (
    switchModel.drop?.selective === true &&
    traffic.every(({ droppable }) => droppable === false)
  )
    notes.push(
      `drop has no effect: no traffic has packets that ${parts.drop?.plugin.name ?? "it"} may drop${mend(
        ...waysToAsk(uses, "drop"),
        ...waysToAsk(used(parts.drop), "drop-all").map(
          (way) => `${way} for all`,
        ),
      )}`,
    );
  if (
    parts.select !== undefined &&
    tables.multipath !== undefined &&
    keysAsking(uses, "select").length === 0
  )
    notes.push(
      `select: ${parts.select.plugin.name} has no effect: no traffic leaves the choice to switches${mend(...waysToAsk(uses, "select"))}`,
    );
  if (groups.length === 0 && isBeyondPlain(parts.replication))
    notes.push(
      `replication: ${parts.replication.plugin.name} has no effect: no traffic sends multicast packets`,
    );
  const multicast =
    groups.length === 0 ? askedMulticast(experiment) : undefined;
  if (multicast !== undefined)
    notes.push(
      `multicast: ${multicast} has no effect: no traffic sends multicast packets`,
    );
  if (idleBuilder !== undefined) notes.push(idleBuilder);
  for (const [at, { idle = [] }] of traffic.entries())
    for (const line of idle)
      notes.push(
        `${traffic.length > 1 ? `${entryLabel(uses, at)}: ` : ""}${line}`,
      );
  return [...notes, ...ownLevels(composition), ...idleLanes(composition)];
}

/** The parameters by which some of these ask for something, each once. */
const keysAsking = (
  uses: Experiment["traffic"],
  of: Asking["of"],
): string[] => [
  ...new Set(uses.flatMap((use) => askedBy(use, of).map(({ key }) => key))),
];

/** What would mend it, in brackets; nothing where there is nothing. */
const mend = (...ways: readonly string[]): string =>
  ways.length === 0 ? "" : ` (${ways.join(", or ")})`;

const used = <T>(one: T | undefined): readonly T[] =>
  one === undefined ? [] : [one];

/** Whether a replication was asked for that does more than what is used unasked. */
const isBeyondPlain = ({
  plugin,
  options,
}: Experiment["switchModel"]["replication"]): boolean =>
  !isPlainReplication(plugin.build(options));

/** What was named to build multicast tables; undefined where it is what is used unasked. */
function askedMulticast({ tables }: Experiment): string | undefined {
  if ("given" in tables || tables.multicast === undefined) return undefined;
  const { plugin, options } = tables.multicast;
  const unasked = plugin.params.safeParse({});
  const isUnasked =
    plugin.name === DEFAULT_PLUGINS.multicast &&
    unasked.success &&
    JSON.stringify(unasked.data) === JSON.stringify(options);
  return isUnasked ? undefined : plugin.name.replace(/^multicast-/, "");
}
