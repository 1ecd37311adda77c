import type { Refusal } from "../shared/protocol.ts";
import { button, byId, element } from "./dom.ts";

/** Shows a refusal until it is closed, or takes the last one away. */
export function showRefusal(refusal: Refusal | undefined): void {
  const place = byId("refusal");
  place.replaceChildren();
  if (refusal === undefined) return;
  const before = document.activeElement;
  const close = (): void => {
    const isHere = place.contains(document.activeElement);
    place.replaceChildren();
    if (!isHere) return;
    // Else keys begin at the top of the page again.
    const isBack = before instanceof HTMLElement && before !== document.body;
    (isBack ? before : byId("panels")).focus();
  };
  place.onkeydown = ({ key }) => {
    if (key === "Escape") close();
  };
  const rows = (
    [
      ["where", refusal.where],
      ["got", refusal.got],
      ["expected", refusal.expected],
      ["hint", refusal.hint],
    ] as const
  ).flatMap(([name, text]) =>
    text === undefined || text === ""
      ? []
      : [element("dt", {}, name), element("dd", {}, text)],
  );
  place.append(
    element(
      "div",
      {},
      element("strong", {}, refusal.message),
      element("dl", {}, ...rows),
      element(
        "div",
        { class: "row" },
        element("code", {}, refusal.code),
        button("Close", close),
      ),
    ),
  );
}
