import { byId } from "./dom.ts";
import type { Drawing } from "./drawing/drawing.ts";

/** Share of what is seen by which an arrow key moves it. */
const STEP = 0.1;
const IN = 1.25;

/** Moves the drawing by keys, and by the buttons beside it. */
export function listenForKeys(drawing: Drawing): void {
  const acts: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => drawing.pan(-STEP, 0),
    ArrowRight: () => drawing.pan(STEP, 0),
    ArrowUp: () => drawing.pan(0, -STEP),
    ArrowDown: () => drawing.pan(0, STEP),
    "+": () => drawing.zoom(IN),
    "=": () => drawing.zoom(IN),
    "-": () => drawing.zoom(1 / IN),
    "0": () => drawing.reset(),
  };
  byId("drawing").addEventListener("keydown", (event) => {
    const act = event.ctrlKey || event.metaKey ? undefined : acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  byId("zoom-in").addEventListener("click", () => drawing.zoom(IN));
  byId("zoom-out").addEventListener("click", () => drawing.zoom(1 / IN));
  byId("away-all").addEventListener("click", () => {
    drawing.reset();
    // The button goes with its hint.
    byId("drawing").focus();
  });
  byId("zoom-all").addEventListener("click", () => drawing.reset());
}
