import { FabricBuilder } from "@fabriclab/fabric";
import { describe, expect, it } from "vitest";
import { channelsOf, fabricMap } from "../src/index.ts";

/** A - B, a host at each. */
const builder = new FabricBuilder("pair");
const [a, b] = [builder.addSwitch("A", 2), builder.addSwitch("B", 2)];
builder.connect(a, 1, b, 2);
builder.connect(a, 2, builder.addHost("H1"), 1);
builder.connect(b, 1, builder.addHost("H2"), 1);
const pair = builder.build();

describe("fabricMap", () => {
  it("colours channels by the values at their sending ports", () => {
    const svg = fabricMap(pair, {
      title: "load",
      places: { "A:1": 0.25, "B:2": 0.125, "A:2": 0.9 },
      unit: "% of the time",
      factor: 100,
    });
    // The busiest between switches; the channel to the host is not drawn.
    expect(svg).toContain(
      "Most, in % of the time: A:1 to B (25), B:2 to A (12.5)",
    );
  });

  it("has the numbers of the channels that it colours, and of no other, the greatest first", () => {
    const places = { "B:2": 0.125, "A:2": 0.9, "A:1": 0.25001 };
    expect(channelsOf(pair, { places, factor: 100 })).toEqual([
      { port: "A:1", value: 25.001 },
      { port: "B:2", value: 12.5 },
    ]);
    expect(() => channelsOf(pair, { places: { "C:1": 1 } })).toThrow(
      /is no port of the fabric/,
    );
  });

  it("says 0 % of an idle channel, as shares are no number of things", () => {
    const svg = fabricMap(pair, {
      title: "load",
      places: { "A:1": 0.25, "B:2": 0 },
      unit: "% of the time",
      factor: 100,
    });
    expect(svg).toContain(">Colours: % of the time<");
    expect(svg).toContain(">0</text>");
  });

  it("tells where values are so close that colours begin at the least of them, unless they are to begin at 0", () => {
    const said: string[] = [];
    const map = {
      title: "load",
      places: { "A:1": 0.25, "B:2": 0.24 },
      unit: "% of the time",
      factor: 100,
      tell: (one: string) => said.push(one),
    };
    expect(fabricMap(pair, map)).toContain("Colours begin at the least value");
    fabricMap(pair, { ...map, range: "zero" });
    fabricMap(pair, { ...map, places: { "A:1": 0.25, "B:2": 0.05 } });
    expect(said.map((one) => one.slice(0, 15))).toEqual([
      "Colours begin a",
      "Colours hardly ",
    ]);
  });

  it("refuses places of another fabric, and channels without a value, which would look idle", () => {
    const map = { title: "load", unit: "%" };
    expect(() => fabricMap(pair, { ...map, places: { "A:1": 1 } })).toThrow(
      /does not name all channels/,
    );
    for (const place of ["C:1", "A:3", "A:0", "A"])
      expect(() =>
        fabricMap(pair, { ...map, places: { "A:1": 1, "B:2": 1, [place]: 1 } }),
      ).toThrow(/is no port of the fabric/);
  });
});
