import type { CycleView, Frame, HistogramView } from "../../shared/protocol.ts";
import type { Follower } from "../app.ts";
import { element, panel } from "../dom.ts";
import { cycleText } from "./cycle-text.ts";

const MARGIN = 18;

/** What a run shows as it goes: packets, latencies, busy channels, a deadlock. */
export class ResultsPanel implements Follower {
  readonly root: HTMLElement;
  readonly #canvas = element("canvas", { id: "histogram", role: "img" });
  readonly #counts = element("table");
  readonly #busiest = element("ol");
  readonly #deadlock = element("div", { id: "deadlock" });
  readonly #caption = element("p", { class: "about" });
  #histogram: HistogramView | undefined;

  constructor() {
    this.root = panel(
      "What the run shows",
      true,
      this.#deadlock,
      this.#counts,
      element("h3", {}, "Latency of delivered packets"),
      this.#canvas,
      this.#caption,
      element("h3", {}, "Busiest channels between switches"),
      this.#busiest,
    );
    this.follow();
  }

  follow(): void {
    this.#histogram = undefined;
    this.#deadlock.replaceChildren();
    this.#busiest.replaceChildren();
    this.#counts.replaceChildren(row("Run", "not started"));
    this.#caption.textContent = "";
    this.redraw();
  }

  show(frame: Frame): void {
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
    this.#histogram = frame.histogram;
    const { meanNs, p50Ns, p99Ns } = frame.histogram;
    this.#caption.textContent = Number.isFinite(meanNs)
      ? `Mean ${ns(meanNs)}, half below ${ns(p50Ns)}, 99 % below ${ns(p99Ns)}, from the start on.`
      : "Nothing is delivered yet.";
    this.redraw();
  }

  deadlock(cycle: CycleView): void {
    this.#deadlock.replaceChildren(...cycleText(cycle));
  }

  /** Draws the histogram in the colours of the moment. */
  redraw(): void {
    const canvas = this.#canvas;
    const { clientWidth: width, clientHeight: height } = canvas;
    const ratio = devicePixelRatio;
    canvas.width = Math.max(1, width * ratio);
    canvas.height = Math.max(1, height * ratio);
    const c = canvas.getContext("2d");
    const histogram = this.#histogram;
    canvas.setAttribute(
      "aria-label",
      `Histogram of latencies. ${this.#caption.textContent}`,
    );
    if (c === null || histogram === undefined || histogram.counts.length === 0)
      return;
    const style = getComputedStyle(document.documentElement);
    c.scale(ratio, ratio);
    const { counts, fromPs, ratio: step } = histogram;
    const most = counts.reduce((top, one) => Math.max(top, one), 1);
    const bar = width / Math.max(12, counts.length);
    c.fillStyle = style.getPropertyValue("--accent");
    counts.forEach((one, k) => {
      const tall = ((height - MARGIN - 4) * one) / most;
      c.fillRect(
        k * bar + 1,
        height - MARGIN - tall,
        Math.max(1, bar - 2),
        tall,
      );
    });
    c.fillStyle = style.getPropertyValue("--quiet");
    c.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    const every = Math.max(1, Math.ceil(56 / bar));
    for (let k = 0; k < counts.length; k += every)
      c.fillText(ns(fromPs * step ** k * 1e-3), k * bar, height - 4);
  }
}

const row = (name: string, value: string): HTMLElement =>
  element(
    "tr",
    {},
    element("th", { scope: "row" }, name),
    element("td", {}, value),
  );

/** Three digits and a unit. */
function ns(value: number): string {
  const [size, unit] =
    value >= 1e6 ? [1e6, "ms"] : value >= 1e3 ? [1e3, "us"] : [1, "ns"];
  return `${Number((value / size).toPrecision(3))} ${unit}`;
}
