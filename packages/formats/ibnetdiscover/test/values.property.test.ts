import {
  readIbnetdiscover,
  writeIbnetdiscover,
  type IbnetdiscoverFile,
} from "@fabriclab/formats-ibnetdiscover";
import { FabricError, lidTable, type Fabric } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** All that a file says: structure, names, GUIDs, rates, LIDs. */
function said({ fabric, lids }: IbnetdiscoverFile): unknown {
  return [
    fabric.nodeName,
    [...fabric.nodeGuid],
    [...fabric.portGuid],
    [...fabric.portStart],
    [...fabric.portPeer],
    Array.from(fabric.portLink, (link) =>
      link < 0
        ? null
        : [
            fabric.linkSpeed[link],
            fabric.linkWidth[link],
            fabric.linkFlightPs[link],
          ],
    ),
    lids,
  ];
}

function attempt(text: string): IbnetdiscoverFile | undefined {
  try {
    return readIbnetdiscover(text, { file: "net.topo" });
  } catch (error) {
    if (FabricError.is(error) && error.where.file === "net.topo")
      return undefined;
    throw error;
  }
}

const written = (fabric: Fabric): string =>
  writeIbnetdiscover(fabric, {
    lids: lidTable(
      Uint16Array.from({ length: fabric.endportCount }, (_, i) => 10 + i),
      new Uint8Array(fabric.endportCount),
    ),
  });

describe("a port's line", () => {
  it("with one character changed is refused, noted, or means the same: both ends of a cable tell of it", () => {
    let refused = 0;
    let noted = 0;
    fc.assert(
      fc.property(
        randomFabric().filter(({ linkCount }) => linkCount > 0),
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...'0123456789abcdef[]()"# \tSHQxlm;'),
        (fabric, line, column, char) => {
          const text = written(fabric);
          const original = readIbnetdiscover(text);
          const lines = text.split("\n");
          const ports = lines.flatMap((one, i) =>
            one.startsWith("[") ? [i] : [],
          );
          const at = ports[line % ports.length] ?? 0;
          const before = lines[at] ?? "";
          const place = column % before.length;
          const after = before.slice(0, place) + char + before.slice(place + 1);
          const file = attempt(lines.with(at, after).join("\n"));
          if (file === undefined) {
            refused++;
            return;
          }
          if (file.notes.length > 0) {
            noted++;
            return;
          }
          // An LMC stands there once only.
          const lmc = /lmc\s*(\d+)/.exec(after)?.[1];
          if (lmc !== /lmc\s*(\d+)/.exec(before)?.[1])
            expect(file.lids?.lmc).toContain(Number(lmc));
          else expect(said(file)).toEqual(said(original));
        },
      ),
      { numRuns: 1500 },
    );
    expect(refused).toBeGreaterThan(100);
    expect(noted).toBeGreaterThan(100);
  });
});

describe("a damaged file", () => {
  const change = fc.tuple(
    fc.constantFrom("lost", "doubled", "swapped", "cut", "noise"),
    fc.nat(),
    fc.nat(),
  );

  it("that is read is read again as the same once it is written", () => {
    let read = 0;
    fc.assert(
      fc.property(
        randomFabric(),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (fabric, changes) => {
          let text = written(fabric);
          for (const [kind, a, b] of changes) {
            const lines = text.split("\n");
            const [i, j] = [a % lines.length, b % lines.length];
            const [one = "", other = ""] = [lines[i], lines[j]];
            if (kind === "lost") text = lines.toSpliced(i, 1).join("\n");
            if (kind === "doubled")
              text = lines.toSpliced(j, 0, one).join("\n");
            if (kind === "swapped")
              text = lines.with(i, other).with(j, one).join("\n");
            if (kind === "cut") text = text.slice(0, a % (text.length + 1));
            if (kind === "noise")
              text = lines.toSpliced(i, 0, "ibwarn: [7] timed out").join("\n");
          }
          const file = attempt(text);
          if (file === undefined) return;
          read++;
          const { fabric: first, lids } = file;
          const again = readIbnetdiscover(
            writeIbnetdiscover(first, lids === undefined ? {} : { lids }),
          );
          expect(again.notes).toEqual([]);
          // The LID of a host port without a cable has no line to stand in.
          expect(said({ ...again, lids: undefined })).toEqual(
            said({ ...file, lids: undefined }),
          );
          for (let sw = 0; sw < first.switchCount; sw++)
            expect(again.lids?.baseLid[sw] ?? 0).toBe(lids?.baseLid[sw] ?? 0);
        },
      ),
      { numRuns: 600 },
    );
    expect(read).toBeGreaterThan(100);
  });

  it("of any bytes or of its own words is read or refused", () => {
    const words = [
      ...new Set(
        `${written(attempt(PAIR)?.fabric as Fabric)} ${PAIR}`.split(/\s+/),
      ),
      "\n",
      "\t",
      "\r\n",
      "999999999999999999999",
      "\u0000",
      "SW    10  2 0x0000000000000a00 4x EDR - ",
      "CA 1 1 0xb 4x ??? 'x'",
    ];
    fc.assert(
      fc.property(
        fc.oneof(
          fc
            .uint8Array({ maxLength: 300 })
            .map((bytes) => new TextDecoder("latin1").decode(bytes)),
          fc
            .array(fc.constantFrom(...words), { maxLength: 80 })
            .map((parts) => parts.join(" ")),
        ),
        (text) => {
          attempt(text);
        },
      ),
      { numRuns: 1500 },
    );
  });
});

const PAIR =
  'Switch 4 "S-0000000000000a00" # "a" base port 0 lid 1 lmc 0\n[1] "H-0000000000000b00"[1](b01) # "b" lid 2 4xEDR\n';
