import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gunzip } from "../src/worker/gunzip.ts";
import { textOf } from "../src/worker/unpack.ts";

const bufferOf = (bytes: Uint8Array): ArrayBuffer =>
  Uint8Array.from(bytes).buffer;

it("unpacks what gzip has packed, and takes other text as it is", () => {
  const text = "Switch\t8 ü\n".repeat(100_000);
  expect(textOf("a.topo.gz", bufferOf(gzipSync(text)))).toBe(text);
  expect(textOf("a.topo", bufferOf(Buffer.from(text)))).toBe(text);
});

it("takes members one after another for one text, with zeros behind them, as the command does", () => {
  // Cut within a letter of two bytes.
  const bytes = Buffer.from("Switch\t8 ü\n");
  const members = [bytes.subarray(0, 10), bytes.subarray(10), bytes].map(
    (part) => gzipSync(part),
  );
  expect(
    textOf("a.topo.gz", bufferOf(Buffer.concat([...members, Buffer.alloc(9)]))),
  ).toBe("Switch\t8 ü\nSwitch\t8 ü\n");
});

it("tells how far it is", () => {
  const told: string[] = [];
  const text = "Switch\n".repeat(2 ** 18);
  textOf("a.gz", bufferOf(gzipSync(text)), (one) => told.push(one));
  expect(told.length).toBeGreaterThan(1);
  expect(told.at(-1)).toBe("Unpacking a.gz: 1.8 MiB so far.");
});

it("refuses a small file that unpacks to more than any dump does, before it is unpacked whole", () => {
  const bomb = gzipSync(Buffer.alloc(200 * 2 ** 20, "\n"));
  expect(() => textOf("bomb.gz", bufferOf(bomb))).toThrow(
    expect.objectContaining({
      code: "E_PLAYGROUND_FILE_SIZE",
      where: { file: "bomb.gz" },
      got: expect.stringMatching(/^more than 64 MiB, 19\d KiB packed$/),
    }),
  );
});

describe("what cannot be unpacked", () => {
  const whole = gzipSync("x".repeat(10_000));
  const changed = (at: number): Buffer => {
    const bytes = Buffer.from(whole);
    bytes[bytes.length + at]! ^= 1;
    return bytes;
  };
  it.each([
    ["cut off", whole.subarray(0, 30), "unexpected end of file"],
    ["cut off in its header", whole.subarray(0, 2), "unexpected end of file"],
    ["cut off at its end", whole.subarray(0, -3), "unexpected end of file"],
    [
      "of two members, the second cut off",
      Buffer.concat([whole, whole.subarray(0, 20)]),
      "unexpected end of file",
    ],
    ["changed", changed(-6), "incorrect data check"],
    ["of another length", changed(-1), "incorrect length check"],
    [
      "followed by something else",
      Buffer.concat([whole, Buffer.from("hello")]),
      "incorrect header check",
    ],
  ])("is told: %s", (_, bytes, got) => {
    expect(() => textOf("half.gz", bufferOf(bytes))).toThrow(
      expect.objectContaining({
        code: "E_PLAYGROUND_UNPACK",
        where: { file: "half.gz" },
        got,
      }),
    );
  });

  it("is what Node cannot unpack, in its words", () => {
    const told = (unpack: () => Uint8Array): string => {
      try {
        return Buffer.from(unpack()).toString("hex");
      } catch (error) {
        return (error as Error).message;
      }
    };
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 300 }), { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 2 }),
        fc.option(fc.nat()),
        (texts, changes, cut) => {
          const packed = Buffer.concat(texts.map((text) => gzipSync(text)));
          for (const [at, byte] of changes) packed[at % packed.length] = byte;
          // Without its first two bytes a file is not taken for a packed one.
          const bytes = packed.subarray(
            0,
            cut === null ? packed.length : Math.max(2, cut % packed.length),
          );
          expect(told(() => Buffer.concat([...gunzip(bytes)]))).toBe(
            told(() => gunzipSync(bytes)),
          );
        },
      ),
    );
  });
});
