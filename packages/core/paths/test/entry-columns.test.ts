import { describe, expect, it } from "vitest";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { EntryColumns } from "../src/entry-columns.ts";

/** Tables of three lengths; the entry of LID `lid` at switch `sw` is (7 · lid + sw) mod 251. */
const lengths = [300, 70, 0];
const lft = lengths.map((length, sw) =>
  Uint8Array.from({ length }, (_, lid) => (7 * lid + sw) % 251),
);
const columns = (): EntryColumns =>
  new EntryColumns(
    { switchCount: lft.length } as Fabric,
    { lft } as unknown as ForwardingTables,
  );

describe("the entries of all switches for one LID", () => {
  const inTurn = Array.from({ length: 310 }, (_, lid) => lid);
  it.each([
    ["one after the other", inTurn],
    ["backwards", inTurn.toReversed()],
    ["from one block to another and back", [1, 2, 63, 64, 3, 299, 4, 300, 65]],
  ])("are those of the tables, asked for %s", (_, lids) => {
    const entries = columns();
    for (const lid of lids)
      expect([lid, ...entries.of(lid)]).toEqual([
        lid,
        // 255: no entry.
        ...lengths.map((length, sw) =>
          lid < length ? (7 * lid + sw) % 251 : 255,
        ),
      ]);
  });
});
