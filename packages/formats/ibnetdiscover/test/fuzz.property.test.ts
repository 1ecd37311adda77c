import fc from "fast-check";
import { describe, it } from "vitest";
import {
  readIbnetdiscover,
  writeIbnetdiscover,
} from "@fabriclab/formats-ibnetdiscover";
import { FabricError } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";

/** A slice taken out, and something put in its place. */
const wound = fc.record({
  at: fc.nat(),
  length: fc.nat({ max: 40 }),
  instead: fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      "\n",
      "[1]",
      '"',
      "Switch 4 ",
      "(",
      "lid 70000 ",
      "0x",
      "# ",
    ),
  ),
});

describe("a damaged file", () => {
  it("is read or refused with a place, and never anything else", () => {
    fc.assert(
      fc.property(
        randomFabric(),
        fc.array(wound, { minLength: 1, maxLength: 4 }),
        (fabric, wounds) => {
          let text = writeIbnetdiscover(fabric);
          for (const { at, length, instead } of wounds) {
            const from = at % (text.length + 1);
            text = text.slice(0, from) + instead + text.slice(from + length);
          }
          try {
            readIbnetdiscover(text, { file: "net.topo" });
          } catch (error) {
            if (!FabricError.is(error) || error.where.file !== "net.topo")
              throw error;
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
