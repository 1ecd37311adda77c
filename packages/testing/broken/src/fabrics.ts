import { FabricBuilder } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";

/** Switches S0, S1 … cabled pair by pair on the next free ports, then `hosts` hosts each: H0 … or, where there are several, H0a, H0b … */
function build(
  name: string,
  count: number,
  cables: readonly (readonly [number, number])[],
  hosts: number,
): Fabric {
  const degree = new Array<number>(count).fill(0);
  for (const sw of cables.flat()) degree[sw] = (degree[sw] ?? 0) + 1;
  const builder = new FabricBuilder(name);
  const switches = degree.map((used, sw) =>
    builder.addSwitch(`S${sw}`, used + hosts),
  );
  const taken = new Array<number>(count).fill(0);
  const next = (sw: number): number => (taken[sw] = (taken[sw] ?? 0) + 1);
  for (const [a, b] of cables) {
    const [one, other] = [switches[a], switches[b]];
    if (one !== undefined && other !== undefined)
      builder.connect(one, next(a), other, next(b));
  }
  for (const [sw, ref] of switches.entries())
    for (let host = 0; host < hosts; host++)
      builder.connect(
        ref,
        next(sw),
        builder.addHost(
          `H${sw}${hosts > 1 ? String.fromCharCode(97 + host) : ""}`,
        ),
        1,
      );
  return builder.build();
}

export const row = (count: number, hosts = 1): Fabric =>
  build(
    `row of ${count}`,
    count,
    Array.from({ length: count - 1 }, (_, i) => [i, i + 1] as const),
    hosts,
  );

export const ring = (count: number): Fabric =>
  build(
    `ring of ${count}`,
    count,
    Array.from({ length: count }, (_, i) => [i, (i + 1) % count] as const),
    1,
  );

export const complete = (count: number): Fabric => {
  const cables: [number, number][] = [];
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++) cables.push([a, b]);
  return build(`complete graph of ${count}`, count, cables, 1);
};

/** Two switches on two cables. */
export const twins = (): Fabric =>
  build(
    "twins",
    2,
    [
      [0, 1],
      [0, 1],
    ],
    1,
  );
