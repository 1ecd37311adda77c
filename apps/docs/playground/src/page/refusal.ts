import type { Refusal } from "../shared/protocol.ts";
import { button, byId, element } from "./dom.ts";

/** Shows a refusal until it is closed, or takes the last one away. */
export function showRefusal(refusal: Refusal | undefined): void {
  const place = byId("refusal");
  place.replaceChildren();
  if (refusal === undefined) return;
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
        button("Close", () => place.replaceChildren()),
      ),
    ),
  );
}
