import type { CycleView, Frame } from "../../shared/protocol.ts";
import type { Follower } from "../app.ts";
import { element, panel, row } from "../dom.ts";
import { cycleText } from "./cycle-text.ts";
import { HistogramChart } from "./histogram-chart.ts";

/** Milliseconds between two states of the figures: nobody reads faster, and laying text out takes time from the drawing. */
const WRITE_MS = 200;

/** What a run shows as it goes: packets, latencies, busy channels, a deadlock. */
export class ResultsPanel implements Follower {
  readonly root: HTMLElement;
  readonly #counts = element("table");
  readonly #busiest = element("ol");
  readonly #deadlock = element("div", { id: "deadlock" });
  readonly #histogram = new HistogramChart();
  #unwritten: Frame | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor() {
    this.root = panel(
      "What the run shows",
      true,
      this.#deadlock,
      this.#counts,
      element("h3", {}, "Latency of delivered packets"),
      this.#histogram.root,
      element("h3", {}, "Busiest channels between switches"),
      this.#busiest,
    );
    this.follow();
  }

  follow(): void {
    this.#unwritten = undefined;
    this.#histogram.show(undefined);
    this.#deadlock.replaceChildren();
    this.#busiest.replaceChildren();
    this.#counts.replaceChildren(row("Run", "not started"));
  }

  /** Takes a stretch of the run: it is written soon, the last one at once. */
  show(frame: Frame): void {
    this.#unwritten = frame;
    if (frame.finished) this.write(Number.POSITIVE_INFINITY);
  }

  /** Writes what has come, where it is time. @param now milliseconds */
  write(now: number): void {
    const frame = this.#unwritten;
    if (frame === undefined || now - this.#writtenAt < WRITE_MS) return;
    this.#unwritten = undefined;
    this.#writtenAt = performance.now();
    const { counts, results, changes } = frame;
    const count = (value: number): string => value.toLocaleString("en");
    this.#counts.replaceChildren(
      row("Delivered", count(counts.delivered)),
      row("In the network", count(counts.inFlight)),
      row(
        "Waiting at their front",
        count(
          new Set(Array.from(frame.waits).filter((_, k) => k % 2 === 0)).size,
        ),
      ),
      ...(counts.dropped === 0 ? [] : [row("Dropped", count(counts.dropped))]),
      ...results.map(([name, value]) => row(name, value)),
      ...changes.map((text) => row("Change", text)),
    );
    this.#busiest.replaceChildren(
      ...frame.busiest.map((text) => element("li", {}, text)),
    );
    this.#histogram.show(frame.histogram);
  }

  deadlock(cycle: CycleView): void {
    this.#deadlock.replaceChildren(...cycleText(cycle));
  }

  /** Draws the histogram in the colours of the moment. */
  redraw(): void {
    this.#histogram.redraw();
  }
}
