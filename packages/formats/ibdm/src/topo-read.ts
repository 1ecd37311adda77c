import {
  FabricDraft,
  Notes,
  refusal,
  type FabricOfText,
  type LinePlace,
  type SourceText,
} from "@fabriclab/reading";
import { FabricError } from "@fabriclab/spec";
import type { ReadOptions } from "./subnet-lst-read.ts";
import { buildSystem } from "./build-system.ts";
import { chipKey } from "./chip-key.ts";
import { readTopoRecords, type TopoRecords } from "./topo-records.ts";
import { connectTopo, type TopoSystem } from "./topo-connect.ts";
import { guessedSystems, simpleSystem } from "./simple-systems.ts";
import type { BuiltSystem, SystemDefinition } from "./system-definition.ts";

/** How a `.topo` file is to be read. */
export interface ReadTopoOptions extends ReadOptions {
  /** Kinds of systems, from `.ibnl` files. */
  readonly systems?: readonly SystemDefinition[];
}

/**
 * Reads an IBADM topology file, as ibdm-topo-file(1) describes it: systems by name, and which front port is cabled to which.
 *
 * What a system is made of stands in `.ibnl` files. A system of a kind that none of them describes is taken as one chip: a host where none of its kind uses
 * more than two ports, else a switch with as many ports as its kind uses anywhere; with a note. The format knows neither GUIDs nor LIDs; those that
 * `writeTopo` leaves in comments are read back.
 *
 * Complexity: O(characters + chips).
 * @throws FabricError E_READING_SYNTAX, E_READING_PORT, E_READING_NODE_TWICE, E_READING_EMPTY, E_READING_LINE, with file, line and column; E_IBDM_SYSTEM
 */
export function readTopo(
  text: SourceText,
  options: ReadTopoOptions = {},
): FabricOfText {
  const { file } = options;
  const notes = new Notes();
  const records = readTopoRecords(text, file, notes);
  const draft = new FabricDraft(file, notes);
  const systems = new Map<string, TopoSystem>();
  const kinds = new Map<string, SystemDefinition>();
  for (const system of options.systems ?? [])
    for (const name of system.names) kinds.set(name, system);
  const guessed = guessedSystems(records, kinds);
  for (const [name, { kind, modifiers, place }] of records.systems) {
    const definition = kinds.get(kind);
    const guess = guessed.get(kind);
    if (guess !== undefined)
      notes.add(
        `systems of a kind that no .ibnl file describes were taken as one chip each: ${kind}, ${guess.chips[0]?.isSwitch === true ? "a switch" : "a host"} of ${guess.chips[0]?.ports ?? 0} ports`,
        place.line,
      );
    const built =
      definition === undefined
        ? (simpleSystem(kind) ?? guess)
        : placed(file, place, () => buildSystem(definition, modifiers));
    if (built === undefined) continue;
    if (definition === undefined && modifiers.size > 0)
      throw refusal(file, place, {
        message: "CFG: changes boards of a system whose .ibnl is missing",
        got: `${kind} ${name}`,
        expected: `the .ibnl file of ${kind}`,
      });
    systems.set(name, { name, built, place });
    addChips(draft, records, name, built, place);
  }
  connectTopo(draft, records, systems, file, notes);
  return draft.build({
    name: records.name,
    flight: options.flight,
    bothEnds: false,
  });
}

function addChips(
  draft: FabricDraft,
  records: TopoRecords,
  name: string,
  built: BuiltSystem,
  place: LinePlace,
): void {
  const alone = built.chips.length === 1;
  for (const { path, isSwitch, ports } of built.chips) {
    const remark = alone ? records.remarks.get(name) : undefined;
    const key = chipKey(name, path);
    draft.node(
      key,
      {
        isSwitch,
        ports,
        name: remark?.description ?? (alone ? name : `${name}/${path}`),
        guid: remark?.guid,
      },
      place,
    );
    for (const [index, guid] of (remark?.portGuids ?? []).entries())
      draft.port(key, index + 1, { guid }, place);
  }
}

function placed<T>(
  file: string | undefined,
  place: LinePlace,
  make: () => T,
): T {
  try {
    return make();
  } catch (error) {
    throw FabricError.is(error)
      ? error.at({ ...(file === undefined ? {} : { file }), ...place })
      : error;
  }
}
