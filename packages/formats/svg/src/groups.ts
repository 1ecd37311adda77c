import { distances, type SwitchGraph } from "./graph.ts";
import type { Layout } from "./switch-layout.ts";
import { dot } from "./node-shape.ts";

/** Fewest groups that are drawn as such. */
const LEAST = 3;
/** Share of the pairs of groups that have a cable: a switch or some cables may be down. */
const JOINED = 0.9;
/** Pixels of a group's circle that a switch takes, and between two groups. */
const ROOM = 32;
const GAP = 80;
const EDGE = 74;
/** Smallest circle of a group, and least distance of the groups from the centre beside it. */
const SMALLEST = 44;
const NEAREST = 110;

/**
 * A dragonfly: its groups round a circle, the switches of each on a small one. Switches with cables to other groups stand on the side of the centre, where there are others.
 * Undefined where the names tell no groups, each of which hangs together and which have cables to each other, nine pairs of ten at least. A switch without cables stands in its group.
 *
 * Complexity: O(switches · groups + pairs).
 */
export function asGroups(
  graph: SwitchGraph,
  names: readonly string[],
  narrowest: number,
): Layout | undefined {
  const groups = groupsByNames(graph, names);
  if (groups === undefined) return undefined;
  const { groupOf, members } = groups;
  const isGate = (sw: number): boolean =>
    graph.neighbours[sw]!.some((other) => groupOf[other] !== groupOf[sw]);
  const most = Math.max(...members.map(({ length }) => length));
  const small = Math.max(SMALLEST, (most * ROOM) / (2 * Math.PI));
  const large = Math.max(
    (2 * small + GAP) / (2 * Math.sin(Math.PI / members.length)),
    small + NEAREST,
  );
  const reach = large + small + EDGE;
  const [cx, cy] = [Math.max(narrowest / 2, reach), reach];
  const x = new Float64Array(graph.count);
  const y = new Float64Array(graph.count);
  const captions = members.map((own, group) => {
    const away = (2 * Math.PI * group) / members.length - Math.PI / 2;
    const place = (angle: number, radius: number) => ({
      x: cx + large * Math.cos(away) + radius * Math.cos(angle),
      y: cy + large * Math.sin(away) + radius * Math.sin(angle),
    });
    const gates = own.filter(isGate);
    const others = own.filter((sw) => !isGate(sw));
    const stand = (row: readonly number[], facing: number, arc: number): void =>
      row.forEach((sw, k) => {
        const turn = ((k + 0.5) / row.length - 0.5) * arc;
        const at = place(facing + turn, small);
        x[sw] = at.x;
        y[sw] = at.y;
      });
    if (others.length === 0) stand(gates, away + Math.PI, 2 * Math.PI);
    else {
      stand(gates, away + Math.PI, Math.PI);
      stand(others, away, Math.PI);
    }
    return { ...place(away, small + 34), text: groups.names[group]! };
  });
  return {
    kind: "groups",
    width: 2 * cx,
    height: 2 * cy,
    x,
    y,
    node: dot(20, "none"),
    captions,
    bow: () => 0,
  };
}

interface Groups {
  /** Switch -> group. */
  readonly groupOf: Int32Array;
  /** Group -> its switches, in their order. */
  readonly members: readonly (readonly number[])[];
  /** Group -> what it is called. */
  readonly names: readonly string[];
}

/** Groups by the number before the last in the switches' names. */
function groupsByNames(
  graph: SwitchGraph,
  names: readonly string[],
): Groups | undefined {
  const byNumber = new Map<number, number[]>();
  for (let sw = 0; sw < graph.count; sw++) {
    const number = (names[sw] ?? "").match(/\d{1,4}/g)?.at(-2);
    if (number === undefined) return undefined;
    const known = byNumber.get(Number(number));
    if (known === undefined) byNumber.set(Number(number), [sw]);
    else known.push(sw);
  }
  const numbers = [...byNumber.keys()].sort((a, b) => a - b);
  const members = numbers.map((number) => byNumber.get(number)!);
  if (members.length < LEAST || members.length === graph.count)
    return undefined;
  const groupOf = new Int32Array(graph.count);
  for (const [group, own] of members.entries())
    for (const sw of own) groupOf[sw] = group;
  const inside: number[][] = graph.neighbours.map((list, sw) =>
    list.filter((other) => groupOf[other] === groupOf[sw]),
  );
  const joined = new Set<number>();
  for (const { a, b } of graph.pairs) {
    const [one, other] = [groupOf[a]!, groupOf[b]!].sort((p, q) => p - q);
    if (one !== other) joined.add(one! * members.length + other!);
  }
  if (joined.size < (JOINED * members.length * (members.length - 1)) / 2)
    return undefined;
  const within = { ...graph, neighbours: inside };
  for (const own of members) {
    const cabled = own.filter((sw) => graph.neighbours[sw]!.length > 0);
    const reached = distances(within, cabled.slice(0, 1));
    if (cabled.some((sw) => reached[sw]! < 0)) return undefined;
  }
  return { groupOf, members, names: numbers.map((n) => `group ${n}`) };
}
