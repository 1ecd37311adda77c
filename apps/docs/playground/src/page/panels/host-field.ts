import { element } from "../dom.ts";

/** Names that are offered at a time: a list of 16,000 is of no use to anybody. */
const OFFERED = 40;

/** A field for the name of a host, which offers those that fit what is written. */
export class HostField {
  readonly input: HTMLInputElement;
  readonly list: HTMLDataListElement;
  #names: readonly string[] = [];
  readonly #chosen: (index: number | undefined, name: string) => void;

  /** @param chosen is told the host, undefined where none has the name, and what was written */
  constructor(
    id: string,
    chosen: (index: number | undefined, name: string) => void,
  ) {
    this.#chosen = chosen;
    this.list = element("datalist", { id: `${id}-names` });
    this.input = element("input", {
      id,
      list: this.list.id,
      autocomplete: "off",
      spellcheck: "false",
    });
    this.input.addEventListener("input", () => {
      this.#offer();
      const index = this.#names.indexOf(this.input.value);
      if (index >= 0) this.#chosen(index, this.input.value);
    });
    this.input.addEventListener("change", () => {
      const index = this.#named();
      this.#chosen(index < 0 ? undefined : index, this.input.value);
    });
  }

  names(names: readonly string[]): void {
    this.#names = names;
    this.input.disabled = false;
    this.#offer();
  }

  show(index: number | undefined): void {
    this.input.value = index === undefined ? "" : (this.#names[index] ?? "");
    this.input.removeAttribute("aria-invalid");
  }

  /** Shows the name of a host that is not there yet; until there are hosts, none is chosen. */
  wait(name: string | undefined): void {
    this.input.value = name ?? "";
    this.input.disabled = true;
  }

  /** Shows a name that no host has. */
  refuse(name: string): void {
    this.input.value = name;
    this.input.setAttribute("aria-invalid", "true");
  }

  /** The host of the name that is written, without blanks that were copied with it; -1 where there is none. Not while it is being written: they may be part of it. */
  #named(): number {
    const { value } = this.input;
    const exact = this.#names.indexOf(value);
    return exact >= 0 ? exact : this.#names.indexOf(value.trim());
  }

  #offer(): void {
    const wanted = this.input.value.trim().toLowerCase();
    const offered: string[] = [];
    for (const name of this.#names) {
      if (offered.length === OFFERED) break;
      if (name.toLowerCase().includes(wanted)) offered.push(name);
    }
    this.list.replaceChildren(
      ...offered.map((name) => element("option", { value: name })),
    );
  }
}
