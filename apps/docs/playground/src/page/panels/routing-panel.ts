import { entryOf, withEntry } from "../../shared/setup.ts";
import type { App, Follower, Present } from "../app.ts";
import { element, panel } from "../dom.ts";
import { PluginForm } from "./plugin-form.ts";

/** Which engine makes the forwarding tables, and what they are. */
export class RoutingPanel implements Follower {
  readonly root: HTMLElement;
  readonly #forms: readonly {
    readonly key: string;
    readonly form: PluginForm;
  }[];
  readonly #figures = element("p");
  readonly #notes = element("ul", { class: "about" });

  constructor(app: App) {
    const form = (
      key: string,
      label: string,
      optional?: string,
    ): { key: string; form: PluginForm } => ({
      key,
      form: new PluginForm(
        label,
        app.catalogue[key] ?? [],
        (entry) => void app.take(withEntry(app.setup, key, entry)),
        optional === undefined ? {} : { optional },
      ),
    });
    const routing = form("routing", "Engine");
    const rest = [
      form("addressing", "LIDs", "as the engine wants them"),
      form("multicast", "Multicast tables", "union of the unicast paths"),
      form("lanes", "SL2VL and VL arbitration", "as the engine wants them"),
    ];
    this.#forms = [routing, ...rest];
    this.root = panel(
      "Routing",
      true,
      routing.form.root,
      this.#figures,
      this.#notes,
      element(
        "details",
        {},
        element("summary", {}, "LIDs, multicast and lanes"),
        ...rest.map((one) => one.form.root),
      ),
    );
  }

  follow({ setup, routed }: Present): void {
    for (const { key, form } of this.#forms) form.show(entryOf(setup, key));
    this.#figures.textContent =
      routed === undefined
        ? "No tables: this engine refuses this fabric."
        : `Tables by ${routed.engine}: ${routed.lids.toLocaleString("en")} LIDs, ${routed.lanes === 1 ? "one virtual lane" : `${routed.lanes} virtual lanes`}.`;
    this.#notes.replaceChildren(
      ...(routed?.notes ?? [])
        .slice(0, 6)
        .map((note) => element("li", {}, note)),
    );
  }
}
