import { presets } from "../../shared/presets.ts";
import { entryOf, fileOf, withEntry, type Setup } from "../../shared/setup.ts";
import type { App, Follower, Present } from "../app.ts";
import { element, field, panel } from "../dom.ts";
import { PluginForm } from "./plugin-form.ts";

/** Which fabric: an experiment to begin with, a generated one, or a file. */
export class FabricPanel implements Follower {
  readonly root: HTMLElement;
  readonly #app: App;
  readonly #form: PluginForm;
  readonly #preset = element("select", { id: "preset" });
  readonly #about = element("p", { class: "about" });
  /** Which file is open. Why not the file field: it is emptied, so that the same file can be chosen again. */
  readonly #open = element("p", { id: "open-file" });
  readonly #notes = element("ul", { class: "about" });

  constructor(app: App) {
    this.#app = app;
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
      (entry) => {
        if (entry !== undefined)
          return void app.takeFabric(withEntry(app.setup, "topology", entry));
        // Which file it is only opening one says.
        this.#form.show(entryOf(app.setup, "topology"));
        app.say("Open the file of a fabric, below or by dropping it here.");
      },
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
    const file = element("input", { type: "file", id: "file", multiple: true });
    const open = (files: Iterable<File>): void => {
      const chosen = Array.from(files, (one) => ({
        name: one.name,
        file: one,
      }));
      if (chosen.length > 0) void app.open(chosen);
    };
    file.addEventListener("change", () => {
      open(file.files ?? []);
      file.value = "";
    });
    // Files may be dropped anywhere on the page.
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      open(event.dataTransfer?.files ?? []);
    });
    this.root = panel(
      "Fabric",
      true,
      field("Begin with", this.#preset),
      this.#about,
      this.#form.root,
      field(
        "Or open files",
        file,
        "A fabric: what ibnetdiscover, iblinkinfo or ibdiagnet (db_csv, lst) print, IBADM's .topo, UFM's NDT, Slurm's topology.conf or fabriclab's JSON. Its tables with it, or afterwards: opensm-lfts.dump, opensm-sl2vl.dump, opensm-qos.conf, path-sl.tsv, opensm.mcfdbs, guid2lid. Packed with gzip or not. They are read in this page and never leave your browser.",
      ),
      this.#open,
      this.#notes,
    );
  }

  wait(setup: Setup): void {
    const preset = presets.find(
      (one) => JSON.stringify(one.setup) === JSON.stringify(setup),
    );
    this.#preset.value = preset?.name ?? "";
    this.#about.textContent = preset?.about ?? "";
    this.#form.show(entryOf(setup, "topology"));
    const file = fileOf(setup);
    // What was refused is not what is present; a fabric whose new tables were refused is.
    const { present } = this.#app;
    const isOpen = present !== undefined && fileOf(present.setup) === file;
    this.#open.textContent =
      file === undefined
        ? ""
        : isOpen
          ? `Open: ${file}.`
          : `Waiting for the file ${file}: open it here to go on.`;
  }

  follow({ setup, view }: Present): void {
    this.wait(setup);
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
