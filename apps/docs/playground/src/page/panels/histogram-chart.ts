import type { HistogramView } from "../../shared/protocol.ts";
import { element, row } from "../dom.ts";

const MARGIN = 18;

/** Latencies of all deliveries so far: bars, a sentence, and the bars' numbers as a table. */
export class HistogramChart {
  readonly root: HTMLElement;
  readonly #canvas = element("canvas", { id: "histogram", role: "img" });
  readonly #caption = element("p", { class: "about" });
  readonly #table = element("table", { id: "bins" });
  readonly #details: HTMLDetailsElement;
  #histogram: HistogramView | undefined;

  constructor() {
    this.#details = element(
      "details",
      {},
      element("summary", {}, "As a table"),
      this.#table,
    );
    this.#details.addEventListener("toggle", () => this.#fill());
    this.root = element("div", {}, this.#canvas, this.#caption, this.#details);
    this.show(undefined);
  }

  /** @param histogram undefined before there is a run */
  show(histogram: HistogramView | undefined): void {
    this.#histogram = histogram;
    this.#caption.textContent =
      histogram === undefined
        ? ""
        : Number.isFinite(histogram.meanNs)
          ? `Mean ${ns(histogram.meanNs)}, half below ${ns(histogram.p50Ns)}, 99 % below ${ns(histogram.p99Ns)}, from the start on.`
          : "Nothing is delivered yet.";
    this.#details.hidden = histogram === undefined;
    this.#fill();
    this.redraw();
  }

  /** Why only where it is open: a run shows twenty of them a second. */
  #fill(): void {
    if (!this.#details.open) return;
    const { counts, fromPs, ratio } = this.#histogram ?? NONE;
    const edge = (bin: number): string => ns(fromPs * ratio ** bin * 1e-3);
    this.#table.replaceChildren(
      ...counts.map((count, bin) =>
        row(`${edge(bin)} to ${edge(bin + 1)}`, count.toLocaleString("en")),
      ),
    );
  }

  /** Draws in the colours of the moment. */
  redraw(): void {
    const canvas = this.#canvas;
    const { clientWidth: width, clientHeight: height } = canvas;
    const ratio = devicePixelRatio;
    canvas.width = Math.max(1, width * ratio);
    canvas.height = Math.max(1, height * ratio);
    canvas.setAttribute(
      "aria-label",
      `Histogram of latencies. ${this.#caption.textContent}`.trim(),
    );
    const c = canvas.getContext("2d");
    const { counts, fromPs, ratio: step } = this.#histogram ?? NONE;
    if (c === null || counts.length === 0) return;
    const style = getComputedStyle(document.documentElement);
    c.scale(ratio, ratio);
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

const NONE = { counts: [] as readonly number[], fromPs: 0, ratio: 1 };

/** Three digits and a unit. */
function ns(value: number): string {
  const [size, unit] =
    value >= 1e6 ? [1e6, "ms"] : value >= 1e3 ? [1e3, "us"] : [1, "ns"];
  return `${Number((value / size).toPrecision(3))} ${unit}`;
}
