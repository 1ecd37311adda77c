import { FabricBuilder } from "@fabriclab/fabric";
import type { SwitchIx } from "@fabriclab/units";
import { expect, it } from "vitest";
import { stepsUp, switchRanks, UNREACHABLE } from "../src/index.ts";

// Two roots r and s cabled to each other; a below r, b below s, a cabled to b; z alone. GUIDs grow in that order.
//
//   r1---1s
//   2     2
//   1     1
//   a2---2b   z
const builder = new FabricBuilder("drawn");
const [r, s, a, b] = ["r", "s", "a", "b"].map((name) =>
  builder.addSwitch(name, 2),
) as [never, never, never, never];
builder.addSwitch("z", 2);
builder.connect(r, 1, s, 1);
builder.connect(r, 2, a, 1);
builder.connect(s, 2, b, 1);
builder.connect(a, 2, b, 2);
const fabric = builder.build();
const ranks = switchRanks(fabric, [0 as SwitchIx, 1 as SwitchIx]);

it("ranks switches by their distance from the nearest root", () => {
  expect([...ranks]).toEqual([0, 0, 1, 1, UNREACHABLE]);
});

it("tells up from down as OpenSM does: by rank, between roots always up, between equals to the smaller GUID", () => {
  const up = (sw: number, port: number) =>
    stepsUp(fabric, ranks, (fabric.portStart[sw] ?? 0) + port - 1);
  expect([up(2, 1), up(0, 2)]).toEqual([true, false]);
  expect([up(0, 1), up(1, 1)]).toEqual([true, true]);
  expect([up(3, 2), up(2, 2)]).toEqual([true, false]);
});
