import { describe, expect, it } from "vitest";
import { startLane, switchLane, uniformLanes } from "@fabriclab/paths";
import { chain } from "@fabriclab/testing-fabrics";
import type { EndportIx } from "@fabriclab/units";

// Chain a-b-c: a and c have two ports, b has three.
const fabric = chain(3);
/** SL 0 and 1 on VL 0 and 3, SL 15 nowhere, all others on VL 1. */
const switches = Array.from(
  { length: 16 },
  (_, sl) => [0, 3][sl] ?? (sl === 15 ? 15 : 1),
);
/** Hosts send SL 2 on VL 5, all others on VL 0. */
const hosts = Array.from({ length: 16 }, (_, sl) => (sl === 2 ? 5 : 0));

describe("uniformLanes", () => {
  const tables = uniformLanes(fabric, { switches, hosts });

  it("gives every pair of ports of every switch, port 0 too, the list of switches", () => {
    for (const [sw, radix] of [2, 3, 2].entries())
      for (let into = 0; into <= radix; into++)
        for (let out = 0; out <= radix; out++) {
          const lane = (sl: number): number =>
            switchLane(fabric, tables, sw, into, out, sl, 7);
          expect([0, 1, 2, 14, 15].map(lane)).toEqual([0, 3, 1, 1, -1]);
        }
    expect(tables.sl2vl.map(({ length }) => length)).toEqual([
      3 * 3 * 16,
      4 * 4 * 16,
      3 * 3 * 16,
    ]);
  });

  it("gives every host the list of hosts", () => {
    const lanes = [0, 2, 15].map((sl) => startLane(tables, sl, 4 as EndportIx));
    expect(lanes).toEqual([0, 5, 0]);
  });

  it("counts the lanes of both lists, up to the highest that is no VL 15", () => {
    const zero = new Uint8Array(16);
    expect(tables.lanes).toBe(6);
    expect(uniformLanes(fabric, { switches, hosts: zero }).lanes).toBe(4);
    const none = new Uint8Array(16).fill(15);
    expect(uniformLanes(fabric, { switches: none, hosts: none }).lanes).toBe(1);
  });

  it("keeps one array for switches with as many ports", () => {
    const [a, b, c] = tables.sl2vl;
    expect(c).toBe(a);
    expect(b).not.toBe(a);
  });
});
