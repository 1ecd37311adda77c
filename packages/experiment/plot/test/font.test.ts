import { expect, it } from "vitest";
import { lettersWithoutSign } from "@fabriclab/experiment-plot";

// As `fc-query DejaVuSans.ttf` and the project's own list of blocks have it: Latin, Greek, Cyrillic, Arabic and mathematics, and no Chinese or Korean.
it("knows which letters the font of PNG files lacks, each once", () => {
  expect(
    lettersWithoutSign("<text>aé Ελλ Привет ≤ µ ± 漢字漢 한 😀</text>"),
  ).toEqual(["漢", "字", "한"]);
});

it("looks for no sign of what joins letters or chooses their look", () => {
  expect(lettersWithoutSign("❤\ufe0f a\u200db")).toEqual([]);
});
