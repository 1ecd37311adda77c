import { FabricError, type Fabric, type LidTable } from "@fabriclab/spec";
import type { EndportIx, Lid, SwitchIx } from "@fabriclab/units";
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
      hint,
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

/** How far the owner of a LID is from a switch, for routings by local rule. Nothing is allocated after construction. */
export class MeshTargets {
  /** Columns to the owner's switch, positive = east. On a torus not yet the shorter way round. */
  dx = 0;
  /** Rows, positive = north. */
  dy = 0;
  /** The port by which a packet leaves the owner's switch; 0 = the switch itself is the owner. */
  port = 0;
  readonly #lids: LidTable;
  readonly #shape: MeshShape;
  /** Endport -> switch, -1 where it is not cabled to one. */
  readonly #exit: Int32Array;
  readonly #exitPort: Uint8Array;

  constructor(fabric: Fabric, lids: LidTable, shape: MeshShape) {
    this.#lids = lids;
    this.#shape = shape;
    this.#exit = new Int32Array(fabric.endportCount).fill(-1);
    this.#exitPort = new Uint8Array(fabric.endportCount);
    for (let endport = 0; endport < fabric.endportCount; endport++) {
      const attached =
        endport < fabric.switchCount
          ? { sw: endport, num: 0 }
          : fabric.attachment(endport as EndportIx);
      if (attached === undefined) continue;
      this.#exit[endport] = attached.sw;
      this.#exitPort[endport] = attached.num;
    }
  }

  /** The switch of an endport, -1 where it has none. */
  switchOf(endport: EndportIx): number {
    return this.#exit[endport] ?? -1;
  }

  /** Sets `dx`, `dy` and `port` for a packet for `lid` at switch `at`. @returns false where nobody owns the LID */
  aim(at: SwitchIx, lid: Lid): boolean {
    const owner = this.#lids.owner[lid] ?? -1;
    const to = owner < 0 ? -1 : (this.#exit[owner] ?? -1);
    if (to < 0) return false;
    const { x, y } = this.#shape;
    this.dx = (x[to] ?? 0) - (x[at] ?? 0);
    this.dy = (y[to] ?? 0) - (y[at] ?? 0);
    this.port = this.#exitPort[owner] ?? 0;
    return true;
  }
}
