import type { Fabric } from "@fabriclab/spec";
import type { SwitchPlaces } from "@fabriclab/formats-svg";

/** Where nodes stand; y grows downwards. */
export interface NodePlaces {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Hosts that stand in one row under their switch; more stand in a block. */
const ROW = 8;

/**
 * Places for all nodes: switches as they are given, the hosts of a hierarchy under their leaf, those of other fabrics beside their switch, round it where it is the
 * only one, those without a cable in a row at the bottom.
 *
 * Complexity: O(ports).
 */
export function placeHosts(fabric: Fabric, places: SwitchPlaces): NodePlaces {
  const { nodeCount, switchCount } = fabric;
  const x = new Float64Array(nodeCount);
  const y = new Float64Array(nodeCount);
  x.set(places.x);
  y.set(places.y);
  const hostsOf: number[][] = Array.from({ length: switchCount }, () => []);
  const loose: number[] = [];
  for (let node = switchCount; node < nodeCount; node++)
    (hostsOf[switchOf(fabric, node)] ?? loose).push(node);
  const space = spacing(fabric, places);
  const beneath = places.kind === "layers";
  const room = beneath ? leafSpacing(places, hostsOf) : space;
  const centre = middle(places);
  hostsOf.forEach((hosts, sw) => {
    const at = { x: x[sw] ?? 0, y: y[sw] ?? 0 };
    if (beneath) {
      const columns =
        hosts.length <= ROW
          ? hosts.length
          : Math.ceil(Math.sqrt(2 * hosts.length));
      const cell = (0.8 * room) / Math.max(1, columns);
      const row = Math.min(cell, 0.3 * space);
      hosts.forEach((host, k) => {
        x[host] = at.x + ((k % columns) - (columns - 1) / 2) * cell;
        y[host] = at.y + 0.4 * space + Math.floor(k / columns) * row;
      });
      return;
    }
    // On a grid towards the lower right, where no cable runs; else away from the middle.
    const towards =
      places.kind === "grid"
        ? Math.PI / 4
        : Math.atan2(at.y - centre.y, at.x - centre.x);
    // All round a switch that has no other.
    const fan =
      switchCount === 1
        ? 2 * Math.PI * (1 - 1 / hosts.length)
        : Math.min(Math.PI / 3, 0.3 * (hosts.length - 1));
    hosts.forEach((host, k) => {
      const turn =
        hosts.length === 1 ? 0 : (k / (hosts.length - 1) - 0.5) * fan;
      const reach = (places.kind === "grid" ? 0.38 : 0.5) * space;
      x[host] = at.x + reach * Math.cos(towards + turn);
      y[host] = at.y + reach * Math.sin(towards + turn);
    });
  });
  const bottom = y.reduce((most, one) => Math.max(most, one), 0);
  loose.forEach((host, k) => {
    x[host] = (k + 0.5) * Math.min(space, places.width / loose.length);
    y[host] = bottom + 0.5 * space;
  });
  return { x, y };
}

/** The switch of a host's first cable, -1 where it has none to a switch. */
function switchOf(
  { portStart, portPeer, portNode, switchCount }: Fabric,
  node: number,
): number {
  for (
    let port = portStart[node] ?? 0;
    port < (portStart[node + 1] ?? 0);
    port++
  ) {
    const sw = portNode[portPeer[port] ?? -1] ?? switchCount;
    if (sw < switchCount) return sw;
  }
  return -1;
}

/** Of a hierarchy the height of a rank, else the shortest cable between switches. */
function spacing(fabric: Fabric, { kind, x, y }: SwitchPlaces): number {
  let least = Infinity;
  const last = fabric.portStart[fabric.switchCount] ?? 0;
  for (let port = 0; port < last; port++) {
    const a = fabric.portNode[port] ?? 0;
    const b = fabric.portNode[fabric.portPeer[port] ?? -1] ?? fabric.nodeCount;
    if (b >= fabric.switchCount || a === b) continue;
    const [dx, dy] = [(x[a] ?? 0) - (x[b] ?? 0), (y[a] ?? 0) - (y[b] ?? 0)];
    const length = kind === "layers" ? Math.abs(dy) : Math.hypot(dx, dy);
    if (length > 0) least = Math.min(least, length);
  }
  return Number.isFinite(least) ? least : 150;
}

/** Least distance of switches with hosts in a rank. */
function leafSpacing(
  { x, y, width }: SwitchPlaces,
  hostsOf: readonly number[][],
): number {
  const leaves = [...hostsOf.keys()]
    .filter((sw) => (hostsOf[sw] ?? []).length > 0)
    .sort((a, b) => (y[a] ?? 0) - (y[b] ?? 0) || (x[a] ?? 0) - (x[b] ?? 0));
  let least = width / Math.max(1, leaves.length);
  leaves.forEach((sw, k) => {
    const before = leaves[k - 1];
    if (before === undefined || y[before] !== y[sw]) return;
    least = Math.min(least, (x[sw] ?? 0) - (x[before] ?? 0));
  });
  return least;
}

function middle({ x, y }: SwitchPlaces): { x: number; y: number } {
  const mean = (values: Float64Array): number =>
    values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
  return { x: mean(x), y: mean(y) };
}
