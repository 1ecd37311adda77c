import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { mostUnpackedBytes } from "../src/index.ts";

it("lets through what packs as well as tables that are all alike do, and not what only repeats itself", () => {
  // 200,000 lines of a table whose ports do not change.
  const table = Array.from(
    { length: 200_000 },
    (_, lid) =>
      `0x${lid.toString(16).padStart(4, "0")} 001 : (Channel Adapter portguid 0x${(lid * 7919).toString(16).padStart(16, "0")}: 'H${lid}')\n`,
  ).join("");
  expect(table.length).toBeLessThan(200 * gzipSync(table).length);
  const zeros = Buffer.alloc(80 * 2 ** 20);
  expect(zeros.length).toBeGreaterThan(
    mostUnpackedBytes(gzipSync(zeros).length),
  );
});

it("lets any small file through, however it is packed", () => {
  expect(mostUnpackedBytes(0)).toBe(64 * 2 ** 20);
  expect(mostUnpackedBytes(2 ** 20)).toBe(200 * 2 ** 20);
});
