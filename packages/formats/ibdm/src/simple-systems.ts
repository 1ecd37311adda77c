import type { TopoRecords } from "./topo-records.ts";
import type { BuiltSystem, SystemDefinition } from "./system-definition.ts";

/** Kinds that `writeTopo` names: one chip, ports P1, P2 … */
const OURS = /^Fabriclab(SW|CA)(\d{1,3})$/;
/** An adapter has one port or two. */
const MOST_HOST_PORTS = 2;

/** Name of the kind of a node for `.topo` files. */
export const kindName = (isSwitch: boolean, ports: number): string =>
  `Fabriclab${isSwitch ? "SW" : "CA"}${ports}`;

/** A system of one chip that `writeTopo` made. */
export function simpleSystem(kind: string): BuiltSystem | undefined {
  const match = OURS.exec(kind);
  if (match === null) return undefined;
  return oneChip(match[1] === "SW", Number(match[2]));
}

/** Systems of kinds that nothing describes, by what their ports are called. */
export function guessedSystems(
  records: TopoRecords,
  kinds: ReadonlyMap<string, SystemDefinition>,
): Map<string, BuiltSystem> {
  const highest = new Map<string, number>();
  for (const { from, to } of records.links)
    for (const { system, port } of [from, to]) {
      const kind = records.systems.get(system)?.kind ?? "";
      if (kinds.has(kind) || OURS.test(kind)) continue;
      // A port that is called otherwise is refused where it is cabled.
      const num = Number(/^P?(\d{1,3})$/.exec(port)?.[1] ?? 1);
      highest.set(kind, Math.max(highest.get(kind) ?? 1, num));
    }
  for (const { kind } of records.systems.values())
    if (!kinds.has(kind) && !OURS.test(kind) && !highest.has(kind))
      highest.set(kind, 1);
  return new Map(
    Array.from(highest, ([kind, ports]) => [
      kind,
      oneChip(ports > MOST_HOST_PORTS, ports),
    ]),
  );
}

function oneChip(isSwitch: boolean, ports: number): BuiltSystem {
  const path = "U1";
  return {
    chips: [{ path, isSwitch, ports }],
    cables: [],
    ports: new Map(
      Array.from({ length: ports }, (_, i) => [
        `P${i + 1}`,
        { path, num: i + 1, width: undefined, speed: undefined },
      ]),
    ),
  };
}
