import { cellOf, CONDITIONS_RULE, judge } from "../../verdicts/conditions.ts";
import type { Finding } from "../../verdicts/rules.ts";
import { LOW_LOAD, lowLoadCase, packetCase } from "../cases.ts";
import { bySeed, type Points } from "../points.ts";
import { near } from "./rules.ts";

/** Twelve cycles of 3.2 ns. */
export const ZERO_LOAD_NS = 38.4;
/** A tenth of a cycle. */
const EXACT_NS = 0.32;

export const ZERO_LOAD_RULE = `one packet through an idle switch without show-ahead, from its first bit in to its first bit out: reproduced: within ${EXACT_NS} ns (a tenth of a cycle) of ${ZERO_LOAD_NS} ns; contradicted: a cycle or more away; otherwise not reproduced`;

/** "Zero-load latency is 38.4 ns." */
export function zeroLoad(points: Points): Finding {
  const cell = cellOf(
    "switch latency (ns)",
    points.values(packetCase("no-show-ahead"), "headNs"),
  );
  return judge(cell, [near(cell, ZERO_LOAD_NS, EXACT_NS, 3.2)]);
}

const SAVED = 1 / 12;
const SAVED_WITHIN = 0.005;
const SAVED_FAR = 0.04;

export const SHOW_AHEAD_RULE = `(latency without show-ahead minus latency with it) / ${ZERO_LOAD_NS} ns, for one packet and under a load of ${LOW_LOAD}: reproduced: both means within ${SAVED_WITHIN} of 0.0833; a condition is contradicted where its interval lies farther away than ${SAVED_FAR}; ${CONDITIONS_RULE}`;

/** "Show-ahead takes off 8.33 % at low load." */
export function showAhead(points: Points): Finding {
  const saved = (name: string, of: typeof packetCase) =>
    cellOf(
      name,
      bySeed(
        (without, ahead) => (without - ahead) / ZERO_LOAD_NS,
        points.values(of("no-show-ahead"), "headNs"),
        points.values(of("default"), "headNs"),
      ),
    );
  const low = saved("saved at low load", lowLoadCase);
  return judge(
    low,
    [low, saved("saved for one packet", packetCase)].map((cell) =>
      near(cell, SAVED, SAVED_WITHIN, SAVED_FAR),
    ),
  );
}
