import { Congestion, effectiveBisection } from "@fabriclab/analysis-balance";
import { FabricBuilder, type LinkSpec } from "@fabriclab/fabric";
import { lidTable, type ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, Lid, PortNum, Sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";

interface Rates {
  /** Of the cables of the senders, on switch L, and of the receivers, on switch R; each sender has one. */
  readonly senders: readonly LinkSpec[];
  readonly receivers: readonly LinkSpec[];
  /** Of the cables from L to R. */
  readonly cables: readonly LinkSpec[];
  /** Receiver -> the cable on which its packets go, both ways. */
  readonly by: readonly number[];
}

/** Sender i sends to receiver i. */
function congestionOf({ senders, receivers, cables, by }: Rates) {
  const count = senders.length;
  const builder = new FabricBuilder("two switches");
  const [left, right] = ["L", "R"].map((name) => builder.addSwitch(name, 20));
  for (const [i, link] of [...senders, ...receivers].entries())
    builder.connect(
      (i < count ? left : right)!,
      (i % count) + 1,
      builder.addHost(`H${i}`),
      1,
      link,
    );
  for (const [i, link] of cables.entries())
    builder.connect(left!, 10 + i, right!, 10 + i, link);
  const fabric = builder.build();
  const lids = Array.from({ length: 2 * count }, (_, host) => host + 1);
  const cable = (host: number): number => 10 + (by[host % count] ?? 0);
  const lft = [0, 1].map((sw) =>
    Uint8Array.from([
      255,
      ...lids.map((_, host) =>
        (host < count ? 0 : 1) === sw ? (host % count) + 1 : cable(host),
      ),
    ]),
  );
  const tables: ForwardingTables = {
    lids: lidTable(
      Uint16Array.from([0, 0, ...lids]),
      new Uint8Array(2 + lids.length),
    ),
    lft,
    lanes: 1,
    engine: "drawn",
    pathLid: (_, to) => (to - 1) as Lid,
    pathSl: () => 0 as Sl,
  };
  const ends = lids.map((lid) => (lid + 1) as EndportIx);
  const of = (byRate: boolean) => {
    const { mean, most, channel, slowest } = new Congestion(fabric, tables, {
      byRate,
    }).of(ends.slice(0, count), ends.slice(count));
    const num: PortNum | 0 = channel === undefined ? 0 : fabric.numOf(channel);
    return { mean, most, port: num, slowest };
  };
  return { fabric, tables, alike: of(false), byRate: of(true) };
}

const SDR: LinkSpec = { speed: "SDR", width: 1 };
const DDR: LinkSpec = { speed: "DDR", width: 1 };
const WIDE: LinkSpec = { speed: "SDR", width: 4 };

describe("flows by the rates of links", () => {
  it("of which two share a cable twice as fast as theirs have all they can send", () => {
    const { alike, byRate } = congestionOf({
      ...{ senders: [SDR, SDR], receivers: [SDR, SDR] },
      ...{ cables: [DDR], by: [0, 0] },
    });
    expect(alike).toEqual({ mean: 1 / 2, most: 2, port: 10, slowest: 2 });
    expect(byRate).toEqual({ mean: 1, most: 2, port: 10, slowest: 1 });
  });

  it("have a quarter alone on a cable a quarter as fast as theirs", () => {
    const { alike, byRate } = congestionOf({
      ...{ senders: [WIDE], receivers: [WIDE], cables: [SDR], by: [0] },
    });
    expect(alike).toEqual({ mean: 1, most: 1, port: 10, slowest: 1 });
    expect(byRate).toEqual({ mean: 1 / 4, most: 1, port: 10, slowest: 4 });
  });

  it("are full where the slower end has all that it can take", () => {
    const { byRate } = congestionOf({
      ...{ senders: [WIDE], receivers: [SDR], cables: [SDR], by: [0] },
    });
    expect(byRate).toMatchObject({ mean: 1, slowest: 1 });
  });

  it("find that cable busiest which leaves each least, not that with most flows", () => {
    const five = Array.from({ length: 5 }, () => SDR);
    const { alike, byRate } = congestionOf({
      ...{ senders: five, receivers: five },
      ...{ cables: [DDR, SDR], by: [0, 0, 0, 1, 1] },
    });
    expect(alike).toMatchObject({ most: 3, port: 10, slowest: 3 });
    // Three on the fast one have 2/3 each, two on the slow one 1/2.
    expect(byRate).toMatchObject({ most: 2, port: 11, slowest: 2 });
    expect(alike.mean).toBeCloseTo((3 / 3 + 2 / 2) / 5, 12);
    expect(byRate.mean).toBeCloseTo((3 * (2 / 3) + 2 / 2) / 5, 12);
  });

  it("make a bisection full whose uplinks carry together what the hosts send", () => {
    const four = Array.from({ length: 4 }, () => SDR);
    const { fabric, tables } = congestionOf({
      ...{ senders: four, receivers: four, cables: [WIDE], by: [0, 0, 0, 0] },
    });
    const { value, ci95 } = effectiveBisection(fabric, tables, {
      byRate: true,
    });
    expect({ value, ci95 }).toEqual({ value: 1, ci95: 0 });
    // Of the 105 ways to pair eight hosts, four on each side, 9 have no pair across, 72 two and 24 four; each pair has a direction by chance, and the flows
    // of a direction together have one cable: 4, 2 + 3/2 and 15/8 of four flows' bandwidth.
    const alike = effectiveBisection(fabric, tables);
    const expected = (9 * 4 + 72 * 3.5 + 24 * 1.875) / 105 / 4;
    expect(Math.abs(alike.value - expected)).toBeLessThan(1.5 * alike.ci95);
    expect(alike.ci95).toBeLessThan(0.03);
  });
});
