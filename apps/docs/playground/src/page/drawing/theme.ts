import { LOAD_CLASSES } from "../../shared/protocol.ts";

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

/** The colours that hold now. */
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
