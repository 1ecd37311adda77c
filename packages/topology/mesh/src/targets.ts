import { FabricError, type Fabric, type LidTable } from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type SwitchIx } from "@fabriclab/units";
import { meshShape, type MeshShape } from "./shape.ts";

/** What a plugin that serves one kind of grid says when it is given another fabric. */
export interface GridDemand {
  /** `E_<NAME>_UNSUPPORTED_FABRIC` */
  readonly code: `E_${string}`;
  readonly kind: "mesh" | "torus" | "mesh or torus";
  readonly hint: string;
}

/**
 * The fabric's shape where it is a complete mesh or torus, as demanded, else the plugin's own refusal.
 *
 * @throws FabricError `demand.code`, at the switch or port that differs
 */
export function requireGrid(fabric: Fabric, demand: GridDemand): MeshShape {
  const { code, kind, hint } = demand;
  const refuse = (cause?: FabricError): FabricError =>
    new FabricError({
      code,
      message: `${fabric.name} is not a complete 2-D ${kind}`,
      where: cause?.where ?? { path: "topology" },
      got:
        cause?.got ??
        (kind === "torus" ? "no wrap-around links" : "wrap-around links"),
      expected:
        cause?.expected ??
        (kind === "torus"
          ? "a torus, at least 3 x 3"
          : "a mesh without wrap-around links"),
      hint: isOfTorus(fabric)
        ? `the topology mesh${kind === "torus" ? ", with wrap: true," : ""} makes one for this routing; what the topology torus makes is routed by torus-2qos`
        : hint,
      cause,
    });
  let shape: MeshShape;
  try {
    shape = meshShape(fabric);
  } catch (cause) {
    throw FabricError.is(cause) ? refuse(cause) : cause;
  }
  if (kind !== "mesh or torus" && shape.wrap !== (kind === "torus"))
    throw refuse();
  return shape;
}

/** Whether switches are called as the topology `torus` calls them, by three coordinates: a torus, too, but none whose ports the mesh's routings know. */
const isOfTorus = (fabric: Fabric): boolean =>
  /^N\(\d+,\d+,\d+\)$/.test(fabric.nodeName[0] ?? "");

/** Where packets for each LID leave a grid, for routings by local rule. All arrays are indexed by LID, 0 … topLid. */
export interface LidTargets {
  /** Column of the switch by which the LID's owner is reached. */
  readonly x: Int32Array;
  /** Row of that switch. */
  readonly y: Int32Array;
  /** Port by which a packet leaves that switch; 0 = the switch itself is the owner; 255 (`NO_PORT`) = nobody is reached. */
  readonly port: Uint8Array;
}

/**
 * Looks up the owner of every LID once, so that a rule needs one look-up for each (switch, LID).
 *
 * Complexity: O(LIDs).
 */
export function lidTargets(
  fabric: Fabric,
  { owner, topLid }: LidTable,
  shape: MeshShape,
): LidTargets {
  const x = new Int32Array(topLid + 1);
  const y = new Int32Array(topLid + 1);
  const port = new Uint8Array(topLid + 1).fill(NO_PORT);
  for (let lid = 1; lid <= topLid; lid++) {
    const endport = owner[lid] ?? -1;
    if (endport < 0) continue;
    const sw = gridSwitch(fabric, endport as EndportIx);
    if (sw === undefined) continue;
    x[lid] = shape.x[sw] ?? 0;
    y[lid] = shape.y[sw] ?? 0;
    port[lid] = fabric.attachment(endport as EndportIx)?.num ?? 0;
  }
  return { x, y, port };
}

/** The switch of an endport: itself, or the one that a host is cabled to. */
export function gridSwitch(
  fabric: Fabric,
  endport: EndportIx,
): SwitchIx | undefined {
  return endport < fabric.switchCount
    ? (endport as number as SwitchIx)
    : fabric.attachment(endport)?.sw;
}
