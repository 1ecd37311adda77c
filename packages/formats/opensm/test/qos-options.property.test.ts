import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DumpNotes,
  QOS_FILE,
  readQosOptions,
  writeQosOptions,
} from "../src/index.ts";
import { pieces } from "./damage.ts";
import { small } from "./small-fabric.ts";

describe("QoS options of OpenSM", () => {
  it("are read as they were written, whatever the tables say", () => {
    const { tables } = small();
    const entries = fc.array(
      fc.record({
        vl: fc.integer({ min: 0, max: 14 }),
        weight: fc.integer({ min: 0, max: 255 }),
      }),
      { maxLength: 64 },
    );
    fc.assert(
      fc.property(
        fc.record({
          high: entries,
          low: entries,
          highLimit: fc.integer({ min: 0, max: 255 }),
        }),
        fc.integer({ min: 1, max: 15 }),
        fc.integer({ min: 1, max: 300 }),
        (vlArb, lanes, most) => {
          const text = writeQosOptions({ ...tables, lanes, vlArb }) ?? "";
          const notes = new DumpNotes();
          for (const given of [text, pieces(text, most)])
            expect(readQosOptions(given, QOS_FILE, notes).vlArb).toEqual(vlArb);
          expect(notes.all()).toEqual([]);
        },
      ),
    );
  });
});
