import { routingChecks } from "@fabriclab/testing-conformance";
import { describe, expect, it } from "vitest";
import { brokenRoutings, unwrittenRouting } from "../src/index.ts";
import { failing } from "./failing.ts";

describe("the kit for routings", () => {
  it.each(
    brokenRoutings.map((broken) => [broken.plugin.name, broken] as const),
  )(
    "finds what is wrong with %s, and nothing else",
    (_, { plugin, setup, fails }) => {
      const failures = failing(routingChecks(plugin, setup));
      expect(failures.map(({ check }) => check)).toEqual([fails]);
      expect(failures[0]?.message).toMatch(/where: \S/);
      expect(failures[0]?.message).toMatch(/to do: \S/);
    },
  );

  it("has a broken routing for every check that can fail", () => {
    const [first] = brokenRoutings;
    const names =
      first === undefined
        ? []
        : routingChecks(first.plugin, first.setup).map(({ name }) => name);
    const covered = new Set(brokenRoutings.map(({ fails }) => fails));
    expect(names.filter((name) => !covered.has(name))).toEqual([]);
  });

  it("says what to write where a generated package is not written yet", () => {
    const setup = brokenRoutings[0]?.setup ?? { cases: [] };
    const failures = failing(routingChecks(unwrittenRouting, setup));
    expect(failures.length).toBeGreaterThan(5);
    for (const { message } of failures) {
      expect(message).toContain("is not written yet (E_UNWRITTEN_NOT_WRITTEN)");
      expect(message).toContain("to do: write src/unwritten.ts");
    }
  });
});
