type Child = Node | string;
type Attributes = Readonly<
  Record<string, string | number | boolean | undefined>
>;

/** An element with attributes (false and undefined leave one out) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : String(value));
  made.append(...children);
  return made;
}

/** `1 host`, `1,200 hosts`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString("en")} ${value === 1 ? one : many}`;

/** The element of the page with that id. */
export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found as T;
}

let fields = 0;

/** A control under its label. */
export function field(
  label: string,
  control: HTMLElement,
  doc = "",
): HTMLElement {
  const id = control.id === "" ? `field-${++fields}` : control.id;
  control.id = id;
  const parts: HTMLElement[] = [element("label", { for: id }, label), control];
  if (doc !== "") {
    const about = element("small", { id: `${id}-doc` }, doc);
    control.setAttribute("aria-describedby", about.id);
    parts.push(about);
  }
  return element("div", { class: "field" }, ...parts);
}

export function button(
  text: string,
  act: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", () => {
    if (made.ariaDisabled !== "true") act();
  });
  return made;
}

/** While a button's work is done it does nothing. Why not `disabled`: that takes the keyboard's focus away. */
export function setBusy(one: HTMLButtonElement, isBusy: boolean): void {
  one.ariaDisabled = String(isBusy);
}

/** A row of a table: its heading and a cell. */
export const row = (name: string, value: string): HTMLElement =>
  element(
    "tr",
    {},
    element("th", { scope: "row" }, name),
    element("td", {}, value),
  );

/** A part of the panel that can be folded. */
export function panel(
  title: string,
  open: boolean,
  ...children: readonly Child[]
): HTMLDetailsElement {
  return element(
    "details",
    { open },
    element("summary", {}, element("h2", {}, title)),
    ...children,
  );
}

/** Gives the reader a file. */
export function saveText(
  name: string,
  text: string,
  type = "text/plain",
): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
