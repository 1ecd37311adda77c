import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeFolder } from "../src/make-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "fabriclab-folders-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("makes folders below one that many make at once", async () => {
  for (let round = 0; round < 50; round++) {
    const shared = join(folder, String(round), "a", "b");
    const wanted = Array.from({ length: 16 }, (_, k) =>
      join(shared, String(k)),
    );
    await Promise.all(wanted.map((one) => makeFolder(one)));
    for (const one of wanted) expect(statSync(one).isDirectory()).toBe(true);
  }
});
