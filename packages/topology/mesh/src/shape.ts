import {
  refuseShape,
  unlessRefused,
  type RefuseShape,
} from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import type { NodeIx, PortIx } from "@fabriclab/units";
import { hostLabel, parseSwitchLabel, switchLabel } from "./label.ts";
import { EAST, HOST, NORTH, SOUTH, WEST } from "./port.ts";

const NOT_ONE = "E_MESH_NOT_A_MESH";
const refuse: RefuseShape = refuseShape(
  NOT_ONE,
  "the fabric is not a 2-D mesh or torus",
);

/** What a fabric knows about itself once it is known to be IbaMesh(m,n) or a torus. */
export interface MeshShape {
  /** m */
  readonly columns: number;
  /** n */
  readonly rows: number;
  /** Rows and columns are rings. */
  readonly wrap: boolean;
  readonly hostsPerSwitch: number;
  /** Switch -> x. */
  readonly x: Int32Array;
  /** Switch -> y. */
  readonly y: Int32Array;
  /** Switch at (x,y), at [x·n + y]. */
  readonly switchAt: Int32Array;
  /** Host -> its switch. */
  readonly hostSwitch: Int32Array;
}

/**
 * Recovers columns, rows and every coordinate from the switches' names and proves them against the cables, so that it works for a fabric read from a
 * file, whatever the order of its nodes.
 *
 * Complexity: O(ports).
 * @throws FabricError E_MESH_NOT_A_MESH naming the first switch or port that differs.
 */
export function meshShape(fabric: Fabric): MeshShape {
  if (fabric.switchCount === 0)
    refuse(fabric.name, "no switches", "switches named N(x,y)");
  const x = new Int32Array(fabric.switchCount);
  const y = new Int32Array(fabric.switchCount);
  for (let sw = 0; sw < fabric.switchCount; sw++) {
    const label = parseSwitchLabel(nameOf(fabric, sw));
    if (label === undefined)
      refuse(
        nameOf(fabric, sw),
        `the name ${nameOf(fabric, sw)}`,
        `a switch name such as ${switchLabel(3, 2)}, as the topology mesh gives them`,
      );
    x[sw] = label.x;
    y[sw] = label.y;
  }
  const columns = x.reduce((most, value) => Math.max(most, value), 0) + 1;
  const rows = y.reduce((most, value) => Math.max(most, value), 0) + 1;
  if (columns * rows !== fabric.switchCount)
    refuse(
      fabric.name,
      `${fabric.switchCount} switches`,
      `${columns} x ${rows} switches`,
    );
  const hostsPerSwitch = fabric.radix(0 as NodeIx) - SOUTH;
  if (
    hostsPerSwitch < 1 ||
    fabric.hostCount !== hostsPerSwitch * fabric.switchCount
  ) {
    refuse(
      nameOf(fabric, 0),
      `${fabric.radix(0 as NodeIx)} ports, and ${fabric.hostCount} hosts in all`,
      "4 ports and one for each of its hosts",
    );
  }
  const switchAt = new Int32Array(columns * rows).fill(-1);
  for (let sw = 0; sw < fabric.switchCount; sw++) {
    const place = (x[sw] ?? 0) * rows + (y[sw] ?? 0);
    if (switchAt[place] !== -1)
      refuse(
        nameOf(fabric, sw),
        `two switches named ${nameOf(fabric, sw)}`,
        "every name once",
      );
    switchAt[place] = sw;
    if (fabric.radix(sw as NodeIx) !== SOUTH + hostsPerSwitch) {
      refuse(
        nameOf(fabric, sw),
        `${fabric.radix(sw as NodeIx)} ports`,
        `${SOUTH + hostsPerSwitch} ports, as ${nameOf(fabric, 0)} has`,
      );
    }
  }
  const wrap =
    columns >= 3 &&
    rows >= 3 &&
    peerAt(fabric, switchAt[0] ?? 0, WEST).port >= 0;
  const hostSwitch = new Int32Array(fabric.hostCount).fill(-1);
  const shape: MeshShape = {
    columns,
    rows,
    wrap,
    hostsPerSwitch,
    x,
    y,
    switchAt,
    hostSwitch,
  };
  for (let sw = 0; sw < fabric.switchCount; sw++)
    verifySwitch(fabric, shape, sw);
  return shape;
}

/** The same, or undefined where the fabric is no mesh and no torus. */
export function findMeshShape(fabric: Fabric): MeshShape | undefined {
  return unlessRefused(NOT_ONE, () => meshShape(fabric));
}

function nameOf(fabric: Fabric, node: number): string {
  return fabric.nodeName[node] ?? `node ${node}`;
}

function peerAt(
  fabric: Fabric,
  node: number,
  num: number,
): { port: number; node: number; num: number } {
  const port = fabric.portPeer[(fabric.portStart[node] ?? 0) + num - 1] ?? -1;
  return port < 0
    ? { port, node: -1, num: 0 }
    : {
        port,
        node: fabric.portNode[port] ?? -1,
        num: fabric.numOf(port as PortIx),
      };
}

function verifySwitch(
  fabric: Fabric,
  {
    columns,
    rows,
    wrap,
    hostsPerSwitch,
    x,
    y,
    switchAt,
    hostSwitch,
  }: MeshShape,
  sw: number,
): void {
  const x0 = x[sw] ?? 0;
  const y0 = y[sw] ?? 0;
  const neighbour = (dx: number, dy: number): number => {
    const nx = wrap ? (x0 + dx + columns) % columns : x0 + dx;
    const ny = wrap ? (y0 + dy + rows) % rows : y0 + dy;
    return nx < 0 || ny < 0 || nx >= columns || ny >= rows
      ? -1
      : (switchAt[nx * rows + ny] ?? -1);
  };
  const sides = [
    [EAST, 1, 0, WEST],
    [NORTH, 0, 1, SOUTH],
    [WEST, -1, 0, EAST],
    [SOUTH, 0, -1, NORTH],
  ] as const;
  for (const [num, dx, dy, opposite] of sides) {
    const peer = peerAt(fabric, sw, num);
    const wanted = neighbour(dx, dy);
    if (peer.node === wanted && (wanted < 0 || peer.num === opposite)) continue;
    refuse(
      `${nameOf(fabric, sw)}:${num}`,
      peer.port < 0
        ? "no cable"
        : `a cable to ${nameOf(fabric, peer.node)}:${peer.num}`,
      wanted < 0
        ? "no cable at the edge of a mesh"
        : `a cable to ${nameOf(fabric, wanted)}:${opposite}`,
    );
  }
  for (let slot = 0; slot < hostsPerSwitch; slot++) {
    const peer = peerAt(fabric, sw, HOST + slot);
    const label = hostLabel(x0, y0, hostsPerSwitch === 1 ? undefined : slot);
    const host = peer.node - fabric.switchCount;
    if (
      host < 0 ||
      nameOf(fabric, peer.node) !== label ||
      fabric.radix(peer.node as NodeIx) !== 1
    ) {
      refuse(
        `${nameOf(fabric, sw)}:${HOST + slot}`,
        peer.port < 0 ? "no cable" : `a cable to ${nameOf(fabric, peer.node)}`,
        `a cable to the host ${label}, which has one port`,
      );
    }
    hostSwitch[host] = sw;
  }
}
