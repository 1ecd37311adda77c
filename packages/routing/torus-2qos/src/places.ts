import { freePort, switchesInGuidOrder } from "@fabriclab/fabric";
import { FabricError, many, type Fabric } from "@fabriclab/spec";
import { readConf, type Dimension, type Seed } from "./conf.ts";
import { embed, type Embedding } from "./embed.ts";
import { gridOf, type Grid } from "./grid.ts";

/** A fabric's switches on the places of a torus or mesh. */
export interface Placed {
  readonly grid: Grid;
  /** Switch -> place. */
  readonly place: Int32Array;
}

const GUID = /^0x[0-9a-f]{1,16}$/i;

/**
 * Places by the first seed whose switches are there; without a configuration, by the numbers of switches and cables, which must then be all there.
 *
 * @throws FabricError E_TORUS_2QOS_CONF, E_TORUS_2QOS_UNSUPPORTED_FABRIC
 */
export function placesOf(
  fabric: Fabric,
  adjacent: readonly (readonly number[])[],
  conf: string | undefined,
): Placed {
  if (conf === undefined) return guessed(fabric, adjacent);
  const { dimensions, seeds } = readConf(conf);
  const grid = gridOf(dimensions);
  if (fabric.switchCount > grid.size)
    throw unsupported(
      fabric,
      fabric.name,
      many(fabric.switchCount, "switch", "switches"),
      `${grid.size} at most, as the configuration says`,
    );
  let refusal: FabricError | undefined;
  for (const seed of seeds) {
    const given = seedPlaces(fabric, grid, seed);
    if (given instanceof Map) return placed(fabric, grid, adjacent, given);
    refusal ??= given;
  }
  throw refusal ?? unsupported(fabric, fabric.name, "no seed", "one at least");
}

function placed(
  fabric: Fabric,
  grid: Grid,
  adjacent: readonly (readonly number[])[],
  given: ReadonlyMap<number, number>,
): Placed {
  const found = embed(adjacent, grid, given);
  if ("place" in found) return { grid, place: found.place };
  throw unplaced(fabric, grid, found);
}

function unplaced(fabric: Fabric, grid: Grid, found: Embedding): FabricError {
  const shape = grid.dimensions
    .map(({ radix, wraps }) => `${radix}${wraps ? "t" : "m"}`)
    .join(" x ");
  const conflict = "conflict" in found ? found.conflict : undefined;
  const name = (sw: number): string => fabric.nodeName[sw] ?? "";
  if (conflict === undefined)
    return unsupported(
      fabric,
      fabric.name,
      "switches that no cable joins to the seed, or more than one way to place them",
      `${shape}, all of it joined`,
    );
  const { sw, neighbour } = conflict;
  const port = portTo(fabric, sw, neighbour);
  return unsupported(
    fabric,
    port === undefined ? name(sw) : `${name(sw)}:${port}`,
    `no place for ${name(sw)} beside ${name(neighbour)} and its other neighbours`,
    `cables as in ${shape}, only between neighbours along one dimension`,
  );
}

export function unsupported(
  fabric: Fabric,
  path: string,
  got: string,
  expected: string,
): FabricError {
  return new FabricError({
    code: "E_TORUS_2QOS_UNSUPPORTED_FABRIC",
    message: `${fabric.name} is not placed on a torus or mesh`,
    where: { path },
    got,
    expected,
    hint: "state dimensions and seed as in torus-2QoS.conf (conf: …), in a ring of four with both ?p_link and ?m_link; mend the cable that is named; or use dfsssp, lash or nue",
  });
}

/** Number of the lowest port of `sw` that is cabled to `neighbour`. */
export function portTo(
  { portStart, portPeer, portNode }: Fabric,
  sw: number,
  neighbour: number,
): number | undefined {
  const first = portStart[sw] ?? 0;
  for (let port = first; port < (portStart[sw + 1] ?? 0); port++)
    if (portNode[portPeer[port] ?? -1] === neighbour) return port - first + 1;
  return undefined;
}

