import type { AuditView } from "../../shared/findings.ts";
import { LOAD_CLASSES } from "../../shared/protocol.ts";
import type { App, Follower, Present } from "../app.ts";
import { button, counted, element, panel, setBusy } from "../dom.ts";
import { CycleList, type DrawnCycle } from "./cycle-list.ts";
import { remedyList } from "./remedy-list.ts";

/** Hosts up to which remedies are looked for without being asked for. */
const QUICK_HOSTS = 100;
/** Credit loops that are listed; their titles say of how many. */
const MOST_LISTED = 10;

/** The audit of the tables, with its credit loops drawn and listed. */
export class AuditPanel implements Follower {
  readonly root: HTMLElement;
  readonly #app: App;
  readonly #result = element("div", { id: "audit-result", role: "status" });
  readonly #drawn: DrawnCycle;
  readonly #button: HTMLButtonElement;

  /** @param drawn which cycle is drawn */
  constructor(app: App, drawn: DrawnCycle) {
    this.#app = app;
    this.#drawn = drawn;
    this.#button = button("Audit these tables", () => void this.#audit(), {
      id: "audit",
      class: "main",
    });
    // Until there are tables.
    this.#button.disabled = true;
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

  follow({ routed }: Present): void {
    this.#result.replaceChildren();
    this.#button.disabled = routed === undefined;
    this.#drawn.draw(undefined);
  }

  /** @param said what comes before the verdict */
  async #audit(without: readonly number[] = [], said = ""): Promise<void> {
    setBusy(this.#button, true);
    try {
      const found = await this.#app.connection.ask("audit", without);
      const heard = [said, found.verdict].filter((one) => one !== "").join(" ");
      this.#app.say(heard);
      const remedies = element("div");
      const loops = found.cycles
        .slice(0, MOST_LISTED)
        .map((cycle) => new CycleList(cycle, this.#drawn));
      this.#result.replaceChildren(
        ...this.#describe(found),
        ...loops.map(({ root }) => root),
        remedies,
      );
      if (found.cycles.length > 0) this.#offer(remedies, heard);
      this.#drawn.draw(loops[0]);
    } catch (error) {
      this.#app.complain(error);
    } finally {
      setBusy(this.#button, false);
    }
  }

  /** Looks for remedies, at once where that is quick. @param heard said again with their number, for it may have been there too short to be read */
  #offer(place: HTMLElement, heard: string): void {
    const look = async (): Promise<void> => {
      place.replaceChildren(element("p", {}, "Looking for remedies."));
      const { setup } = this.#app;
      try {
        const found = await this.#app.connection.ask("remedies", setup);
        if (this.#app.setup !== setup) return;
        this.#app.say(
          `${heard} ${found.found.length === 0 ? "No" : found.found.length} ${found.found.length === 1 ? "remedy" : "remedies"} found.`,
        );
        place.replaceChildren(
          ...remedyList(found, (remedy) => void this.#apply(remedy)),
        );
      } catch (error) {
        place.replaceChildren();
        this.#app.complain(error);
      }
    };
    if ((this.#app.present?.view.hostCount ?? 0) <= QUICK_HOSTS) void look();
    else
      place.replaceChildren(
        button("Look for remedies", () => void look()),
        element(
          "p",
          { class: "about" },
          "On this many hosts it may take long.",
        ),
      );
  }

  async #apply(remedy: number): Promise<void> {
    try {
      const { setup, without, said } = await this.#app.connection.ask("apply", {
        setup: this.#app.setup,
        remedy,
      });
      await this.#app.take(setup);
      if (this.#app.present?.routed !== undefined)
        await this.#audit(without, said);
      // The button that was pressed is gone with its list.
      if (document.activeElement === document.body) this.#button.focus();
    } catch (error) {
      this.#app.complain(error);
    }
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
      ...causeList(found),
      button("Colour channels by their routes", () => {
        this.#app.drawing.load(classesOf(found.routes));
        this.#app.say(
          "Channels are coloured by the routes over them; the darkest has most (in dark colours the brightest).",
        );
      }),
    ];
  }
}

/** What keeps pairs apart, where something does. */
function causeList({ causes, causeCount }: AuditView): HTMLElement[] {
  if (causes.length === 0) return [];
  const rest = causeCount - causes.length;
  return [
    element("h3", {}, `What keeps them apart: ${counted(causeCount, "cause")}`),
    element(
      "ul",
      { id: "causes" },
      ...causes.map(({ text, mend }) =>
        element("li", {}, mend === undefined ? text : `${text}; ${mend}`),
      ),
      ...(rest === 0
        ? []
        : [element("li", {}, `and ${rest.toLocaleString("en")} more`)]),
    ),
  ];
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
