import { sequential } from "@fabriclab/addressing-sequential";
import { Congestion } from "@fabriclab/analysis-balance";
import { FabricBuilder } from "@fabriclab/fabric";
import { parseOptions, type Fabric } from "@fabriclab/spec";
import { opensmUpDown } from "@fabriclab/testing-fabrics";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const upDown = (fabric: Fabric) =>
  opensmUpDown(
    fabric,
    sequential.assign(fabric, parseOptions(sequential, {})),
    [0 as SwitchIx],
  );

/** Switches in a row, two hosts at each; cables as wide as drawn, in turn. */
function row(switches: number, widths: readonly (1 | 4)[]): Fabric {
  const builder = new FabricBuilder("row");
  const links = Array.from({ length: 3 * switches }, (_, i) => ({
    width: widths[i % widths.length] ?? 1,
  }));
  const nodes = Array.from({ length: switches }, (_, i) =>
    builder.addSwitch(`s${i}`, 4),
  );
  for (const [i, node] of nodes.entries()) {
    for (const k of [0, 1])
      builder.connect(
        builder.addHost(`h${i}.${k}`),
        1,
        node,
        k + 1,
        links.pop(),
      );
    const next = nodes[i + 1];
    if (next !== undefined) builder.connect(node, 3, next, 4, links.pop());
  }
  return builder.build();
}

describe("what flows ask of channels", () => {
  it.each([false, true])(
    "of two sets adds up to what they leave each other when they run at once, by rate: %s",
    (byRate) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 2, max: 6 }),
          fc.array(fc.constantFrom(1 as const, 4 as const), { minLength: 1 }),
          fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 2 }),
          (switches, widths, drawn) => {
            const fabric = row(switches, widths);
            const hosts = fabric.hostCount;
            const host = (at: number) =>
              (fabric.switchCount + (at % hosts)) as EndportIx;
            const flows = drawn.map(
              ([from, to]) => [host(from), host(to)] as const,
            );
            const half = flows.length >> 1;
            const congestion = new Congestion(fabric, upDown(fabric), {
              byRate,
            });
            const ends = (some: typeof flows) =>
              [some.map(([from]) => from), some.map(([, to]) => to)] as const;
            const sets = [flows.slice(0, half), flows.slice(half)].map((some) =>
              congestion.demand(...ends(some)),
            );
            const asked = new Map<number, number>();
            for (const { channels, demand } of sets)
              for (const [i, channel] of channels.entries())
                asked.set(
                  channel,
                  (asked.get(channel) ?? 0) + (demand[i] ?? 0),
                );
            const slowest = sets.flatMap(({ channels, alone }) =>
              channels.map(
                (channel, i) => (asked.get(channel) ?? 0) / (alone[i] ?? 1),
              ),
            );
            const together = congestion.of(...ends(flows));
            expect(Math.max(1, ...slowest)).toBeCloseTo(together.slowest, 12);
          },
        ),
      );
    },
  );

  it("counts flows of a channel, and leaves out those of one switch", () => {
    const builder = new FabricBuilder("two switches");
    const [s, t] = [builder.addSwitch("s", 3), builder.addSwitch("t", 3)];
    builder.connect(s, 3, t, 3);
    for (const [i, name] of ["a", "b", "c", "d"].entries())
      builder.connect(builder.addHost(name), 1, i < 2 ? s : t, (i % 2) + 1);
    const fabric = builder.build();
    const [a, b, c, d] = [2, 3, 4, 5] as EndportIx[];
    const found = new Congestion(fabric, upDown(fabric)).demand(
      [a!, b!, a!],
      [c!, d!, b!],
    );
    expect(found.channels.map((port) => fabric.portNode[port])).toEqual([0]);
    expect([...found.demand]).toEqual([2]);
    expect([...found.alone]).toEqual([1]);
  });
});
