import { sequential } from "@fabriclab/addressing-sequential";
import { torusXy } from "@fabriclab/routing-torus-xy";
import { xy } from "@fabriclab/routing-xy";
import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import { ruleCase } from "@fabriclab/testing-conformance";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, expect, it } from "vitest";
import { datelineLanes } from "../src/index.ts";

const grid = (wrap: boolean): Fabric =>
  mesh.build(parseOptions(mesh, { columns: 4, rows: 3, wrap }));
const { context } = ruleCase(grid(true), sequential, torusXy);

const rows = (classes: number): number[][] => {
  const { sl2vl } = datelineLanes.build(context, { classes });
  const table = sl2vl?.[0] ?? new Uint8Array();
  // input ports do not matter: E, N, W, S and the host's port, SL 0 to 15, from the south
  return [1, 2, 3, 4, 5].map((out) => [
    ...table.subarray((4 * 6 + out) * 16, (4 * 6 + out + 1) * 16),
  ]);
};

describe("dateline-lanes", () => {
  it("takes SL bit 0 along rows, bit 1 along columns, and VL 0 to hosts", () => {
    const along = Array.from({ length: 16 }, (_, sl) => sl & 1);
    const across = Array.from({ length: 16 }, (_, sl) => (sl & 2) / 2);
    expect(rows(1)).toEqual([along, across, along, across, Array(16).fill(0)]);
    const { lanes, hostSl2vl } = datelineLanes.build(context, { classes: 1 });
    expect(lanes).toBe(2);
    expect([...(hostSl2vl ?? [])]).toEqual(Array(16).fill(0));
  });

  it("gives each class of four SLs two lanes of its own", () => {
    expect(rows(2)[0]).toEqual([
      0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3,
    ]);
    expect(rows(2)[4]).toEqual([
      0, 0, 0, 0, 2, 2, 2, 2, 0, 0, 0, 0, 2, 2, 2, 2,
    ]);
    expect(datelineLanes.build(context, { classes: 4 }).lanes).toBe(8);
  });

  it("refuses meshes, and routings whose SLs say nothing", () => {
    const code = (act: () => unknown): string | undefined => {
      try {
        act();
      } catch (error) {
        if (FabricError.is(error)) return error.code;
        throw error;
      }
      return undefined;
    };
    const onMesh = ruleCase(grid(false), sequential, xy).context;
    expect(code(() => datelineLanes.build(onMesh, { classes: 1 }))).toBe(
      "E_DATELINE_LANES_UNSUPPORTED_FABRIC",
    );
    const plain = { candidates: () => 0 };
    expect(
      code(() =>
        datelineLanes.build({ ...context, routing: plain }, { classes: 1 }),
      ),
    ).toBe("E_DATELINE_LANES_ROUTING");
  });
});
