import { FabricBuilder, type LinkSpec, type NodeRef } from "@fabriclab/fabric";
import { many, type Fabric } from "@fabriclab/spec";
import { fieldOf, primePower, type Field } from "./field.ts";
import { deltaOf, perSwitch, portsOf, type SlimFlySize } from "./size.ts";

/**
 * Builds a Slim Fly of McKay, Miller and Širáň's graphs.
 *
 * Switches (0, x, y) and (1, m, c), all of elements of the field. (0, x, y) is cabled to (0, x, y') where y - y' is one of X, (1, m, c) to (1, m, c') where c - c' is one of X', and
 * (0, x, y) to (1, m, c) where y = m·x + c: Besta and Hoefler 2014, §II.B.
 *
 * Ports of a switch: its hosts, the switches of its column in their order, the columns of the other half in theirs. Complexity: O(ports).
 */
export function buildSlimFly(size: SlimFlySize, link: LinkSpec): Fabric {
  const { order: q } = size;
  const { prime, power } = primePower(q)!;
  const field = fieldOf(prime, power);
  const hosts = perSwitch(size);
  const builder = new FabricBuilder(
    `slim-fly order ${q} ${many(hosts, "host")}`,
  );
  const switches: NodeRef[] = [];
  /** Names, of (half, column, place). */
  const at = (half: number, column: number, place: number): number =>
    (half * q + column) * q + place;
  for (let half = 0; half < 2; half++)
    for (let column = 0; column < q; column++)
      for (let place = 0; place < q; place++)
        switches.push(
          builder.addSwitch(`SW(${half}.${column}.${place})`, portsOf(size)),
        );
  for (const [index, sw] of switches.entries())
    for (let k = 0; k < hosts; k++) {
      const column = Math.floor(index / q);
      const name = `P(${Math.floor(column / q)}.${column % q}.${index % q}.${k})`;
      builder.connect(sw, k + 1, builder.addHost(name), 1, link);
    }
  const sets = generators(field);
  for (const [half, set] of sets.entries()) {
    const beside = Array.from({ length: q }, (_, place) =>
      set.map((step) => field.sum(place, step)).sort((a, b) => a - b),
    );
    for (let column = 0; column < q; column++)
      for (let place = 0; place < q; place++)
        for (const [port, other] of beside[place]!.entries())
          if (place < other)
            builder.connect(
              switches[at(half, column, place)]!,
              hosts + 1 + port,
              switches[at(half, column, other)]!,
              hosts + 1 + beside[other]!.indexOf(place),
              link,
            );
  }
  const firstAcross = hosts + 1 + sets[0].length;
  for (let x = 0; x < q; x++)
    for (let m = 0; m < q; m++)
      for (let c = 0; c < q; c++)
        builder.connect(
          switches[at(0, x, field.sum(field.product(m, x), c))]!,
          firstAcross + m,
          switches[at(1, m, c)]!,
          firstAcross + x,
          link,
        );
  return builder.build();
}

/** X and X' of Hafner's construction: by how much neighbours of a column differ, in one half and in the other. */
export function generators({
  order: q,
  powers,
}: Field): readonly [readonly number[], readonly number[]] {
  const w = Math.round(q / 4);
  const every = (from: number, to: number): number[] => {
    const found: number[] = [];
    for (let exponent = from; exponent <= to; exponent += 2)
      found.push(powers[exponent % (q - 1)]!);
    return found;
  };
  // Where q = 4w - 1, -1 is an odd power of ξ, so that even powers alone would lead only one way.
  return deltaOf(q) === -1
    ? [
        [...every(0, 2 * w - 2), ...every(2 * w - 1, 4 * w - 3)],
        [...every(1, 2 * w - 1), ...every(2 * w, 4 * w - 2)],
      ]
    : [every(0, q - 2), every(1, q - 1)];
}
