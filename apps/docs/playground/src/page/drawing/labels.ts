import type { NodeDisplayData, PartialButFor } from "sigma/types";
import type { Settings } from "sigma/settings";
import type { Theme } from "../theme.ts";

type Label = PartialButFor<
  NodeDisplayData,
  "x" | "y" | "size" | "label" | "color"
> & {
  readonly isSwitch?: boolean;
};

/** Writes a name above a switch or below a host, with a rim in the colour of the page, so that lines do not run through the letters. */
export function drawLabel(
  context: CanvasRenderingContext2D,
  data: Label,
  settings: Settings,
  theme: Theme,
): void {
  if (data.label === null || data.label === undefined || data.label === "")
    return;
  context.font = `${settings.labelSize}px ${settings.labelFont}`;
  context.textAlign = "center";
  const y =
    data.isSwitch === true
      ? data.y - data.size - 5
      : data.y + data.size + settings.labelSize + 1;
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = theme.page;
  context.strokeText(data.label, data.x, y);
  context.fillStyle = theme.text;
  context.fillText(data.label, data.x, y);
  context.textAlign = "left";
}

/** Draws a ring round the node under the pointer, and its name. */
export function drawHover(
  context: CanvasRenderingContext2D,
  data: Label,
  settings: Settings,
  theme: Theme,
): void {
  context.beginPath();
  context.arc(data.x, data.y, data.size + 3, 0, 2 * Math.PI);
  context.strokeStyle = theme.path;
  context.lineWidth = 2.5;
  context.stroke();
  drawLabel(context, data, settings, theme);
}