/** Switch -> place of a seed's switches, or what is wrong with the seed. */
function seedPlaces(
  fabric: Fabric,
  grid: Grid,
  { links, datelines }: Seed,
): Map<number, number> | FabricError {
  const [first] = links;
  if (first === undefined)
    return new FabricError({
      code: "E_TORUS_2QOS_CONF",
      message: "a seed of torus-2qos names no link",
      where: { path: "routing.conf" },
      got: "no line ?p_link or ?m_link",
      expected: "one for each dimension, such as xp_link 0x200000 0x200001",
    });
  const refuse = (line: number, got: string, expected: string) =>
    new FabricError({
      code: "E_TORUS_2QOS_CONF",
      message: "a seed of torus-2qos does not fit the fabric",
      where: { path: "routing.conf", line },
      got,
      expected,
    });
  const found = new Map<number, number>();
  const origin = datelines.map((position) => -position);
  for (const { dimension, step, from, to, line } of links) {
    if (from !== first.from)
      return refuse(line, from, `the seed's common switch, ${first.from}`);
    for (const [name, steps] of [
      [from, 0],
      [to, step],
    ] as const) {
      const node = GUID.test(name)
        ? fabric.findGuid(BigInt(name))
        : fabric.findNode(name);
      if (node === undefined || node >= fabric.switchCount)
        return refuse(line, name, "the name or NodeGUID of a switch");
      const place = grid.place(
        origin.map((at, d) => at + (d === dimension ? steps : 0)),
      );
      if ((found.get(node) ?? place) !== place)
        return refuse(line, name, "one place for every switch");
      found.set(node, place);
    }
  }
  return found;
}

/** The first switch with the number of neighbours that the fewest switches have, and how many have it; undefined where all have as many. */
function oddSwitch(
  adjacent: readonly (readonly number[])[],
): { readonly sw: number; readonly alike: number } | undefined {
  const times = new Map<number, number>();
  for (const { length } of adjacent)
    times.set(length, (times.get(length) ?? 0) + 1);
  if (times.size < 2) return undefined;
  const [rarest, alike] = [...times].reduce((a, b) => (b[1] < a[1] ? b : a));
  return {
    sw: adjacent.findIndex(({ length }) => length === rarest),
    alike,
  };
}

/** Radixes, greatest first, whose product is the number of switches. */
function* shapesOf(switches: number): Generator<number[]> {
  for (let z = 1; z ** 3 <= switches; z++) {
    if (switches % z !== 0) continue;
    for (let y = z; y ** 2 <= switches / z; y++) {
      if ((switches / z) % y !== 0) continue;
      yield [switches / z / y, y, z];
    }
  }
}

function guessed(
  fabric: Fabric,
  adjacent: readonly (readonly number[])[],
): Placed {
  const order = switchesInGuidOrder(fabric);
  const [first] = order;
  const cables = adjacent.reduce((sum, list) => sum + list.length, 0);
  if (first !== undefined && order.length > 1)
    for (const wraps of [true, false])
      for (const radixes of shapesOf(order.length)) {
        const dimensions: Dimension[] = radixes
          .filter((radix) => radix > 1)
          .map((radix) => ({ radix, wraps: wraps && radix > 2 }));
        const grid = gridOf(dimensions);
        const due = grid.around.reduce((sum, list) => sum + list.length, 0);
        if (due !== cables) continue;
        const corner = order.reduce(
          (best, sw) =>
            (adjacent[sw]?.length ?? 0) < (adjacent[best]?.length ?? 0)
              ? sw
              : best,
          first,
        );
        const found = embed(adjacent, grid, new Map([[corner, 0]]), 200);
        if ("place" in found) return { grid, place: found.place };
      }
  const odd = oddSwitch(adjacent);
  const port = odd && freePort(fabric, odd.sw);
  const name = (odd && fabric.nodeName[odd.sw]) ?? fabric.name;
  throw unsupported(
    fabric,
    port === undefined ? name : `${name}:${port}`,
    `${many(order.length, "switch", "switches")} and ${many(cables / 2, "pair")} of neighbours${odd === undefined ? "" : `; ${name} has ${many(adjacent[odd.sw]?.length ?? 0, "neighbour")}, as ${odd.alike === 1 ? "no other switch has" : many(odd.alike - 1, "other switch has", "other switches have")}${port === undefined ? "" : `, and no cable at port ${port}`}`}`,
    "a whole torus or mesh of up to three dimensions, or a configuration (conf: …)",
  );
}
