import { linkParams } from "@fabriclab/fabric";
import { describe, expect, it } from "vitest";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import { parse } from "yaml";
import { describeParams, findPlugin, scenarioSchema } from "../src/index.ts";
import { registry, whole } from "./plugins.ts";

// Why: a validator that is not ours runs the schema, so that it is not compared with itself. Units stand in it as annotations.
const ajv = new Ajv2020({ strict: false });
const accepts = (text: string): boolean =>
  ajv.validate(scenarioSchema(registry), parse(text));

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

  it("asks for no routing where the tables are finished", () => {
    const dumped = whole
      .replace("routing: cyclic\n", "")
      .replace("addressing: multiple-lid\n", "");
    expect(accepts(`${dumped}tables: { kind: dump, path: tables/ }\n`)).toBe(
      true,
    );
    expect(accepts(`${dumped}tables: dump\n`)).toBe(false);
    expect(accepts(`${dumped}tables: linear\n`)).toBe(false);
    expect(accepts(dumped)).toBe(false);
    expect(accepts(`${whole}tables: { kind: dump, path: tables/ }\n`)).toBe(
      false,
    );
  });

  it.each([4, "4x", "12X", 3, "3x", "4 x", "x"])(
    "takes a link's lanes as the parser does: %j",
    (width) => {
      const params = z.object(linkParams);
      const topology = registry.topology!.map((plugin) => ({
        ...plugin,
        params,
      }));
      const scenario = {
        topology: { kind: "fat-tree", width },
        routing: "cyclic",
        traffic: "poisson",
      };
      expect(
        ajv.validate(scenarioSchema({ ...registry, topology }), scenario),
      ).toBe(params.safeParse({ width }).success);
    },
  );

  it("accepts the short name of a multicast table builder", () => {
    expect(accepts(`${whole}multicast: union\n`)).toBe(true);
  });
});

describe("the JSON Schema of what is offered together", () => {
  const rated = {
    ...registry,
    traffic: registry.traffic!.map((plugin) =>
      plugin.name === "poisson"
        ? { ...plugin, params: plugin.params.extend({ load: z.number() }) }
        : plugin,
    ),
  };
  const fits = (traffic: string, more = ""): boolean =>
    ajv.validate(
      scenarioSchema(rated),
      parse(`topology: mesh\nrouting: xy\ntraffic: ${traffic}\n${more}`),
    );
  const offered = "offered: { load: 0.6, mix: 70:30 }\n";

  it.each([
    ["poisson", false],
    ["{ kind: poisson }", false],
    ["[{ kind: poisson, load: 0.1 }, { kind: poisson }]", false],
    ["[{ kind: poisson, load: 0.1 }, multicast-operation]", true],
    ["{ kind: poisson, load: 0.1 }", true],
  ])("asks for a load in each entry without it: %s", (traffic, whole) => {
    expect(fits(traffic)).toBe(whole);
    expect(fits(traffic, offered)).toBe(true);
  });

  it("knows its keys", () => {
    expect(fits("poisson", "offered: { mix: 70:30 }\n")).toBe(false);
    expect(fits("poisson", "offered: { load: 0.6, mx: 70:30 }\n")).toBe(false);
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
