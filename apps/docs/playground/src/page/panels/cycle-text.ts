import type { CycleView } from "../../shared/protocol.ts";
import { element } from "../dom.ts";

/** A cycle in words: the numbers are those of the drawing. */
export function cycleText(cycle: CycleView): HTMLElement[] {
  return [
    element(
      "p",
      { class: "bad" },
      `${cycle.title}. Each waits for the next, the last for the first.`,
    ),
    element(
      "ol",
      { class: "steps" },
      ...cycle.steps.map(({ text }) => element("li", {}, text)),
    ),
    ...(cycle.pairs.length === 0
      ? []
      : [element("p", {}, `Closed by ${cycle.pairs.join(", ")}.`)]),
  ];
}
