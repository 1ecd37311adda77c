import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { textOf } from "../src/worker/unpack.ts";

const bufferOf = (bytes: Uint8Array): ArrayBuffer =>
  Uint8Array.from(bytes).buffer;

it("unpacks what gzip has packed, and takes other text as it is", async () => {
  const text = "Switch\t8 ü\n".repeat(1000);
  expect(await textOf("a.topo.gz", bufferOf(gzipSync(text)))).toBe(text);
  expect(await textOf("a.topo", bufferOf(Buffer.from(text)))).toBe(text);
});

it("refuses a small file that unpacks to more than any dump does, before it is unpacked whole", async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 2 ** 20, "\n"));
  await expect(textOf("bomb.gz", bufferOf(bomb))).rejects.toMatchObject({
    code: "E_PLAYGROUND_FILE_SIZE",
    where: { file: "bomb.gz" },
    got: expect.stringMatching(/^more than 64 MiB, 19\d KiB packed$/),
  });
});

it("says what it cannot unpack", async () => {
  const half = gzipSync("x".repeat(10_000)).subarray(0, 30);
  await expect(textOf("half.gz", bufferOf(half))).rejects.toMatchObject({
    code: "E_PLAYGROUND_UNPACK",
  });
});
