import { LOAD_CLASSES, type AuditView } from "../../shared/protocol.ts";
import type { App, Follower } from "../app.ts";
import { button, element, panel } from "../dom.ts";
import { cycleText } from "./cycle-text.ts";

/** The audit of the tables, with its credit loops drawn and listed. */
export class AuditPanel implements Follower {
  readonly root: HTMLElement;
  readonly #app: App;
  readonly #result = element("div", { id: "audit-result", role: "status" });
  readonly #cycle: (channels: readonly number[]) => void;
  readonly #button: HTMLButtonElement;

  /** @param cycle is told the channels of the cycle that is drawn */
  constructor(app: App, cycle: (channels: readonly number[]) => void) {
    this.#app = app;
    this.#cycle = cycle;
    this.#button = button("Audit these tables", () => void this.#audit(), {
      id: "audit",
      class: "main",
    });
    this.root = panel(
      "Audit",
      true,
      element(
        "p",
        { class: "about" },
        "Does everybody reach everybody, and can packets wait for each other for ever?",
      ),
      this.#button,
      this.#result,
    );
  }

  follow(): void {
    this.#result.replaceChildren();
    this.#show([]);
  }

  async #audit(): Promise<void> {
    this.#button.disabled = true;
    try {
      const found = await this.#app.connection.ask("audit", null);
      this.#app.say(found.verdict);
      this.#result.replaceChildren(...this.#describe(found));
      const [first] = found.cycles;
      this.#show(first?.steps.map(({ channel }) => channel) ?? []);
    } catch (error) {
      this.#app.complain(error);
    } finally {
      this.#button.disabled = false;
    }
  }

  #show(channels: readonly number[]): void {
    this.#cycle(channels);
  }

  #describe(found: AuditView): HTMLElement[] {
    return [
      element(
        "p",
        { class: found.isClean ? "good" : "bad" },
        element("strong", {}, found.verdict),
      ),
      element(
        "ul",
        {},
        ...found.findings.map((text) => element("li", {}, capital(text))),
      ),
      button("Colour channels by their routes", () => {
        this.#app.drawing.load(classesOf(found.routes));
        this.#app.say(
          "Channels are coloured by the routes over them; the darkest has most (in dark colours the brightest).",
        );
      }),
      ...found.cycles.slice(0, 10).flatMap((cycle) => {
        const show = button("Draw this loop", () =>
          this.#show(cycle.steps.map(({ channel }) => channel)),
        );
        return [
          ...cycleText(cycle),
          ...(found.cycles.length > 1 ? [show] : []),
        ];
      }),
    ];
  }
}

const capital = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Classes of load in equal steps up to the most routes. */
function classesOf(routes: Int32Array): Uint8Array {
  const most = routes.reduce((top, one) => Math.max(top, one), 1);
  return Uint8Array.from(routes, (one) =>
    Math.ceil((one / most) * LOAD_CLASSES),
  );
}
