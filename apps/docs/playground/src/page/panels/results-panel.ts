import type { CycleView } from "../../shared/findings.ts";
import type { ChannelColours, Frame } from "../../shared/protocol.ts";
import type { Follower, Present } from "../app.ts";
import { CHANNEL_MEASURES } from "../colour-choice.ts";
import { counted, element, panel, row } from "../dom.ts";
import { CycleList, type DrawnCycle } from "./cycle-list.ts";
import { HistogramChart } from "./histogram-chart.ts";
import { overriddenText } from "./overridden-text.ts";

/** Milliseconds between two states of the figures: nobody reads faster, and laying text out takes time from the drawing. */
const WRITE_MS = 200;

/** How many channels have a first packet that waits, and how many of them are drawn. */
const waitsText = ({ waits, waiting }: Frame): string =>
  `${counted(waiting, "channel")}${waits.length === waiting ? "" : `: ${waits.length.toLocaleString("en")} of ${waiting.toLocaleString("en")} waits drawn, spread over all`}`;

/** What a run shows as it goes: packets, latencies, busy channels, a deadlock. */
export class ResultsPanel implements Follower {
  readonly root: HTMLDetailsElement;
  readonly #drawn: DrawnCycle;
  readonly #counts = element("table");
  readonly #mostTitle = element(
    "h3",
    { id: "results-most-title" },
    CHANNEL_MEASURES.load.most,
  );
  readonly #most = element("ol", { id: "results-most" });
  readonly #deadlock = element("div", { id: "deadlock" });
  /** What the run does not take from the fabric's file. */
  readonly #overridden = element("p", { class: "about" });
  readonly #histogram = new HistogramChart();
  #unwritten: Frame | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;

  /** @param drawn which cycle is drawn */
  constructor(drawn: DrawnCycle) {
    this.#drawn = drawn;
    this.root = panel(
      "What the run shows",
      true,
      this.#overridden,
      this.#deadlock,
      this.#counts,
      element("h3", {}, "Latency of delivered packets"),
      this.#histogram.root,
      this.#mostTitle,
      this.#most,
    );
    this.follow();
  }

  follow(present?: Present): void {
    this.#overridden.textContent = overriddenText(present?.routed);
    this.#unwritten = undefined;
    this.#histogram.show(undefined);
    this.#deadlock.replaceChildren();
    this.#most.replaceChildren();
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
      row("Waiting at their front", waitsText(frame)),
      ...(counts.dropped === 0 ? [] : [row("Dropped", count(counts.dropped))]),
      ...results.map(([name, value]) => row(name, value)),
      ...changes.map((text) => row("Change", text)),
    );
    this.#writeMost(frame.colours);
    this.#histogram.show(frame.histogram);
  }

  /** Takes what channels are coloured by, where that is another: it is written at once. */
  showColours(colours: ChannelColours): void {
    const { most } = CHANNEL_MEASURES[colours.shown];
    if (this.#mostTitle.textContent !== most) this.#writeMost(colours);
  }

  #writeMost({ shown, most }: ChannelColours): void {
    this.#mostTitle.textContent = CHANNEL_MEASURES[shown].most;
    this.#most.replaceChildren(...most.map((text) => element("li", {}, text)));
  }

  /** Draws the cycle of a deadlock and brings its list into view: what stood there may be the audit's. */
  deadlock(cycle: CycleView): void {
    const list = new CycleList(cycle, this.#drawn);
    this.#deadlock.replaceChildren(list.root);
    this.#drawn.draw(list);
    this.root.open = true;
    this.#deadlock.scrollIntoView({ block: "nearest" });
  }

  /** Draws the histogram in the colours of the moment. */
  redraw(): void {
    this.#histogram.redraw();
  }
}
