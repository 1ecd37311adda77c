import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCycle, hopsTo } from "@fabriclab/paths";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import { UpDown } from "../src/up-down.ts";

const drawn = fc.record({
  fabric: randomFabric({ mixedLinks: false, minSwitches: 2 }),
  roots: fc.uniqueArray(fc.nat({ max: 7 }), { minLength: 1, maxLength: 4 }),
});

describe("up/down turns", () => {
  it("close no cycle, and join exactly the pairs that some way without a turn from down to up joins", () => {
    let lost = 0;
    fc.assert(
      fc.property(drawn, ({ fabric, roots: numbers }) => {
        const { switchCount, portStart, portPeer, portNode, nodeGuid } = fabric;
        const roots = [
          ...new Set(numbers.map((root) => (root % switchCount) as SwitchIx)),
        ];
        const rule = new UpDown(fabric, roots);
        expect(findCycle(rule.turns())).toBeUndefined();
        const toRoot = roots.map((root) => hopsTo(fabric, root));
        const rank = (sw: number): number =>
          Math.min(...toRoot.map((hops) => hops[sw] ?? 0));
        const isUp = (from: number, to: number): boolean =>
          rank(from) === rank(to)
            ? (nodeGuid[to] ?? 0n) < (nodeGuid[from] ?? 0n)
            : rank(to) < rank(from);
        const endports = Array.from(
          { length: fabric.endportCount },
          (_, endport) => endport as EndportIx,
        );
        const reached = rule.reached(endports);
        for (const [place, source] of endports.entries()) {
          const start =
            source < switchCount ? source : fabric.attachment(source)?.sw;
          // States: switch, and whether the way has gone down already.
          const seen = new Set([`${start} 0`]);
          for (const state of seen) {
            const [sw = 0, down = 0] = state.split(" ").map(Number);
            for (
              let port = portStart[sw] ?? 0;
              port < (portStart[sw + 1] ?? 0);
              port++
            ) {
              const to = portNode[portPeer[port] ?? -1] ?? switchCount;
              if (to >= switchCount) continue;
              const up = isUp(sw, to);
              if (!up || down === 0) seen.add(`${to} ${up ? 0 : 1}`);
            }
          }
          for (const [other, destination] of endports.entries()) {
            if (source === destination) continue;
            const end =
              destination < switchCount
                ? destination
                : fabric.attachment(destination)?.sw;
            const joined = seen.has(`${end} 0`) || seen.has(`${end} 1`);
            expect(reached.has(place, other)).toBe(joined);
            if (!joined) lost += 1;
          }
        }
      }),
    );
    expect(lost).toBeGreaterThan(0);
  });
});
