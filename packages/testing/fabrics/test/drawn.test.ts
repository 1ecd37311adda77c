import { describe, expect, it } from "vitest";
import type { Fabric } from "@fabriclab/spec";
import {
  chain,
  complete,
  kimFigure4a,
  parallel,
  ring,
  star,
  twoPlanes,
} from "@fabriclab/testing-fabrics";

const cables = (fabric: Fabric): string =>
  Array.from(
    { length: fabric.linkCount },
    (_, link) =>
      `${fabric.nodeName[fabric.portNode[fabric.linkPorts[2 * link] ?? -1] ?? -1]}-${fabric.nodeName[fabric.portNode[fabric.linkPorts[2 * link + 1] ?? -1] ?? -1]}`,
  ).join(" ");

describe("drawn fabrics", () => {
  it.each([
    ["chain", chain(3), "a-b b-c A-a B-b C-c"],
    ["ring", ring(3), "a-b b-c c-a A-a B-b C-c"],
    ["complete graph", complete(4), "a-b a-c a-d b-c b-d c-d A-a B-b C-c D-d"],
    ["parallel cables", parallel(3), "a-b a-b a-b A-a B-b"],
    ["star", star(3), "A-a B-a C-a"],
    ["figure 4(a)", kimFigure4a(), "a-b a-c b-c b-d c-d A-a B-b C-c D-d"],
    ["two planes", twoPlanes(), "a-b c-d A-a B-b C-c D-d"],
  ])("%s is cabled as drawn", (_, fabric, expected) => {
    expect(cables(fabric)).toBe(expected);
  });
});
