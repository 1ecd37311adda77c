import { describe, expect, it } from "vitest";
import { packRoutes } from "../src/packed-routes.ts";
import { meshFabric, meshTables } from "./yardstick.ts";

describe("unicast tables in pieces", () => {
  it.each([
    [16, 256],
    [24, 576],
    [28, 784],
  ])(
    "say what the tables say on a mesh of %i by as many switches (%i)",
    (K, switches) => {
      const fabric = meshFabric(K);
      const tables = meshTables(K, fabric, 1);
      const packed = packRoutes(fabric, tables)!;
      const { pieceOf, pieces, bits, perLid } = packed;
      expect(fabric.switchCount).toBe(switches);
      expect(pieceOf.byteLength + pieces.byteLength).toBeLessThan(
        (switches * (switches + 1)) / 4,
      );
      const wrong: string[] = [];
      for (let lid = 0; lid <= switches; lid++) {
        for (let sw = 0; sw < switches; sw++) {
          const piece = pieceOf[lid * perLid + (sw >> bits)]!;
          const port = pieces[(piece << bits) + (sw & ((1 << bits) - 1))]!;
          if (port !== tables.lft[sw]![lid]) wrong.push(`${sw} ${lid}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it("leave out ports that do not exist or lead nowhere, and LIDs that a table does not have", () => {
    const fabric = meshFabric(24);
    const { lft, lids } = meshTables(24, fabric, 1);
    // Switch 0 is a corner: nothing is cabled to its ports 3 and 5, and it has no port 9.
    lft[0]!.set([3, 5, 9, 0, 4], 10);
    const tables = {
      lids,
      lft: lft.map((row, sw) => (sw === 1 ? row.subarray(0, 20) : row)),
    };
    const { pieceOf, pieces, bits, perLid } = packRoutes(fabric, tables)!;
    const port = (lid: number, sw: number): number =>
      pieces[
        (pieceOf[lid * perLid + (sw >> bits)]! << bits) +
          (sw & ((1 << bits) - 1))
      ]!;
    expect([10, 11, 12, 13, 14].map((lid) => port(lid, 0))).toEqual([
      255, 255, 255, 255, 4,
    ]);
    expect([19, 20, 576].map((lid) => port(lid, 1))).toEqual([2, 255, 255]);
  });

  it("are not made where they are small, or where hardly two pieces are equal", () => {
    const small = meshFabric(8);
    expect(packRoutes(small, meshTables(8, small, 1))).toBeUndefined();
    const fabric = meshFabric(16);
    const { lft, lids } = meshTables(16, fabric, 1);
    let seed = 1;
    for (const row of lft)
      for (let lid = 1; lid < row.length; lid++) {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        row[lid] = 1 + (seed >>> 30);
      }
    expect(packRoutes(fabric, { lft, lids })).toBeUndefined();
  });
});
