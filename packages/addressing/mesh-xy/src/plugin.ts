import {
  choiceParam,
  defineAddressing,
  FabricError,
  type LidTable,
  lidTable,
  PAPERS,
} from "@fabriclab/spec";
import {
  HOST,
  requireGrid,
  switchLabel,
  type MeshShape,
} from "@fabriclab/topology-mesh";
import { UNICAST_LID_MAX, type EndportIx } from "@fabriclab/units";
import { z } from "zod";
import { sharedLids } from "./collisions.ts";

/** Shared LIDs that a refusal names one by one. */
const NAMED = 4;

/**
 * The LIDs of zhou2010 §3.1: the host at N(x,y) of a mesh of m columns and n rows owns x·n + y + 1.
 *
 * The paper prints x·m + y + 1, which gives one LID to several nodes when n > m (E-000-1); `stride: paper` takes it where it is unique and says
 * otherwise who would share what. Switches, which the paper does not number, own the LIDs after the last host's, in the same order. With h hosts at
 * a switch, each node has h consecutive LIDs.
 *
 * Complexity: O(endports).
 *
 * @throws FabricError E_MESH_XY_UNSUPPORTED_FABRIC, E_MESH_XY_COLLISION, E_MESH_XY_OVERFLOW
 */
export const meshXy = defineAddressing({
  name: "mesh-xy",
  summary: "LIDs of a 2-D mesh from the coordinates of its hosts, x·n + y + 1.",
  cites: [PAPERS.zhou2010],
  params: z.object({
    stride: choiceParam(["rows", "paper"], "rows").describe(
      "What x is multiplied by: the number of rows n, or the number of columns m as the paper prints (refused when n > m, where LIDs collide).",
    ),
  }),
  claims: { fabrics: "complete 2-D meshes and tori", aligned: true },
  assign(fabric, options): LidTable {
    const shape = requireGrid(fabric, {
      code: "E_MESH_XY_UNSUPPORTED_FABRIC",
      kind: "mesh or torus",
      hint: "use the sequential addressing",
    });
    const { columns, rows, hostsPerSwitch } = shape;
    const stride = options.stride === "paper" ? columns : rows;
    refuseCollision(fabric.name, shape, stride);

    const place = (sw: number): number =>
      (shape.x[sw] ?? 0) * stride + (shape.y[sw] ?? 0);
    const lastPlace = (columns - 1) * stride + rows - 1;
    const topHostLid = (lastPlace + 1) * hostsPerSwitch;
    if (topHostLid + fabric.switchCount > UNICAST_LID_MAX)
      throw new FabricError({
        code: "E_MESH_XY_OVERFLOW",
        message: `${fabric.name} needs more unicast LIDs than a subnet has: ${topHostLid} for hosts, ${fabric.switchCount} for switches`,
        where: { path: "addressing" },
        got: `${topHostLid + fabric.switchCount} LIDs`,
        expected: `at most ${UNICAST_LID_MAX}`,
        hint:
          options.stride === "paper"
            ? "stride: rows leaves no LID unused"
            : "take a smaller mesh",
      });

    const baseLid = new Uint16Array(fabric.endportCount);
    for (let sw = 0; sw < fabric.switchCount; sw++) {
      const order = (shape.x[sw] ?? 0) * rows + (shape.y[sw] ?? 0);
      baseLid[sw] = topHostLid + 1 + order;
    }
    for (let host = 0; host < fabric.hostCount; host++) {
      const endport = fabric.switchCount + host;
      const slot =
        (fabric.attachment(endport as EndportIx)?.num ?? HOST) - HOST;
      baseLid[endport] =
        place(shape.hostSwitch[host] ?? 0) * hostsPerSwitch + slot + 1;
    }
    return lidTable(baseLid, new Uint8Array(fabric.endportCount));
  },
});

function refuseCollision(
  name: string,
  { columns, rows, hostsPerSwitch }: MeshShape,
  stride: number,
): void {
  const shared = sharedLids(columns, rows, stride);
  if (shared.length === 0) return;
  const lids = (place: number): string =>
    hostsPerSwitch === 1
      ? `LID ${place}`
      : `LIDs ${(place - 1) * hostsPerSwitch + 1}-${place * hostsPerSwitch}`;
  const examples = shared
    .slice(0, NAMED)
    .map(
      ({ lid, nodes }) =>
        `${lids(lid)} = ${nodes.map(([x, y]) => switchLabel(x, y)).join(" = ")}`,
    );
  const surplus = shared.reduce((sum, { nodes }) => sum + nodes.length - 1, 0);
  throw new FabricError({
    code: "E_MESH_XY_COLLISION",
    message: `x·m + y + 1 gives nodes of ${name} the LID of another, because its n = ${rows} rows outnumber its m = ${columns} columns`,
    where: { path: "addressing.stride" },
    got: `${surplus} of ${columns * rows} nodes without a LID of their own: ${examples.join("; ")}${shared.length > NAMED ? "; …" : ""}`,
    expected: "one owner for every LID: n <= m, or stride: rows",
    hint: "stride: rows gives the same LIDs on a square mesh, and unique ones on any",
  });
}
