import { FabricBuilder } from "@fabriclab/fabric";
import { expect, it } from "vitest";
import { DumpNotes, readSl2vl } from "../src/index.ts";

/** Switch A with a host, and a switch from which no cable leads. */
const builder = new FabricBuilder("one alone");
const a = builder.addSwitch("A", 4, 0xa0n);
builder.addSwitch("alone", 4, 0xb0n);
builder.connect(a, 1, builder.addHost("H", 1, 0x10n), 1);
const fabric = builder.build();

const ROW = "0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 14";
const A = 'Switch 0xa0, base LID 1, "A"\n';
const ALONE = 'Switch 0xb0, base LID 2, "alone"\n';

/** What is noted of a dump, as `message (count)`. */
function noted(dump: string): string[] {
  const notes = new DumpNotes();
  readSl2vl(dump, fabric, "sl2vl", notes);
  return notes.all().map(({ message, count }) => `${message} (${count})`);
}

it("SL2VL: a switch without a cable has no rows, which is nothing to note", () => {
  const rows = `${A}0 1 : ${ROW}\n`;
  expect(noted(`${rows}${ALONE}`)).toEqual([]);
  expect(noted(rows)).toEqual([]);
  // Of one that has a cable they are missing.
  expect(noted(`${A}${ALONE}`)).toEqual([
    "nodes without rows were passed over (1)",
    "switches of which the dump says nothing forward on no VL (1)",
  ]);
});
