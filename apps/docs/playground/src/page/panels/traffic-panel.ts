import {
  asEntry,
  entryOf,
  shortest,
  withEntry,
  type Entry,
  type Json,
  type Setup,
} from "../../shared/setup.ts";
import type { App, Follower, Present } from "../app.ts";
import { button, element, field, panel, row, setBusy } from "../dom.ts";
import { overriddenText } from "./overridden-text.ts";
import { PluginForm, textOf, valueOf } from "./plugin-form.ts";

/** Traffic, switches and links, and the run as the command line makes it. */
export class TrafficPanel implements Follower {
  readonly root: HTMLElement;
  readonly #app: App;
  readonly #traffic: PluginForm;
  readonly #pattern: PluginForm;
  readonly #switch: PluginForm;
  readonly #seed = element("input", { id: "seed", inputmode: "numeric" });
  readonly #more = element("p", { class: "about" });
  /** What a run does not take from the fabric's file. */
  readonly #overridden = element("p", { class: "about", id: "overridden" });
  readonly #result = element("div", { id: "measured", role: "status" });
  readonly #measure: HTMLButtonElement;

  constructor(app: App) {
    this.#app = app;
    this.#traffic = new PluginForm(
      "Traffic",
      app.catalogue["traffic"] ?? [],
      (entry) => this.#take(entry),
      { first: ["load", "size", "sources", "group"] },
    );
    this.#pattern = new PluginForm(
      "Who sends to whom",
      app.catalogue["pattern"] ?? [],
      (entry) => this.#takePattern(entry),
      { optional: "as the traffic says" },
    );
    this.#switch = new PluginForm(
      "Switch model",
      app.catalogue["switch"] ?? [],
      (entry) => void app.take(withEntry(app.setup, "switch", entry)),
      { first: ["virtualLanes", "inputBuffer"] },
    );
    this.#seed.addEventListener("change", () => {
      const seed = valueOf(this.#seed.value);
      const { seed: _, ...rest } = app.setup;
      void app.take(seed === undefined ? rest : { ...rest, seed });
    });
    this.#measure = button("Measure to the end", () => void this.#run(), {
      id: "measure",
    });
    // Until there are tables.
    this.#measure.disabled = true;
    this.root = panel(
      "Traffic and switches",
      true,
      this.#traffic.root,
      this.#more,
      this.#pattern.root,
      element(
        "details",
        {},
        element("summary", {}, "Switches and seed"),
        this.#switch.root,
        field("Seed", this.#seed),
      ),
      element(
        "p",
        { class: "about" },
        "Play shows packets moving, from an empty network on. Measure runs as fabriclab run does: warm-up left out, until the mean latency is known.",
      ),
      this.#overridden,
      element("div", { class: "row" }, this.#measure),
      this.#result,
    );
  }

  follow({ setup, routed }: Present): void {
    this.wait(setup);
    this.#measure.disabled = routed === undefined;
    this.#overridden.textContent = overriddenText(routed);
    this.#result.replaceChildren();
  }

  wait(setup: Setup): void {
    const entry = entryOf(setup, "traffic");
    this.#traffic.show(entry);
    this.#pattern.show(asEntry(entry?.["pattern"]));
    this.#switch.show(entryOf(setup, "switch") ?? { kind: "relay" });
    this.#seed.value = textOf(setup["seed"]);
    const entries = Array.isArray(setup["traffic"])
      ? setup["traffic"].length
      : 1;
    this.#more.textContent =
      entries > 1
        ? `The first of ${entries} entries; the others are in the scenario.`
        : "";
  }

  #take(entry: Entry | undefined): void {
    if (entry === undefined) return;
    const before = entryOf(this.#app.setup, "traffic");
    // Another traffic: kinds that send to single hosts need to know to whom.
    const parameters =
      this.#app.catalogue["traffic"]?.find(({ name }) => name === entry.kind)
        ?.parameters ?? [];
    const sends = ["poisson", "constant-rate"].includes(entry.kind);
    const next: Record<string, Json> = { ...entry };
    if (before?.kind !== entry.kind) {
      if (sends) next["pattern"] = before?.["pattern"] ?? "uniform";
      for (const { name, required } of parameters)
        if (required && name === "load") next["load"] = before?.["load"] ?? 0.3;
    }
    void this.#app.take(withEntry(this.#app.setup, "traffic", next as Entry));
  }

  #takePattern(pattern: Entry | undefined): void {
    const { pattern: _, ...rest } = entryOf(this.#app.setup, "traffic") ?? {
      kind: "poisson",
    };
    const next =
      pattern === undefined ? rest : { ...rest, pattern: shortest(pattern) };
    void this.#app.take(withEntry(this.#app.setup, "traffic", next as Entry));
  }

  async #run(): Promise<void> {
    setBusy(this.#measure, true);
    this.#result.replaceChildren(element("p", {}, "Running."));
    try {
      const rows = await this.#app.connection.ask("measure", this.#app.setup);
      const [[, verdict] = ["", ""], ...metrics] = rows;
      this.#app.say(verdict);
      this.#result.replaceChildren(
        element("p", {}, verdict),
        element(
          "table",
          {},
          ...metrics.map(([name, value]) => row(name, value)),
        ),
      );
    } catch (error) {
      this.#result.replaceChildren();
      this.#app.complain(error);
    } finally {
      setBusy(this.#measure, false);
    }
  }
}
