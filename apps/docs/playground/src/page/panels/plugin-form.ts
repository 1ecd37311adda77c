import type { ParameterInfo, PluginInfo } from "../../shared/protocol.ts";
import type { Entry, Json } from "../../shared/setup.ts";
import { element, field } from "../dom.ts";

/** What a reader writes in a field: a number, true or false, a list or mapping in JSON, else text. Empty = the default. */
export function valueOf(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (
    /^(-?\d+(\.\d+)?([eE][-+]?\d+)?|true|false|null|".*"|\[.*\]|\{.*\})$/s.test(
      trimmed,
    )
  )
    try {
      return JSON.parse(trimmed) as Json;
    } catch {
      return trimmed;
    }
  return trimmed;
}

export const textOf = (value: Json | undefined): string =>
  value === undefined
    ? ""
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

/** A choice among plugins, and the parameters of the one chosen. */
export class PluginForm {
  readonly root: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #about = element("p", { class: "about" });
  readonly #fields = element("div");
  readonly #more: HTMLDetailsElement;
  readonly #plugins: readonly PluginInfo[];
  readonly #first: readonly string[];
  readonly #changed: (entry: Entry | undefined) => void;
  #entry: Entry | undefined;

  /**
   * @param optional what is chosen where there is no entry
   * @param first parameters that are not folded away
   */
  constructor(
    label: string,
    plugins: readonly PluginInfo[],
    changed: (entry: Entry | undefined) => void,
    {
      optional,
      first = [],
    }: { readonly optional?: string; readonly first?: readonly string[] } = {},
  ) {
    this.#plugins = plugins;
    this.#changed = changed;
    this.#first = first;
    this.#select = element(
      "select",
      {},
      ...(optional === undefined
        ? []
        : [element("option", { value: "" }, optional)]),
      ...plugins.map(({ name }) => element("option", { value: name }, name)),
    );
    this.#select.addEventListener("change", () => {
      const { value } = this.#select;
      this.#changed(value === "" ? undefined : { kind: value });
    });
    this.#more = element(
      "details",
      {},
      element("summary", {}, "More parameters"),
    );
    this.root = element(
      "div",
      {},
      field(label, this.#select),
      this.#about,
      this.#fields,
      this.#more,
    );
  }

  show(entry: Entry | undefined): void {
    const plugin = this.#plugins.find(
      ({ name }) => name === entry?.kind || name === `multicast-${entry?.kind}`,
    );
    const same = plugin !== undefined && this.#entry?.kind === entry?.kind;
    this.#entry = entry;
    this.#select.value = plugin?.name ?? "";
    this.#about.textContent = plugin?.summary ?? "";
    // Why: a reader who goes from field to field keeps the focus.
    if (same && this.#fill(entry!)) return;
    this.#fields.replaceChildren();
    this.#more.replaceChildren(this.#more.firstChild!);
    const parameters = plugin?.parameters ?? [];
    for (const parameter of parameters)
      (this.#first.includes(parameter.name) || parameter.required
        ? this.#fields
        : this.#more
      ).append(this.#field(parameter, entry?.[parameter.name]));
    this.#more.hidden = this.#more.childElementCount === 1;
  }

  /** @returns whether there was a field for everything */
  #fill(entry: Entry): boolean {
    const inputs = this.root.querySelectorAll<HTMLInputElement>("input[name]");
    const names = new Set(Array.from(inputs, ({ name }) => name));
    for (const input of inputs) input.value = textOf(entry[input.name]);
    return Object.keys(entry).every(
      (name) => name === "kind" || name === "pattern" || names.has(name),
    );
  }

  #field(
    { name, type, byDefault, required, doc }: ParameterInfo,
    value: Json | undefined,
  ): HTMLElement {
    const input = element("input", {
      name,
      value: textOf(value),
      placeholder: required ? "must be given" : (byDefault ?? ""),
      autocomplete: "off",
      spellcheck: "false",
    });
    input.addEventListener("change", () => {
      const written = valueOf(input.value);
      const rest = Object.entries(this.#entry ?? {}).filter(
        ([key]) => key !== name,
      );
      const next = Object.fromEntries(
        written === undefined ? rest : [...rest, [name, written]],
      );
      this.#changed(next as unknown as Entry);
    });
    return field(
      name,
      input,
      `${doc.replace(/[.;…]?$/, (end) => (end === "…" ? end : "."))} ${type}`,
    );
  }
}
