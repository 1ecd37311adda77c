import type { FabricBuilder, NodeRef } from "@fabriclab/fabric";
import type { Ps } from "@fabriclab/units";
import type { DraftCable, DraftEnd } from "./draft-node.ts";
import type { Notes } from "./notes.ts";
import { agreedRate } from "./rate.ts";

/** Cables the nodes, each cable once, in the order of their first records; of records that contradict one another the first holds, with a note. */
export function connectDraft(
  builder: FabricBuilder,
  cables: readonly DraftCable[],
  refs: ReadonlyMap<string, NodeRef>,
  options: { readonly flight: Ps; readonly bothEnds: boolean },
  notes: Notes,
): void {
  const records = new Map<string, DraftCable>();
  for (const cable of cables) {
    const key = `${nameOf(cable.from)} ${nameOf(cable.to)}`;
    if (records.has(key))
      notes.add("a record that stands there twice", cable.place.line);
    else records.set(key, cable);
  }
  /** End of a cable -> the end that it is cabled to. */
  const cabled = new Map<string, string>();
  for (const { from, to, width, speed, place } of records.values()) {
    const here = nameOf(from);
    const there = nameOf(to);
    if (from.key === to.key) {
      notes.add("a cable from a node to itself was left out", place.line);
      continue;
    }
    if (cabled.get(here) === there) continue;
    if (cabled.has(here) || cabled.has(there)) {
      const taken = cabled.has(here) ? here : there;
      notes.add(
        `${taken} is cabled to ${cabled.get(taken) ?? ""} by an earlier line; ${here} to ${there} was left out`,
        place.line,
      );
      continue;
    }
    const a = refs.get(from.key);
    const b = refs.get(to.key);
    if (a === undefined || b === undefined) continue;
    const back = records.get(`${there} ${here}`);
    if (back === undefined && options.bothEnds)
      notes.add(
        "a cable that only one of its ends tells of was taken",
        place.line,
      );
    builder.connect(a, from.num, b, to.num, {
      ...agreedRate({ width, speed }, back, place.line, notes),
      flight: options.flight,
    });
    cabled.set(here, there);
    cabled.set(there, here);
  }
}

const nameOf = ({ key, num }: DraftEnd): string => `${key}[${num}]`;
