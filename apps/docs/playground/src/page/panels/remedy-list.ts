import type { RemediesView } from "../../shared/findings.ts";
import { button, element } from "../dom.ts";

/** Remedies that are listed; the cheapest come first. */
const MOST = 12;

/** What would mend tables, each with a button that does it where there is something to do. @param apply is told the place in the list */
export function remedyList(
  { found, untried }: RemediesView,
  apply: (remedy: number) => void,
): HTMLElement[] {
  const rows = found
    .slice(0, MOST)
    .map(({ text, cost, apply: does }, remedy) =>
      element(
        "li",
        {},
        `${capital(text)}: ${cost}. `,
        ...(does === undefined
          ? []
          : [button(does, () => apply(remedy), { class: "apply" })]),
      ),
    );
  if (found.length > MOST)
    rows.push(element("li", {}, `and ${found.length - MOST} more`));
  return [
    element("h3", {}, "Remedies"),
    ...(rows.length === 0
      ? [element("p", {}, "None was found.")]
      : [element("ul", { id: "remedies" }, ...rows)]),
    ...(untried.length === 0
      ? []
      : [
          element("p", { class: "about" }, `Not tried: ${untried.join("; ")}.`),
        ]),
  ];
}

const capital = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
