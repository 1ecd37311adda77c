import {
  centralCounterBarrier,
  disseminationBarrier,
  hardwareBarrier,
  hardwareBroadcast,
  hppLogP,
  sequenceBroadcast,
  treeBroadcast,
} from "@fabriclab/analysis-logp";
import {
  cellOf,
  CONDITIONS_RULE,
  judge,
  type BySeed,
} from "../../verdicts/conditions.ts";
import type { Finding } from "../../verdicts/rules.ts";
import { collectiveCase, type Collective } from "../cases.ts";
import { bySeed, type Points } from "../points.ts";
import { atMost, within } from "./rules.ts";

/** What LogP says, in ns, as the paper counts: messages without a length. */
export const LOGP: Readonly<
  Record<Collective, (processors: number) => number>
> = {
  sequence: (p) => sequenceBroadcast(hppLogP, p),
  tree: (p) => treeBroadcast(hppLogP, p),
  multicast: (p) => hardwareBroadcast(hppLogP, p),
  central: (p) => centralCounterBarrier(hppLogP, p),
  dissemination: (p) => disseminationBarrier(hppLogP, p),
  "switch-barrier": (p) => hardwareBarrier(hppLogP, p),
};

const HARDWARE = ["multicast", "switch-barrier"] as const;
const SOFTWARE = ["sequence", "tree", "central", "dissemination"] as const;

const LIMIT_NS = 2000;
/** What may count as "approximately constant", and as "scales up". */
const CONSTANT = 1.5;
const NOT_CONSTANT = 2;
const GROWS = 2;

export const SCALING_RULE = `simulated, 8 to 1024 processors: multicast and the switches' barrier take less than ${LIMIT_NS} ns at 1024 (contrary: interval above); time at 1024 / time at 8: for these two at most ${CONSTANT} (contrary: interval above ${NOT_CONSTANT}), for sequence, tree, central counter and dissemination at least ${GROWS} (contrary: interval below); reproduced: all hold; ${CONDITIONS_RULE}`;

/** Times of an operation by number of processors. */
export type Times = (collective: Collective, processors: number) => BySeed;

export const simulatedTimes =
  (points: Points): Times =>
  (collective, processors) =>
    points.values(collectiveCase(collective, processors), "collectiveNs");

/** The model has no seeds: the same number as often as there are. */
export const modelTimes =
  (seeds: number): Times =>
  (collective, processors) =>
    Array.from({ length: seeds }, () => LOGP[collective](processors));

/** "Under 2 us at 1024, approximately constant; the others scale up." */
export function scaling(times: Times): Finding {
  const last = (of: Collective) =>
    cellOf(`${of} at 1024 (ns)`, times(of, 1024));
  const growth = (of: Collective) =>
    cellOf(
      `${of}, 1024 over 8`,
      bySeed((few, many) => many / few, times(of, 8), times(of, 1024)),
    );
  return judge(last("switch-barrier"), [
    ...HARDWARE.map((of) => atMost(last(of), LIMIT_NS)),
    ...HARDWARE.map((of) => atMost(growth(of), CONSTANT, NOT_CONSTANT)),
    ...SOFTWARE.map((of) =>
      within(growth(of), [GROWS, Infinity], [GROWS, Infinity]),
    ),
  ]);
}
