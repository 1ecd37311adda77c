import {
  entryOf,
  shortest,
  tablesOf,
  withEntry,
  withRouting,
  type Entry,
  type Setup,
} from "../../shared/setup.ts";
import type { App, Follower, Present } from "../app.ts";
import { button, element, panel, saveText } from "../dom.ts";
import { PluginForm } from "./plugin-form.ts";

/** Which engine makes the forwarding tables, and what they are. */
export class RoutingPanel implements Follower {
  readonly root: HTMLElement;
  readonly #forms: readonly {
    readonly key: string;
    readonly form: PluginForm;
  }[];
  readonly #save: HTMLButtonElement;
  readonly #design: HTMLElement;
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
        (entry) => {
          const isNone = key === "routing" && entry === undefined;
          if (!isNone || tablesOf(app.setup) !== undefined)
            return void app.take(chosen(app.setup, key, entry));
          this.#forms[0]?.form.show(entryOf(app.setup, key));
          app.say(
            "Open the files of the tables under Fabric (opensm-lfts.dump and others): they take the engine's place.",
          );
        },
        optional === undefined ? {} : { optional },
      ),
    });
    const routing = form("routing", "Engine", "none: tables from files");
    const rest = [
      form("addressing", "LIDs", "as the engine wants them"),
      form("multicast", "Multicast tables", "union of the unicast paths"),
      form("lanes", "SL2VL and VL arbitration", "as the engine wants them"),
    ];
    this.#forms = [routing, ...rest];
    this.#save = button("Save the files of these tables", () => {
      const folder = tablesOf(app.setup);
      if (folder !== undefined) void saveTables(app, folder);
    });
    // Until there are tables.
    this.#save.hidden = true;
    this.#design = element(
      "details",
      {},
      element("summary", {}, "LIDs, multicast and lanes"),
      ...rest.map((one) => one.form.root),
    );
    this.root = panel(
      "Routing",
      true,
      routing.form.root,
      this.#figures,
      this.#notes,
      this.#save,
      this.#design,
    );
  }

  wait(setup: Setup): void {
    for (const { key, form } of this.#forms) form.show(entryOf(setup, key));
    this.#design.hidden = tablesOf(setup) !== undefined;
  }

  follow({ setup, routed }: Present): void {
    this.wait(setup);
    this.#figures.textContent =
      routed === undefined
        ? "No tables: this engine refuses this fabric."
        : `Tables by ${routed.engine}: ${routed.lids.toLocaleString("en")} LIDs, ${routed.lanes === 1 ? "one virtual lane" : `${routed.lanes} virtual lanes`}.`;
    const folder = tablesOf(setup);
    this.#save.hidden = folder === undefined;
    this.#save.disabled = routed === undefined;
    this.#notes.replaceChildren(
      ...(routed?.notes ?? [])
        .slice(0, 6)
        .map((note) => element("li", {}, note)),
    );
  }
}

/** The setup with another choice; an engine takes the place of finished tables. */
const chosen = (setup: Setup, key: string, entry: Entry | undefined): Setup =>
  key === "routing" && entry !== undefined && tablesOf(setup) !== undefined
    ? withRouting(setup, shortest(entry))
    : withEntry(setup, key, entry);

/** Gives the reader the files that the scenario's folder of tables is to hold. */
async function saveTables(app: App, folder: string): Promise<void> {
  try {
    const files = await app.connection.ask("files", folder);
    for (const [name, text] of files) saveText(name, text);
    app.say(
      `Saved ${files.map(([name]) => name).join(", ")}: put them into a folder ${folder} beside the scenario.`,
    );
  } catch (error) {
    app.complain(error);
  }
}
