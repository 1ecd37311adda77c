import type { CycleView } from "../../shared/findings.ts";
import { button, element } from "../dom.ts";

const DRAWN = "Drawn: these are the numbers of the arrows.";
const NOT_DRAWN =
  "Not the cycle that is drawn: the arrows' numbers belong to another list.";

/** A cycle in words, which says whether it is the one that is drawn: only then it has the numbers of the drawing. */
export class CycleList {
  readonly root: HTMLElement;
  readonly channels: readonly number[];
  readonly #note = element("p", { class: "about" });
  readonly #steps: HTMLElement;
  readonly #button: HTMLButtonElement;

  /** @param drawn which of all lists is drawn */
  constructor(cycle: CycleView, drawn: DrawnCycle) {
    this.channels = cycle.steps.map(({ channel }) => channel);
    this.#steps = element(
      "ol",
      {},
      ...cycle.steps.map(({ text }) => element("li", {}, text)),
    );
    this.#button = button("Draw this loop", () => drawn.draw(this));
    this.root = element(
      "div",
      {},
      element(
        "p",
        { class: "bad" },
        `${cycle.title}. Each waits for the next, the last for the first.`,
      ),
      this.#note,
      this.#steps,
      ...(cycle.pairs.length === 0
        ? []
        : [element("p", {}, `Closed by ${cycle.pairs.join(", ")}.`)]),
      this.#button,
    );
    this.isDrawn = false;
  }

  set isDrawn(isDrawn: boolean) {
    this.#note.textContent = isDrawn ? DRAWN : NOT_DRAWN;
    this.#steps.className = isDrawn ? "steps" : "steps unnumbered";
    this.#button.ariaPressed = String(isDrawn);
  }
}

/** Which of the listed cycles is drawn: one at most, whichever panel lists it. */
export class DrawnCycle {
  readonly #mark: (channels: readonly number[]) => void;
  #list: CycleList | undefined;

  /** @param mark is told the channels of the cycle that is drawn */
  constructor(mark: (channels: readonly number[]) => void) {
    this.#mark = mark;
  }

  /** Draws a list's cycle in place of the one before, or none. */
  draw(list: CycleList | undefined): void {
    if (this.#list !== undefined) this.#list.isDrawn = false;
    this.#list = list;
    if (list !== undefined) list.isDrawn = true;
    this.#mark(list?.channels ?? []);
  }
}
