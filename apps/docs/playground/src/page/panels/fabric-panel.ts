import { presets } from "../../shared/presets.ts";
import { entryOf, withEntry } from "../../shared/setup.ts";
import type { App, Follower, Present } from "../app.ts";
import { element, field, panel } from "../dom.ts";
import { PluginForm } from "./plugin-form.ts";

/** Which fabric: an experiment to begin with, a generated one, or a file. */
export class FabricPanel implements Follower {
  readonly root: HTMLElement;
  readonly #form: PluginForm;
  readonly #preset = element("select", { id: "preset" });
  readonly #about = element("p", { class: "about" });
  readonly #notes = element("ul", { class: "about" });

  constructor(app: App) {
    this.#preset.append(
      element("option", { value: "" }, "my own"),
      ...presets.map(({ name, title }) =>
        element("option", { value: name }, title),
      ),
    );
    this.#preset.addEventListener("change", () => {
      const chosen = presets.find(({ name }) => name === this.#preset.value);
      if (chosen !== undefined) void app.take(chosen.setup);
    });
    this.#form = new PluginForm(
      "Topology",
      (app.catalogue["topology"] ?? []).filter(({ name }) => name !== "file"),
      (entry) => void app.take(withEntry(app.setup, "topology", entry)),
      {
        first: [
          "ports",
          "levels",
          "columns",
          "rows",
          "wrap",
          "switches",
          "hostsPerSwitch",
        ],
        optional: "a file",
      },
    );
    const file = element("input", {
      type: "file",
      id: "file",
      accept: ".topo,.ibnetdiscover,.net,.json,.txt,.gz",
    });
    file.addEventListener("change", () => {
      const [chosen] = file.files ?? [];
      if (chosen !== undefined) void app.open(chosen.name, chosen);
      file.value = "";
    });
    this.root = panel(
      "Fabric",
      true,
      field("Begin with", this.#preset),
      this.#about,
      this.#form.root,
      field(
        "Or open a file",
        file,
        "What ibnetdiscover prints, or fabriclab's JSON, packed with gzip or not. It is read in this page and never leaves your browser.",
      ),
      this.#notes,
    );
  }

  follow({ setup, view }: Present): void {
    const preset = presets.find(
      (one) => JSON.stringify(one.setup) === JSON.stringify(setup),
    );
    this.#preset.value = preset?.name ?? "";
    this.#about.textContent = preset?.about ?? "";
    this.#form.show(entryOf(setup, "topology"));
    const shown = view.notes.slice(0, 8);
    this.#notes.replaceChildren(
      ...shown.map((note) => element("li", {}, note)),
    );
    if (view.notes.length > shown.length)
      this.#notes.append(
        element(
          "li",
          {},
          `and ${view.notes.length - shown.length} more remarks`,
        ),
      );
  }
}
