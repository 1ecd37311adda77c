import { FabricError, type Fabric } from "@fabriclab/spec";
import { portTo, type Placed } from "./places.ts";
import { shorterWay } from "./ways.ts";

/** A ring or row that failures cut: names the switch before the gap that lies on the way, and its port where that can be told. */
export function cut(
  fabric: Fabric,
  placed: Placed,
  from: number,
  to: number,
): FabricError {
  const { grid, place } = placed;
  const d = grid.dimensions.findIndex(
    (_, one) =>
      grid.position(place[from] ?? 0, one) !==
      grid.position(place[to] ?? 0, one),
  );
  const here = grid.position(place[from] ?? 0, d);
  const target = grid.position(place[to] ?? 0, d);
  const { radix = 1, wraps } = grid.dimensions[d] ?? {};
  const step =
    wraps === true ? shorterWay(here, target, radix) : here < target ? 1 : -1;
  let last = from;
  let beyond = -1;
  for (let hops = 0; hops < radix; hops++) {
    beyond = place.indexOf(grid.next(place[last] ?? 0, d, step));
    if (beyond < 0 || portTo(fabric, last, beyond) === undefined) break;
    last = beyond;
  }
  const name = (sw: number): string => fabric.nodeName[sw] ?? "";
  const positions = grid.dimensions
    .map((_, one) => grid.position(place[last] ?? 0, one))
    .join();
  const port = usualPort(fabric, placed, d, step, last);
  const gap =
    beyond < 0 ? "its neighbour is missing" : `no cable to ${name(beyond)}`;
  return new FabricError({
    code: "E_TORUS_2QOS_CUT",
    message: `a ${wraps === true ? "ring" : "row"} of ${fabric.name} is cut in two`,
    where: { path: port === undefined ? name(last) : `${name(last)}:${port}` },
    got: `${gap} along ${"xyz"[d] ?? ""} from ${name(last)} at (${positions}), on the way from ${name(from)} towards ${name(to)}`,
    expected: "one failure at most in each ring, and none in a row of a mesh",
    hint: "mend the cable; or use dfsssp, lash or nue, which take any cables",
  });
}

/** The open port of a switch that most others use for this direction; undefined where that one is cabled or none is used. O(switches · ports). */
function usualPort(
  fabric: Fabric,
  { grid, place }: Placed,
  d: number,
  step: number,
  at: number,
): number | undefined {
  const used = new Map<number, number>();
  const switchAt = new Map(Array.from(place, (where, sw) => [where, sw]));
  for (const [sw, where] of place.entries()) {
    const beyond = switchAt.get(grid.next(where, d, step));
    const port = beyond === undefined ? undefined : portTo(fabric, sw, beyond);
    if (port !== undefined) used.set(port, (used.get(port) ?? 0) + 1);
  }
  const [usual] = [...used].sort((a, b) => b[1] - a[1]);
  if (usual === undefined) return undefined;
  const channel = (fabric.portStart[at] ?? 0) + usual[0] - 1;
  const isOpen =
    channel < (fabric.portStart[at + 1] ?? 0) &&
    (fabric.portPeer[channel] ?? -1) < 0;
  return isOpen ? usual[0] : undefined;
}
