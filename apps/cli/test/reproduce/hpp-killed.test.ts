import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { madeUp } from "./hpp-killed.ts";

const RUNS = 100;
const root = mkdtempSync(join(tmpdir(), "fabriclab-hpp-killed-"));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Every file of a report but the kept runs, by name. */
function filesOf(folder: string): Map<string, Buffer> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.includes("/.runs/"))
      .sort()
      .map((file) => [file.slice(folder.length + 1), readFileSync(file)]),
  );
}

it("a study of hpp2008 that was killed goes on, with other jobs, to the same bytes in every file as an undisturbed one", async () => {
  const [killed, whole] = [join(root, "killed"), join(root, "whole")];
  const { signal } = spawnSync(
    process.execPath,
    [
      "--conditions=fabriclab-source",
      fileURLToPath(new URL("./hpp-killed.ts", import.meta.url)),
      killed,
      String(RUNS),
    ],
    { encoding: "utf8" },
  );
  expect(signal).toBe("SIGKILL");
  expect(existsSync(join(killed, "report.html"))).toBe(false);

  const resumed = await madeUp(killed, 2);
  const undisturbed = await madeUp(whole, 1);
  const cached = resumed.status === "finished" ? resumed.cached : -1;
  // All that was told of is kept, and perhaps what the worker had just finished.
  expect(cached).toBeGreaterThanOrEqual(RUNS);
  expect(undisturbed).toMatchObject({ status: "finished", cached: 0 });
  const [a, b] = [filesOf(killed), filesOf(whole)];
  expect([...a.keys()]).toEqual([...b.keys()]);
  expect(a.size).toBeGreaterThan(15);
  for (const [name, bytes] of b)
    expect(bytes.equals(a.get(name)!), name).toBe(true);
}, 120_000);
