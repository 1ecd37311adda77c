import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parse } from "yaml";
import { describeParams, findPlugin, scenarioSchema } from "../src/index.ts";
import { registry, whole } from "./plugins.ts";

// Why: zod reads JSON Schema back, so the schema is checked by running it, not by comparing it with itself.
const accepts = (text: string): boolean =>
  z
    .fromJSONSchema(
      scenarioSchema(registry) as Parameters<typeof z.fromJSONSchema>[0],
    )
    .safeParse(parse(text)).success;

describe("the JSON Schema of a scenario", () => {
  it("accepts the scenario of the README", () => {
    expect(accepts(whole)).toBe(true);
  });

  it.each([
    ["routing: cyclic", "routing: cylic"],
    ["metrics:", "metrcs:"],
    ["load: 0.3", "laod: 0.3"],
    ["ports: 8", "ports: many"],
    ["virtualLanes: 1", "virtualLanes: 16"],
    ["pattern: uniform", "pattern: unifrom"],
    ["routing: cyclic\n", ""],
  ])("refuses %j turned into %j", (from, to) => {
    expect(whole).toContain(from);
    expect(accepts(whole.replace(from, to))).toBe(false);
  });

  it("accepts the short name of a multicast table builder", () => {
    expect(accepts(`${whole}multicast: union\n`)).toBe(true);
  });
});

describe("a parameter table", () => {
  it("gives type, unit, default and meaning of each parameter", () => {
    const plugin = findPlugin(registry, "topology", "fat-tree");
    expect(describeParams(plugin.params)[0]).toEqual({
      name: "ports",
      type: "integer, ≥ 2, ≤ 254",
      unit: "1",
      byDefault: "8",
      required: false,
      doc: "Ports.",
    });
  });

  it("writes quantities and choices as a user would", () => {
    const poisson = describeParams(
      findPlugin(registry, "traffic", "poisson").params,
    );
    expect(poisson.find((row) => row.name === "size")).toMatchObject({
      type: "size",
      byDefault: "256B",
    });
    const lids = describeParams(
      findPlugin(registry, "addressing", "multiple-lid").params,
    );
    expect(lids[0]).toMatchObject({ type: "iba | paper", byDefault: "iba" });
  });

  it("names the keys of an object", () => {
    const pair = z.object({ size: z.number(), weight: z.number() });
    const [sizes, pattern] = describeParams(
      z.object({
        sizes: z.array(pair),
        pattern: z.looseObject({ kind: z.string() }),
      }),
    );
    expect(sizes?.type).toBe("list of { size, weight }");
    expect(pattern?.type).toBe("{ kind, … }");
  });
});
