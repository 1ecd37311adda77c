import { MANAGEMENT_VL } from "@fabriclab/units";
import { askedAmount } from "./asked.ts";
import type { Composition } from "./composition.ts";
import type { Experiment } from "./experiment.ts";
import { furtherLanes, levelsOf, startLanes } from "./used-lanes.ts";

/**
 * Lanes, priorities and schedulers of lanes that were asked for and can do little in this combination, and what tables that were read leave open of them, a line
 * each: a part of `idleParts`.
 *
 * Complexity: O(streams).
 */
export function idleLanes({
  experiment,
  traffic,
  switchModel,
  hca,
  tables,
}: Composition): string[] {
  const { switchModel: parts } = experiment;
  const notes: string[] = [];
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
    isToldShares(parts.laneScheduler, tables) &&
    lanesCrossInTurn(switchModel)
  )
    notes.push(
      `${parts.laneScheduler.plugin.name} decides little: before it, lanes cross to the output buffers of ${switchModel.name} in turn, a packet each, no faster than the link; \`outputBuffer: 0 packets\` in \`switch\` lets it decide which packet crosses, or where the switch takes one, a \`crossbarScheduler\` with its weights`,
    );
  return notes;
}

/** Whether somebody said how a lane scheduler is to share links. */
const isToldShares = (
  { plugin, options }: Experiment["switchModel"]["laneScheduler"],
  { vlArb }: Composition["tables"],
): boolean => plugin.isToldShares?.(options, vlArb) === true;

/** Whether packets of all lanes reach the links through one crossbar that takes lanes in turn, so that little is left to choose behind it. */
const lanesCrossInTurn = ({
  crossbar,
  outputBuffer,
  crossbarScheduler,
}: Composition["switchModel"]): boolean =>
  crossbar === "port" &&
  crossbarScheduler === undefined &&
  ("packets" in outputBuffer ? outputBuffer.packets : outputBuffer.bytes) > 0;

const rising = (numbers: ReadonlySet<number>): string =>
  [...numbers].sort((a, b) => a - b).join(", ");

/** The data lanes that somebody asked for; undefined where they are the switch model's default. */
function chosenLanes({ switchModel: { use } }: Experiment): number | undefined {
  const { chosen, unasked } = askedAmount(use, "lanes") ?? {};
  return typeof chosen === "number" && chosen !== unasked ? chosen : undefined;
}
