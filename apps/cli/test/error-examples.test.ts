import { describe, expect, it } from "vitest";
import { catalogue, errorEntry } from "../src/errors/catalogue.ts";
import { errorExample } from "../src/errors/example.ts";
import { fabriclab, workFolder } from "./command.ts";

/** Fabrics with a routing that fits them: an example is of one of these. */
const BASES: readonly Readonly<Record<string, string>>[] = [
  {
    topology: "{ kind: mesh, columns: 3, rows: 3 }",
    routing: "xy",
    traffic: "{ kind: poisson, load: 0.3, size: 256B }",
    measure: "{ warmup: 5us, maxTime: 20us }",
  },
  {
    topology: "{ kind: mesh, columns: 3, rows: 3, wrap: true }",
    routing: "torus-xy",
    traffic: "{ kind: poisson, load: 0.3, size: 256B }",
    measure: "{ warmup: 5us, maxTime: 20us }",
  },
  {
    topology: "{ kind: fat-tree, ports: 8, levels: 3 }",
    routing: "cyclic",
    traffic: "{ kind: poisson, load: 0.3, size: 256B }",
    measure: "{ warmup: 5us, maxTime: 20us }",
  },
  {
    topology:
      "{ kind: irregular, switches: 15, links: 23, degree: 4, seed: 2 }",
    routing: "multipath",
    traffic: "{ kind: poisson, load: 0.1, size: 256B }",
    measure: "{ warmup: 5us, maxTime: 20us }",
  },
];

const fragments = Object.entries(catalogue).flatMap(([code, { example }]) => {
  const found = errorExample(example);
  return found.kind === "yaml" ? [{ code, example, fragment: found.keys }] : [];
});

describe("the example of an error", () => {
  const work = workFolder();

  it("is a piece of a scenario for many of them", () => {
    // Why: a pattern that matches nothing would let the next tests pass for nothing.
    expect(fragments.length).toBeGreaterThan(120);
  });

  it.each(fragments)("provokes $code: $example", async ({ code, fragment }) => {
    const got: string[] = [];
    for (const base of BASES) {
      const file = work.write(
        "example.yaml",
        Object.entries({ ...base, ...fragment })
          // finished tables leave nothing for a routing to decide
          .filter(
            ([key]) =>
              key !== "routing" ||
              "routing" in fragment ||
              fragment["tables"]?.includes("dump") !== true,
          )
          .map(([key, value]) => `${key}: ${value}\n`)
          .join(""),
      );
      const { code: exit, err } = await fabriclab("run", file, "--quiet");
      const found = /error (E_\w+)/.exec(err)?.[1] ?? `exit code ${exit}`;
      if (found === code) {
        expect(exit).toBe(errorEntry(code)?.fault === "ours" ? 3 : 2);
        return;
      }
      got.push(found);
    }
    expect(got).toContain(code);
  });
});
