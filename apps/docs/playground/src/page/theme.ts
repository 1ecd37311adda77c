import { LOAD_CLASSES } from "../shared/protocol.ts";
import { byId } from "./dom.ts";

/** Colours of the drawing, as the style sheet has them. */
export interface Theme {
  readonly text: string;
  readonly page: string;
  readonly switch: string;
  readonly host: string;
  readonly path: string;
  readonly tree: string;
  readonly cycle: string;
  readonly wait: string;
  readonly packet: string;
  /** By class of load. */
  readonly loads: readonly string[];
}

const KEY = "fabriclab-theme";

/** Light or dark as the system has it, until the reader says otherwise. @param changed called after every change */
export function watchTheme(changed: () => void): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = byId<HTMLButtonElement>("theme");
  const apply = (): void => {
    const dark = (chosen() ?? (system.matches ? "dark" : "light")) === "dark";
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
    button.textContent = dark ? "Light colours" : "Dark colours";
    changed();
  };
  system.addEventListener("change", apply);
  button.addEventListener("click", () => {
    choose(
      document.documentElement.dataset["theme"] === "dark" ? "light" : "dark",
    );
    apply();
  });
  apply();
}

let own: string | null = null;

// Why guarded: a browser may refuse a page its storage.
function chosen(): string | null {
  try {
    return own ?? localStorage.getItem(KEY);
  } catch {
    return own;
  }
}

function choose(theme: string): void {
  own = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Then it holds until the page is closed.
  }
}

export function currentTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string): string =>
    style.getPropertyValue(`--${name}`).trim();
  return {
    text: of("text"),
    page: of("page"),
    switch: of("switch"),
    host: of("host"),
    path: of("path"),
    tree: of("tree"),
    cycle: of("cycle"),
    wait: of("wait"),
    packet: of("packet"),
    loads: Array.from({ length: LOAD_CLASSES + 1 }, (_, k) => of(`load-${k}`)),
  };
}
