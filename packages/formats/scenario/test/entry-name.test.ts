import { FabricError, intParam } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  parseOverride,
  readScenario,
  scenarioSchema,
  type AnyPlugin,
} from "../src/index.ts";
import { registry } from "./plugins.ts";

const two = `topology: mesh
routing: xy
traffic:
  - { kind: poisson, load: 0.1, name: video }
  - { kind: poisson, load: 0.2 }
`;

const read = (text: string, ...sets: string[]) =>
  readScenario(text, {
    file: "net.yaml",
    registry,
    overrides: sets.map((set) => parseOverride(set)),
  });
const names = (text: string, ...sets: string[]) =>
  read(text, ...sets).traffic.map(({ name }) => name);

function refusal(text: string, ...sets: string[]): FabricError {
  try {
    read(text, ...sets);
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("the name of a traffic entry", () => {
  it("is no parameter of its plugin, and may be left out", () => {
    expect(names(two)).toEqual(["video", undefined]);
    expect(read(two).traffic[0]?.options).not.toHaveProperty("name");
    expect(names(two.replace(", name: video", ""))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("may be that of the only entry, and be given by an override", () => {
    const one = "topology: mesh\nrouting: xy\n";
    expect(
      names(`${one}traffic: { kind: poisson, load: 0.1, name: a-b_1 }\n`),
    ).toEqual(["a-b_1"]);
    expect(names(two, "traffic[1].name=bulk")).toEqual(["video", "bulk"]);
  });

  it("is not the name of the experiment, which `--set name` sets", () => {
    const scenario = read(two, "name=mine");
    expect(scenario.name).toBe("mine");
    expect(scenario.traffic[0]?.name).toBe("video");
  });

  it.each([
    ["10", "10"],
    ["'1st'", "1st"],
    ["a b", "a b"],
    ["größe", "größe"],
    ["a.b", "a.b"],
    ["''", '""'],
    ["[a]", '["a"]'],
    ["null", "null"],
  ])("is not %s", (written, got) => {
    const error = refusal(two.replace("video", written));
    expect(error).toMatchObject({ code: "E_SCENARIO_TRAFFIC_NAME", got });
    expect(error.where).toMatchObject({
      file: "net.yaml",
      line: 4,
      column: 39,
      path: "traffic[0].name",
    });
  });

  it.each(["video", "Video", "VIDEO"])(
    "is not %s where another entry is called video",
    (name) => {
      const error = refusal(two, `traffic[1].name=${name}`);
      expect(error.code).toBe("E_SCENARIO_TRAFFIC_NAME");
      expect(error.expected).toBe("another name than video at line 4");
    },
  );

  it("is not one that another has but for - and _, as columns of results know only these", () => {
    const text = two.replace("video", "to-all");
    expect(refusal(text, "traffic[1].name=to_all").code).toBe(
      "E_SCENARIO_TRAFFIC_NAME",
    );
    expect(names(text, "traffic[1].name=toall")).toEqual(["to-all", "toall"]);
  });

  it.each(["traffic0", "Traffic12", "sl3", "p99", "p99_9", "count", "ci95"])(
    "is not %s, which results have for something else",
    (name) => {
      expect(refusal(two.replace("video", name)).code).toBe(
        "E_SCENARIO_TRAFFIC_NAME",
      );
    },
  );

  it("is no result of a metric, nor a number beside one, but may be that of a metric that the scenario has not", () => {
    const [latency] = registry.metric as readonly AnyPlugin[];
    const telling = {
      ...latency!,
      values: {
        [latency!.name]: { text: "A value." },
        [`${latency!.name}.worst-case`]: { text: "A value." },
        [`${latency!.name}.x`]: {
          text: "A value.",
          details: { hosts: ["hosts", "Hosts."] },
        },
      },
    } as AnyPlugin;
    const readWith = (name: string, metric: AnyPlugin) =>
      readScenario(two.replace("video", name), {
        registry: { ...registry, metric: [metric] },
        overrides: [parseOverride(`metrics=${metric.name}`)],
      }).traffic[0]?.name;
    expect(readWith("worst-case", latency!)).toBe("worst-case");
    expect(readWith("other", telling)).toBe("other");
    for (const name of ["worst-case", "worst_case", "x", "x_hosts", "hosts"])
      expect(() => readWith(name, telling)).toThrow(/read like/);
  });

  it("stays a parameter of a kind that has one so called", () => {
    const [poisson] = registry.traffic as readonly AnyPlugin[];
    const plugin = {
      ...poisson!,
      params: z.object({
        name: intParam({ min: 1, max: 9, default: 1 }).describe("Its own."),
      }),
    } as AnyPlugin;
    const scenario = readScenario(
      `topology: mesh\nrouting: xy\ntraffic: { kind: ${plugin.name}, name: 4 }\n`,
      { registry: { ...registry, traffic: [plugin] } },
    );
    expect(scenario.traffic[0]?.options["name"]).toBe(4);
    expect(scenario.traffic[0]?.name).toBeUndefined();
  });

  it("is in the JSON Schema of every entry", () => {
    const { $defs } = scenarioSchema(registry) as {
      $defs: Record<string, { anyOf: { properties?: object }[] }>;
    };
    const entries = $defs["traffic"]!.anyOf.filter(
      ({ properties }) => properties !== undefined,
    );
    expect(entries.length).toBe(registry.traffic?.length);
    for (const { properties } of entries)
      expect(properties).toHaveProperty("name.pattern");
    expect(JSON.stringify($defs["metrics"])).not.toContain('"name":');
  });
});
