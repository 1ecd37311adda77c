import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { libraries, root } from "../src/workspace.ts";

/** Files that a source imports for their values: what is imported or exported as a type only is gone when it runs. */
function valueImports(text: string): string[] {
  const found: string[] = [];
  for (const [, words = "", from = ""] of text.matchAll(
    /^\s*(?:import|export)\s+([^;"]*?)\s*from\s+"(\.[^"]+)"/gms,
  )) {
    if (words.startsWith("type ")) continue;
    const names = /^\{(.*)\}$/s.exec(words)?.[1]?.split(",") ?? [words];
    if (names.some((name) => name.trim() !== "" && !/^\s*type\s/.test(name)))
      found.push(from);
  }
  return found;
}

/** A cycle in a graph of files, as its files in order; empty = there is none. */
function cycleIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const path: string[] = [];
  const follow = (file: string): string[] => {
    const at = path.indexOf(file);
    if (at >= 0) return path.slice(at);
    if (done.has(file)) return [];
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      const cycle = follow(next);
      if (cycle.length > 0) return cycle;
    }
    path.pop();
    done.add(file);
    return [];
  };
  for (const file of graph.keys()) {
    const cycle = follow(file);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

describe("the files of a package", () => {
  it("are read for their values only", () => {
    expect(
      valueImports(
        [
          'import type { a } from "./a.ts";',
          'import { type b } from "./b.ts";',
          "import {\n  c,\n  type d,\n} from './quoted.ts';",
          'import {\n  c,\n  type d,\n} from "./c.ts";',
          'export * from "./e.ts";',
          'export type { f } from "./f.ts";',
          'import { z } from "zod";',
        ].join("\n"),
      ),
    ).toEqual(["./c.ts", "./e.ts"]);
    expect(
      cycleIn(
        new Map([
          ["a", ["b"]],
          ["b", ["c", "d"]],
          ["d", ["b"]],
        ]),
      ),
    ).toEqual(["b", "d"]);
  });

  it("do not import each other in a cycle", () => {
    const cycles = libraries().map(({ folder }) => {
      const src = join(folder, "src");
      const files = readdirSync(src, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => join(src, file));
      const graph = new Map(
        files.map((file) => [
          file,
          valueImports(readFileSync(file, "utf8")).map((from) =>
            join(file, "..", from),
          ),
        ]),
      );
      return cycleIn(graph).map((file) => relative(root, file));
    });
    expect(cycles.filter((cycle) => cycle.length > 0)).toEqual([]);
  });
});
