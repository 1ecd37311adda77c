import type { FabricBuilder, NodeRef } from "@fabriclab/fabric";
import type { Ps } from "@fabriclab/units";
import type { DraftCable, DraftEnd } from "./draft-node.ts";
import type { Notes } from "./notes.ts";
import { agreedRate } from "./rate.ts";
import { refusal } from "./scanner.ts";

/**
 * Cables the nodes, each cable once, in the order of their first records.
 *
 * @throws FabricError E_READING_CONTRADICTION where two records cable one port to different ones
 */
export function connectDraft(
  builder: FabricBuilder,
  cables: readonly DraftCable[],
  refs: ReadonlyMap<string, NodeRef>,
  options: { readonly flight: Ps; readonly bothEnds: boolean },
  notes: Notes,
  file: string | undefined,
): void {
  const records = new Map<string, DraftCable>();
  for (const cable of cables) {
    const key = `${nameOf(cable.from)} ${nameOf(cable.to)}`;
    if (records.has(key))
      notes.add("a record that stands there twice", cable.place.line);
    else records.set(key, cable);
  }
  /** End of a cable -> the end that it is cabled to. */
  const cabled = new Map<string, { to: string; line: number }>();
  for (const { from, to, width, speed, place } of records.values()) {
    const here = nameOf(from);
    const there = nameOf(to);
    if (from.key === to.key) {
      notes.add("a cable from a node to itself was left out", place.line);
      continue;
    }
    if (cabled.get(here)?.to === there) continue;
    if (cabled.has(here) || cabled.has(there)) {
      const taken = cabled.has(here) ? here : there;
      const before = cabled.get(taken);
      throw refusal(file, place, {
        code: "E_READING_CONTRADICTION",
        message: `${taken} has another cable on line ${before?.line ?? 0}`,
        got: `${here} to ${there}`,
        expected: `${taken} to ${before?.to ?? ""}, or no such line`,
        hint: "do two nodes have the same GUID, was the fabric changed while it was read, or were two files put together?",
      });
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
    cabled.set(here, { to: there, line: place.line });
    cabled.set(there, { to: here, line: place.line });
  }
}

const nameOf = ({ key, num }: DraftEnd): string => `${key}[${num}]`;
