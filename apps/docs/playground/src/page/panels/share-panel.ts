import { fileOf, tablesOf, type Setup } from "../../shared/setup.ts";
import type { App, Follower, Present } from "../app.ts";
import { button, element, field, panel, saveText } from "../dom.ts";
import { addressOf, type Shared } from "../share.ts";

/** The experiment as an address, and as the scenario that the command line runs. */
export class SharePanel implements Follower {
  readonly root: HTMLElement;
  readonly #app: App;
  readonly #shared: () => Shared;
  readonly #address = element("input", { id: "address", readonly: true });
  readonly #text = element("textarea", {
    id: "scenario",
    spellcheck: "false",
    rows: 16,
  });
  readonly #note = element("p", { class: "about" });
  /** How many addresses were begun: packing one may take longer than packing the next. */
  #writing = 0;

  /** @param shared the setup, with what is chosen in it */
  constructor(app: App, shared: () => Shared) {
    this.#app = app;
    this.#shared = shared;
    this.root = panel(
      "Share and export",
      false,
      element(
        "div",
        { class: "row" },
        button("Copy the address", () => void this.#copy(), { id: "share" }),
      ),
      field(
        "Address",
        this.#address,
        "Whoever opens it gets this experiment, and so do you when you load the page again. It stands behind the #, which browsers do not send.",
      ),
      this.#note,
      element(
        "div",
        { class: "row" },
        button("Save scenario.yaml", () => this.#save(), { id: "save" }),
      ),
      field(
        "Scenario",
        this.#text,
        "Run it with: fabriclab run scenario.yaml. Write here what the forms do not offer.",
      ),
      button("Use this text", () => void this.#use(), { id: "use-text" }),
    );
  }

  follow({ setup }: Present): void {
    this.wait(setup);
  }

  wait(setup: Setup): void {
    const file = fileOf(setup);
    const folder = tablesOf(setup);
    const named = [
      ...(file === undefined ? [] : [`the file ${file}`]),
      ...(folder === undefined ? [] : [`the tables ${folder}`]),
    ].join(" and ");
    this.#note.textContent =
      named === ""
        ? ""
        : `The address names ${named} but holds no files: whoever opens it needs them, too.`;
    void this.#write();
  }

  /** Writes the address of what is shown now, unless something else is by the time it is packed. */
  async writeAddress(): Promise<void> {
    const writing = ++this.#writing;
    const address = await addressOf(location.href, this.#shared());
    if (writing === this.#writing) this.#address.value = address;
  }

  async #write(): Promise<void> {
    try {
      const [text] = await Promise.all([
        this.#app.connection.ask("write", this.#app.setup),
        this.writeAddress(),
      ]);
      this.#text.value = text;
    } catch (error) {
      this.#app.complain(error);
    }
  }

  async #copy(): Promise<void> {
    await this.writeAddress();
    try {
      await navigator.clipboard.writeText(this.#address.value);
      this.#app.say("The address is copied.");
    } catch {
      this.#address.select();
      this.#app.say("Copy the address that is selected now.");
    }
  }

  #save(): void {
    saveText("scenario.yaml", this.#text.value, "application/yaml");
  }

  async #use(): Promise<void> {
    try {
      await this.#app.take(
        await this.#app.connection.ask("read", this.#text.value),
      );
    } catch (error) {
      this.#app.complain(error);
    }
  }
}
