import { FabricBuilder, type NodeRef } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";

/** Switches of a drawn fabric are named a, b, c …; the host at a is A, and so on. */
const letter = (index: number): string =>
  index < 26 ? String.fromCharCode(97 + index) : `s${index}`;

/** Switches in a list, each with a host on its last port, cabled pair by pair on the next free ports. */
function withHosts(
  name: string,
  count: number,
  cables: readonly (readonly [number, number])[],
): Fabric {
  const degree = new Array<number>(count).fill(0);
  for (const sw of cables.flat()) degree[sw] = (degree[sw] ?? 0) + 1;
  const builder = new FabricBuilder(name);
  const switches = degree.map((used, sw) =>
    builder.addSwitch(letter(sw), used + 1),
  );
  const taken = new Array<number>(count).fill(0);
  const next = (sw: number): [NodeRef, number] => {
    const node = switches[sw];
    if (node === undefined) throw new RangeError(`switch ${sw}`);
    taken[sw] = (taken[sw] ?? 0) + 1;
    return [node, taken[sw] ?? 0];
  };
  for (const [a, b] of cables) builder.connect(...next(a), ...next(b));
  for (const sw of switches.keys())
    builder.connect(builder.addHost(letter(sw).toUpperCase()), 1, ...next(sw));
  return builder.build();
}

/** `A-a-b-c-C` …: switches in a row, a host at each. Towards the next letter by the higher of the two ports. */
export function chain(switches: number): Fabric {
  return withHosts(
    `chain of ${switches}`,
    switches,
    Array.from({ length: switches - 1 }, (_, i) => [i, i + 1] as const),
  );
}

/** `a-b-c-a`: switches in a ring, a host at each. At least three. */
export function ring(switches: number): Fabric {
  return withHosts(
    `ring of ${switches}`,
    switches,
    Array.from(
      { length: switches },
      (_, i) => [i, (i + 1) % switches] as const,
    ),
  );
}

/** K_n: every switch cabled to every other, a host at each. K4 is the counter-example to a theorem of kim2007. */
export function complete(switches: number): Fabric {
  const pairs: [number, number][] = [];
  for (let a = 0; a < switches; a++)
    for (let b = a + 1; b < switches; b++) pairs.push([a, b]);
  return withHosts(`complete graph of ${switches}`, switches, pairs);
}

/** Two switches with `cables` cables between them, a host at each. */
export function parallel(cables: number): Fabric {
  return withHosts(
    `${cables} parallel cables`,
    2,
    Array.from({ length: cables }, () => [0, 1] as const),
  );
}

/** One switch, hosts A, B, C … on ports 1, 2, 3 … */
export function star(hosts: number): Fabric {
  const builder = new FabricBuilder(`star of ${hosts}`);
  const hub = builder.addSwitch("a", hosts);
  for (let host = 0; host < hosts; host++)
    builder.connect(
      builder.addHost(letter(host).toUpperCase()),
      1,
      hub,
      host + 1,
    );
  return builder.build();
}

/** Figure 4(a) of kim2007: a-b, a-c, b-c, b-d, c-d, a host at each. */
export function kimFigure4a(): Fabric {
  return withHosts("kim2007 figure 4(a)", 4, [
    [0, 1],
    [0, 2],
    [1, 2],
    [1, 3],
    [2, 3],
  ]);
}

/** Two chains of two switches without a cable between them. */
export function twoPlanes(): Fabric {
  return withHosts("two planes", 4, [
    [0, 1],
    [2, 3],
  ]);
}
