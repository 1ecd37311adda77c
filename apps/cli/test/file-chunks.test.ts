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

  it("stops where a packed file unpacks to more than 200 times its size, and more than any may", () => {
    const zeros = fileOf("bomb.gz", gzipSync(Buffer.alloc(4 << 20)));
    expect(() => {
      for (const _ of fileChunks(zeros, 1 << 20));
    }).toThrow(
      expect.objectContaining({ code: "E_CLI_FILE_TOO_LARGE" }) as Error,
    );
    let bytes = 0;
    for (const chunk of fileChunks(zeros, 4 << 20)) bytes += chunk.length;
    expect(bytes).toBe(4 << 20);
  });

  it("ends its thread when nobody reads on", () => {
    for (const chunk of fileChunks(fileOf("more.gz", gzipSync(text)))) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  });
});
