import {
  refusal,
  type FabricDraft,
  type LinePlace,
  type Notes,
} from "@fabriclab/reading";
import { chipKey } from "./chip-key.ts";
import type { BuiltSystem, SystemPin } from "./system-definition.ts";
import type { TopoEnd, TopoRecords } from "./topo-records.ts";

/** A system of the file, put together. */
export interface TopoSystem {
  readonly name: string;
  readonly built: BuiltSystem;
  readonly place: LinePlace;
}

/**
 * Cables the systems inside and among each other.
 *
 * @throws FabricError E_READING_PORT for a front port that the system does not have
 */
export function connectTopo(
  draft: FabricDraft,
  records: TopoRecords,
  systems: ReadonlyMap<string, TopoSystem>,
  file: string | undefined,
  notes: Notes,
): void {
  for (const { name, built, place } of systems.values())
    for (const [one, other] of built.cables)
      draft.cable(
        { key: chipKey(name, one.path), num: one.num },
        { key: chipKey(name, other.path), num: other.num },
        inner(one, other, place, notes),
        place,
      );
  for (const { from, to, width, speed, place } of records.links) {
    const here = pinOf(systems, from, file, place);
    const there = pinOf(systems, to, file, place);
    draft.cable(
      { key: chipKey(from.system, here.path), num: here.num },
      { key: chipKey(to.system, there.path), num: there.num },
      {
        width: width ?? here.width ?? there.width ?? DEFAULT.width,
        speed: speed ?? here.speed ?? there.speed ?? DEFAULT.speed,
      },
      place,
    );
  }
}

/** What ibdm takes where nothing is said. */
const DEFAULT = { width: 4, speed: "SDR" } as const;

const inner = (
  one: SystemPin,
  other: SystemPin,
  place: LinePlace,
  notes: Notes,
): { width: number; speed: string } => {
  if (one.speed === undefined && other.speed === undefined)
    notes.add(
      "cables inside systems whose speed the .ibnl file does not say were taken as SDR",
      place.line,
    );
  return {
    width: one.width ?? other.width ?? DEFAULT.width,
    speed: one.speed ?? other.speed ?? DEFAULT.speed,
  };
};

function pinOf(
  systems: ReadonlyMap<string, TopoSystem>,
  { system, port }: TopoEnd,
  file: string | undefined,
  place: LinePlace,
): SystemPin {
  const ports = systems.get(system)?.built.ports;
  const pin = ports?.get(port) ?? ports?.get(`P${port}`);
  if (pin !== undefined) return pin;
  const names = [...(ports?.keys() ?? [])];
  throw refusal(file, place, {
    code: "E_READING_PORT",
    message: `the system ${system} has no port ${port}`,
    got: port,
    expected:
      names.length > 8
        ? `${names.slice(0, 4).join(", ")} … ${names.at(-1) ?? ""}`
        : names.join(", "),
    hint: "is the .ibnl file of its kind there?",
  });
}
