import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { fileChunks } from "../src/file-chunks.ts";

const folder = mkdtempSync(join(tmpdir(), "fabriclab-chunks-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, bytes: Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** The bytes of a file, put together, and the largest piece. */
function read(file: string): { bytes: Buffer; largest: number } {
  const parts: Buffer[] = [];
  for (const chunk of fileChunks(file)) parts.push(Buffer.from(chunk));
  return {
    bytes: Buffer.concat(parts),
    largest: Math.max(0, ...parts.map(({ length }) => length)),
  };
}

// Nothing that repeats within a megabyte.
const text = Buffer.from(
  Array.from({ length: 400_000 }, (_, i) => `${i * i}\n`).join(""),
);

describe("fileChunks", () => {
  it.each([
    ["plain.txt", text, text],
    ["packed.txt.gz", gzipSync(text), text],
    [
      "short.txt.gz",
      gzipSync(text.subarray(0, 1.5e6)),
      text.subarray(0, 1.5e6),
    ],
    ["zeros.gz", gzipSync(Buffer.alloc(30e6)), Buffer.alloc(30e6)],
    [
      "two.gz",
      Buffer.concat([gzipSync("one\n"), gzipSync("two\n")]),
      Buffer.from("one\ntwo\n"),
    ],
    ["empty.txt", Buffer.alloc(0), Buffer.alloc(0)],
    ["empty.gz", gzipSync(""), Buffer.alloc(0)],
  ])(
    "gives the bytes of %s, at most a megabyte at a time",
    (name, bytes, expected) => {
      const found = read(fileOf(name, bytes));
      expect(found.bytes.equals(expected)).toBe(true);
      expect(found.largest).toBeLessThanOrEqual(2 ** 20);
    },
  );

  it.each([
    ["junk.gz", Buffer.from("no gzip"), /header/],
    ["half.gz", gzipSync(text).subarray(0, 1000), /end of file/],
  ])("says why it cannot unpack %s", (name, bytes, reason) => {
    expect(() => read(fileOf(name, bytes))).toThrow(reason);
  });

  it("says that there is no such file", () => {
    expect(() => read(join(folder, "none.gz"))).toThrow(/ENOENT/);
    expect(() => read(folder)).toThrow(/EISDIR/);
  });

  it("stops where a packed file unpacks to more than 64 MiB and 200 times what was read of it, whatever comes after", () => {
    // Behind the zeros stands what does not pack, so that the file is a fortieth of its text.
    const noise = randomBytes(2 << 20);
    const zeros = (mebibytes: number): Buffer =>
      gzipSync(Buffer.alloc(mebibytes << 20));
    const read = (file: string): number => {
      let bytes = 0;
      for (const chunk of fileChunks(file)) bytes += chunk.length;
      return bytes;
    };
    const bomb = fileOf("bomb.gz", Buffer.concat([zeros(80), gzipSync(noise)]));
    let bytes = 0;
    expect(() => {
      for (const chunk of fileChunks(bomb)) bytes += chunk.length;
    }).toThrow(
      expect.objectContaining({
        code: "E_CLI_FILE_TOO_LARGE",
        where: { file: bomb },
      }) as Error,
    );
    expect(bytes).toBeGreaterThan(63 << 20);
    expect(bytes).toBeLessThanOrEqual(64 << 20);
    expect(
      read(fileOf("small.gz", Buffer.concat([zeros(60), gzipSync(noise)]))),
    ).toBe(62 << 20);
    // What was read before counts.
    expect(
      read(fileOf("late.gz", Buffer.concat([gzipSync(noise), zeros(80)]))),
    ).toBe(82 << 20);
  });

  it("ends its thread when nobody reads on", () => {
    for (const chunk of fileChunks(fileOf("more.gz", gzipSync(text)))) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  });
});
