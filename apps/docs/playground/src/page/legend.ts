import type { ChannelMeasure } from "../shared/protocol.ts";
import { CHANNEL_MEASURES } from "./colour-choice.ts";
import { byId, counted, element } from "./dom.ts";
import type { Drawing } from "./drawing/drawing.ts";

/** Says in words what is drawn, and what its colours are. @param shown by channels' colours */
export function drawLegend(drawing: Drawing, shown: ChannelMeasure): void {
  const { view } = drawing;
  if (view === undefined) return;
  const kinds: Record<string, string> = {
    layers: "in ranks, roots on top",
    grid: "as a grid",
    circle: "round a circle",
    rings: "in rings",
  };
  byId("drawing-text").textContent =
    `${view.name}: ${counted(view.switchCount, "switch", "switches")}${view.switchCount > 1 ? ` ${kinds[view.layout] ?? ""}` : ""}, ${counted(view.hostCount, "host")}, ${counted(view.linkCount, "cable")}. ` +
    (drawing.bothWays
      ? "Each direction of a cable is a line, on the right of its way."
      : "Both directions of a cable are one line, coloured by the busier.");
  byId("legend").replaceChildren(
    element("span", { class: "ramp" }, CHANNEL_MEASURES[shown].legend),
    element("span", { class: "path" }, "path"),
    element("span", { class: "tree" }, "tree"),
    element("span", { class: "cycle" }, "credit loop, deadlock"),
    element("span", { class: "wait" }, "first packet waits"),
    element("span", { class: "packet" }, "packet"),
    element("span", { class: "own-packet" }, "packet of the chosen pair"),
  );
}
