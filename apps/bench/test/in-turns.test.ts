import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startProcess } from "../src/child.ts";
import { inTurns, type Contender } from "../src/in-turns.ts";

const folder = mkdtempSync(join(tmpdir(), "fabriclab-turns-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes its process's number into a file, then a line for each of so many units, of which a loop takes some time. */
function counting(name: string, units: number, code = 0): Contender {
  const file = join(folder, name);
  const script = `echo $$ > ${file}; u=0; while [ $u -lt ${String(units)} ]; do i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done; echo >> ${file}; u=$((u+1)); done; echo {}; exit ${String(code)}`;
  return {
    name,
    start: () => [startProcess("sh", ["-c", script], {}, true)],
    done: () => lines(file).length - 1,
  };
}

const lines = (file: string): string[] =>
  readFileSync(file, "utf8").split("\n").slice(0, -1);

describe("work by turns", () => {
  it("ends with all work of all done, and counts nobody's time twice", async () => {
    const begun = performance.now();
    const [a = [], b = []] = await inTurns(
      [counting("a", 30), counting("b", 20)],
      0.02,
    );
    const passed = (performance.now() - begun) / 1000;
    expect(a.at(-1)?.done).toBe(30);
    expect(b.at(-1)?.done).toBe(20);
    const own = (a.at(-1)?.seconds ?? NaN) + (b.at(-1)?.seconds ?? NaN);
    expect(own).toBeLessThan(passed);
    for (const course of [a, b]) {
      const times = course.map(({ seconds }) => seconds);
      expect(times).toEqual([...times].sort((x, y) => x - y));
    }
  });

  it("kills the others where one ends in error", async () => {
    await expect(
      inTurns([counting("long", 1e9), counting("bad", 1, 3)], 0.05),
    ).rejects.toThrow("ended with 3");
    const [pid] = lines(join(folder, "long"));
    // A killed process stays until its parent has heard of it.
    await expect
      .poll(() => {
        try {
          return process.kill(Number(pid), 0);
        } catch {
          return "gone";
        }
      })
      .toBe("gone");
  });
});
