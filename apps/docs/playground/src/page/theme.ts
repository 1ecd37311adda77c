import { byId } from "./dom.ts";

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
