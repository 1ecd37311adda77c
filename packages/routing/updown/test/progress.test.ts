import { sequential } from "@fabriclab/addressing-sequential";
import { parseOptions } from "@fabriclab/spec";
import { kimFigure4a } from "@fabriclab/testing-fabrics";
import { expect, it } from "vitest";
import { updown } from "../src/index.ts";

it("tells of each switch that is tried as root, and of none where the root is named", () => {
  const fabric = kimFigure4a();
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const told = (root: string): unknown[] => {
    const words: unknown[] = [];
    updown.create(
      { fabric, lids, onProgress: (...word) => words.push(word) },
      parseOptions(updown, { root }),
    );
    return words;
  };
  expect(told("best")).toEqual(
    [0, 1, 2, 3].map((done) => ["trying roots", done, 4]),
  );
  expect(told("b")).toEqual([]);
});
