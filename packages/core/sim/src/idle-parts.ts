import { MANAGEMENT_VL } from "@fabriclab/units";
import type { Composition } from "./composition.ts";
import { entryLabel } from "./entry-names.ts";
import type { Experiment, Use } from "./experiment.ts";
import { furtherLanes, levelsOf, startLanes } from "./used-lanes.ts";

/** An option by its name, where the plugin has one so called. */
const option = (use: Use | undefined, key: string): unknown =>
  (use?.options as Readonly<Record<string, unknown>> | undefined)?.[key];

/**
 * Parts of an experiment that are named and can do nothing in this combination, a line each; no part says so of itself, because none knows the others. And what
 * tables that were read leave open: the lanes of service levels, where they have no SL2VL.
 *
 * Complexity: O(streams).
 */
export function idleParts({
  experiment,
  groups,
  traffic,
  switchModel,
  hca,
  tables,
  idleBuilder,
}: Composition): string[] {
  const { switchModel: parts, traffic: uses } = experiment;
  const notes: string[] = [];
  if (
    parts.drop === undefined &&
    uses.some((use) => option(use, "droppable") === true)
  )
    notes.push(
      "droppable has no effect: the scenario has no drop policy (`drop`)",
    );
  if (
    switchModel.drop?.selective === true &&
    traffic.every(({ droppable }) => droppable === false)
  )
    notes.push(
      `drop has no effect: no traffic has packets that ${parts.drop?.plugin.name ?? "it"} may drop (\`droppable: true\`, or \`selective: false\` for all)`,
    );
  if (
    parts.select !== undefined &&
    tables.multipath !== undefined &&
    uses.every((use) => option(use, "paths") !== "adaptive")
  )
    notes.push(
      `select: ${parts.select.plugin.name} has no effect: no traffic leaves the choice to switches (\`paths: adaptive\`)`,
    );
  if (groups.length === 0 && parts.replication.plugin.name !== "asynchronous")
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
  const levels = levelsOf(traffic);
  const first = hca.priority ?? [];
  if (first.length > 0 && !first.some((level) => levels.has(level)))
    notes.push(
      `hca.priority has no effect: no packet has service level ${first.join(", ")}`,
    );
  const start = startLanes(
    levels,
    hca,
    Math.min(switchModel.lanes, MANAGEMENT_VL),
  );
  const further = furtherLanes(levels, tables);
  if (start.size > 1 && further.size === 1)
    notes.push(
      `the SL2VL tables leave packets one lane: service levels ${rising(levels)} begin on VL ${rising(start)} and are all on VL ${[...further].join()} from the first switch on; without SL2VL tables each stays on its own`,
    );
  if (
    "given" in experiment.tables &&
    tables.sl2vl === undefined &&
    start.size > 1
  )
    notes.push(
      `the tables that were read have no SL2VL: packets of service levels ${rising(levels)} are taken to stay on VL ${rising(start)}, where their hosts put them; with QoS off, a subnet has all on VL 0`,
    );
  const lanes = chosenLanes(experiment);
  if (lanes !== undefined && lanes > 1 && levels.size > 0) {
    const used = new Set([...startLanes(levels, hca, lanes), ...further]);
    const [only] = used;
    if (used.size === 1)
      notes.push(
        `all packets are on VL ${only ?? 0} of the ${lanes} of ${switchModel.name}: they have service level ${[...levels].join(", ")} only; \`sl: [${Array.from({ length: Math.min(lanes, 16) }, (_, i) => i).join(", ")}]\` spreads them where the routing leaves the level to the traffic`,
      );
  }
  if (
    (start.size > 1 || further.size > 1) &&
    followsTables(parts.laneScheduler, tables) &&
    lanesCrossInTurn(switchModel)
  )
    notes.push(
      `${parts.laneScheduler.plugin.name} decides little: before it, lanes cross to the output buffers of ${switchModel.name} in turn, a packet each, no faster than the link; \`outputBuffer: 0 packets\` in \`switch\` lets it decide which packet crosses, or where the switch takes one, a \`crossbarScheduler\` with its weights`,
    );
  return notes;
}

/** Whether somebody said how a lane scheduler is to share links: in its options, or in tables that VL arbitration takes. */
const followsTables = (
  scheduler: Experiment["switchModel"]["laneScheduler"],
  { vlArb }: Composition["tables"],
): boolean =>
  scheduler.plugin.name === "vl-arbitration" &&
  (vlArb !== undefined ||
    ["high", "low", "highLimit"].some(
      (key) => option(scheduler, key) !== undefined,
    ));

/** Whether packets of all lanes reach the links through one crossbar that takes lanes in turn, so that little is left to choose behind it. */
const lanesCrossInTurn = ({
  crossbar,
  outputBuffer,
  crossbarScheduler,
}: Composition["switchModel"]): boolean =>
  crossbar === "port" &&
  crossbarScheduler === undefined &&
  ("packets" in outputBuffer ? outputBuffer.packets : outputBuffer.bytes) > 0;

/** What was named to build multicast tables; undefined where it is what is used unasked. */
function askedMulticast({ tables }: Experiment): string | undefined {
  if ("given" in tables || tables.multicast === undefined) return undefined;
  const { plugin, options } = tables.multicast;
  const unasked = plugin.params.safeParse({});
  const isUnasked =
    plugin.name === "multicast-union" &&
    unasked.success &&
    JSON.stringify(unasked.data) === JSON.stringify(options);
  return isUnasked ? undefined : plugin.name.replace(/^multicast-/, "");
}

const rising = (numbers: ReadonlySet<number>): string =>
  [...numbers].sort((a, b) => a - b).join(", ");

/** The data lanes that somebody asked for; undefined where they are the switch model's default. */
function chosenLanes({ switchModel: { use } }: Experiment): number | undefined {
  const lanes = option(use, "virtualLanes");
  const parsed = use.plugin.params.safeParse({});
  const byDefault = parsed.success ? parsed.data["virtualLanes"] : undefined;
  return typeof lanes === "number" && lanes !== byDefault ? lanes : undefined;
}
