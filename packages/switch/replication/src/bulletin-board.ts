import {
  addPorts,
  defineReplication,
  type Gang,
  hasPort,
  PAPERS,
  portsOverlap,
  portsWithin,
  timeParam,
} from "@fabriclab/spec";
import { z } from "zod";
import { WaitingGangs, type WaitingGang } from "./gang.ts";

/**
 * All or nothing, without reservation: among the packets whose outputs are all free the input that was served longest ago starts. A packet that
 * has waited for `patience` ticks keeps its outputs from everybody else; only the one that waits longest does.
 */
function createBulletinBoard(
  switches: number,
  inputSlots: number,
  maskWords: number,
  patience: number,
): Gang {
  const waiting = new WaitingGangs(switches, inputSlots, maskWords);
  /** (switch, slot) -> how many grants ago it was served, negative at first. */
  const served = new Float64Array(switches * inputSlots);
  let grants = 0;
  const lastGrant = (sw: number, slot: number): number =>
    served[sw * inputSlots + slot] ?? 0;

  /** The packet that has waited too long, if any. */
  function impatient(sw: number, now: number): WaitingGang | undefined {
    let longest = waiting.of(sw)[0];
    for (const gang of waiting.of(sw))
      if (longest === undefined || gang.since < longest.since) longest = gang;
    return longest !== undefined && now - longest.since >= patience
      ? longest
      : undefined;
  }

  let latest = 0;
  return {
    request: (sw, slot, wanted, now, arrived) => {
      waiting.add(sw, slot, wanted, arrived, now);
    },
    pick(sw, free, now, fits) {
      latest = now;
      const first = impatient(sw, now);
      let best = -1;
      for (const gang of waiting.of(sw)) {
        const { slot, wanted } = gang;
        const isKept =
          first !== undefined &&
          first !== gang &&
          portsOverlap(wanted, first.wanted);
        if (isKept || !portsWithin(wanted, free) || !fits(slot)) continue;
        if (best < 0 || lastGrant(sw, slot) < lastGrant(sw, best)) best = slot;
      }
      return best;
    },
    held(sw, now, outputs) {
      latest = now;
      const first = impatient(sw, now);
      if (first !== undefined) addPorts(outputs, first.wanted);
    },
    granted(sw, slot) {
      served[sw * inputSlots + slot] = ++grants;
      waiting.remove(sw, slot);
    },
    holder(sw, output) {
      const first = impatient(sw, latest);
      return first !== undefined && hasPort(first.wanted, output)
        ? first.slot
        : -1;
    },
    withdrawn: (sw, slot) => {
      waiting.remove(sw, slot);
    },
  };
}

/** The resource bulletin board of the HPP switch: a multicast packet acquires all its outputs atomically. */
export const bulletinBoard = defineReplication({
  name: "bulletin-board",
  summary:
    "A multicast packet acquires all its outputs at once when all are free, the input served longest ago first.",
  cites: [PAPERS.wang2008],
  params: z.object({
    patience: timeParam("13.1072us").describe(
      "how long the longest-waiting multicast packet of a switch leaves its outputs to others",
    ),
  }),
  // While outputs are kept for it, unicast waits for what a gang waits for elsewhere.
  claims: { deadlockFree: false },
  build: ({ patience }) => ({
    name: "bulletin-board",
    mode: "gang",
    create: (switches, inputSlots, tickPs, maskWords) =>
      createBulletinBoard(switches, inputSlots, maskWords, patience / tickPs),
  }),
});
