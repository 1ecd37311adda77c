import {
  addPorts,
  choiceParam,
  clearPorts,
  defineReplication,
  type Gang,
  hasPort,
  PAPERS,
  portsOverlap,
  portsWithin,
} from "@fabriclab/spec";
import { z } from "zod";
import { WaitingGangs, type WaitingGang } from "./gang.ts";

type Order = "first-come" | "round-robin";

/**
 * Every waiting packet reserves all its outputs against unicast and against those behind it in the order; it starts when it has them all. An
 * older packet that becomes head takes over what a younger one has reserved and not started on.
 */
function createSynchronous(
  switches: number,
  inputSlots: number,
  maskWords: number,
  order: Order,
): Gang {
  const waiting = new WaitingGangs(switches, inputSlots, maskWords);
  const reserved = new Int32Array(maskWords);
  /** Switch -> first slot of the next turn. */
  const turn = new Int32Array(switches);

  function inOrder(sw: number): readonly WaitingGang[] {
    if (order === "first-come") return waiting.of(sw);
    const first = turn[sw] ?? 0;
    const turns = ({ slot }: WaitingGang): number =>
      (slot - first + inputSlots) % inputSlots;
    return [...waiting.of(sw)].sort((a, b) => turns(a) - turns(b));
  }

  return {
    request: (sw, slot, wanted, now, arrived) => {
      waiting.add(sw, slot, wanted, arrived, now);
    },
    pick(sw, free, _, fits) {
      clearPorts(reserved);
      for (const { slot, wanted } of inOrder(sw)) {
        const isOpen =
          !portsOverlap(wanted, reserved) && portsWithin(wanted, free);
        if (isOpen && fits(slot)) return slot;
        addPorts(reserved, wanted);
      }
      return -1;
    },
    held(sw, _, outputs) {
      for (const { wanted } of waiting.of(sw)) addPorts(outputs, wanted);
    },
    granted(sw, slot) {
      // Why only the first in the order moves the turn on: so no two waiting packets ever change places, and who waits behind whom, waits.
      if (inOrder(sw)[0]?.slot === slot) turn[sw] = (slot + 1) % inputSlots;
      waiting.remove(sw, slot);
    },
    holder: (sw, output) =>
      inOrder(sw).find(({ wanted }) => hasPort(wanted, output))?.slot ?? -1,
    withdrawn: (sw, slot) => {
      waiting.remove(sw, slot);
    },
  };
}

/** A multicast packet starts on all its outputs at once, reserving them while it waits. */
export const synchronous = defineReplication({
  name: "synchronous",
  summary:
    "A multicast packet reserves its outputs, before all unicast, and starts on all of them at once.",
  cites: [PAPERS.kim2007],
  params: z.object({
    order: choiceParam(["first-come", "round-robin"], "first-come").describe(
      "who comes first among multicast packets of a switch: the one that arrived first, which takes over reservations of younger ones, or the inputs in turn",
    ),
  }),
  // A reserved output keeps unicast waiting for what the gang waits for elsewhere: a dependency that no routing knows.
  claims: { deadlockFree: false },
  build: ({ order }) => ({
    name: "synchronous",
    mode: "gang",
    create: (switches, inputSlots, _, maskWords) =>
      createSynchronous(switches, inputSlots, maskWords, order),
  }),
});
