import { FabricError } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseOverride, parseScenario, readScenario } from "../src/index.ts";
import { registry } from "./plugins.ts";

/** Two entries with a load and one of a kind that has none, as control packets have none. */
const mixed = `topology: mesh
routing: xy
offered: { load: 0.6, mix: 70:30 }
traffic:
  - poisson
  - multicast-operation
  - { kind: poisson, size: 64B }
`;

const read = (text: string, sets: readonly string[] = []) =>
  readScenario(text, {
    file: "net.yaml",
    registry,
    overrides: sets.map((set) => parseOverride(set)),
  });
const loads = (text: string, sets: readonly string[] = []) =>
  read(text, sets).traffic.map(({ options }) => options["load"]);

const refusal = (text: string, sets: readonly string[] = []): FabricError => {
  try {
    read(text, sets);
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};

describe("what is offered together", () => {
  it("is shared by the entries whose kind has a load, in their order", () => {
    expect(loads(mixed)).toEqual([0.42, undefined, 0.18]);
    expect(read(mixed).traffic[2]?.options["size"]).toBe(64);
  });

  it("is shared among any number of entries, by parts that add up to anything", () => {
    const three = mixed.replace("multicast-operation", "poisson");
    expect(loads(three, ["mix=1:2:3"])).toEqual([0.1, 0.2, 0.3]);
    expect(loads(three, ["mix=0.5:0.25:.25"])).toEqual([0.3, 0.15, 0.15]);
  });

  it("gives the decimals that one would write", () => {
    // In binary fractions 0.1 · 3 is 0.30000000000000004, and 0.7 · 0.1 is 0.06999999999999999.
    expect(loads(mixed, ["load=0.1"])).toEqual([0.07, undefined, 0.03]);
    expect(loads(mixed, ["load=0.7", "mix=1:9"])).toEqual([
      0.07,
      undefined,
      0.63,
    ]);
  });

  it("needs no mix where one entry takes it all", () => {
    const one = "topology: mesh\nrouting: xy\noffered: { load: 0.6 }\n";
    expect(loads(`${one}traffic: poisson\n`)).toEqual([0.6]);
    expect(loads(`${one}traffic: { kind: poisson }\n`)).toEqual([0.6]);
  });

  it("leaves alone an entry that writes a load of its own", () => {
    const probe = mixed.replace(
      "  - poisson",
      "  - { kind: poisson, load: 0.01 }\n  - poisson",
    );
    expect(loads(probe)).toEqual([0.01, 0.42, undefined, 0.18]);
  });

  it("is set by its short keys, and a load of an entry by its path", () => {
    expect(loads(mixed, ["load=0.3", "mix=30:70"])).toEqual([
      0.09,
      undefined,
      0.21,
    ]);
    expect(loads(mixed, ["offered.load=0.2"])).toEqual([0.14, undefined, 0.06]);
    const own = ["offered={load: 0.5}", "traffic[0].load=0.1"];
    expect(loads(mixed, own)).toEqual([0.1, undefined, 0.5]);
  });

  it("may be said by overrides alone", () => {
    const without = mixed.replace(/offered.*\n/, "");
    expect(loads(without, ["mix=1:1", "load=0.4"])).toEqual([
      0.2,
      undefined,
      0.2,
    ]);
  });

  it("is not what a short load means where nothing is offered together", () => {
    const without = mixed.replace(/offered.*\n/, "");
    const error = refusal(without, ["load=0.4"]);
    expect(error.code).toBe("E_SCENARIO_AMBIGUOUS_KEY");
    expect(error.expected).toBe("traffic[0].load or traffic[2].load");
    expect(error.hint).toContain("`offered`");
  });

  it("is reckoned anew for every reading of a scenario that was parsed once", () => {
    const parsed = parseScenario(mixed, "net.yaml");
    const at = (...sets: string[]) =>
      readScenario(mixed, {
        registry,
        parsed,
        overrides: sets.map((set) => parseOverride(set)),
      }).traffic.map(({ options }) => options["load"]);
    expect(at("load=0.5", "mix=1:1")).toEqual([0.25, undefined, 0.25]);
    expect(at("load=0.5")).toEqual([0.35, undefined, 0.15]);
    expect(at()).toEqual([0.42, undefined, 0.18]);
  });

  it("is where the load of an entry was written", () => {
    expect(read(mixed).find("traffic[0].load")).toMatchObject({
      file: "net.yaml",
      line: 3,
      column: "offered: { load: ".length + 1,
    });
  });
});

describe("what is offered together is refused", () => {
  it("with another number of parts than entries share it", () => {
    const error = refusal(mixed, ["mix=50:30:20"]);
    expect(error).toMatchObject({
      code: "E_SCENARIO_OFFERED",
      got: "50:30:20 for traffic[0] (poisson), traffic[2] (poisson)",
      where: { file: "--set mix=50:30:20", path: "offered.mix" },
    });
    expect(error.expected).toContain("1:1");
  });

  it("with a part for an entry that has a load of its own, which the hint names", () => {
    const error = refusal(mixed, ["traffic[2].load=0.1"]);
    expect(error).toMatchObject({
      code: "E_SCENARIO_OFFERED",
      where: { file: "net.yaml", line: 3, column: 28 },
    });
    expect(error.hint).toContain("traffic[2] (poisson)");
  });

  it("with a mix that YAML 1.1 reads as a number of base 60, and asks for quotes", () => {
    const old = (text: string) => `%YAML 1.1\n---\n${text}`;
    expect(refusal(old(mixed))).toMatchObject({
      code: "E_SPEC_BAD_PARAMETER",
      where: { line: 5, path: "offered.mix" },
      got: "4230",
      expected: expect.stringContaining('in quotes: "70:30"') as string,
    });
    expect(loads(old(mixed.replace("70:30", '"70:30"')))).toEqual(loads(mixed));
  });

  it("without a mix among several, or with nobody to share it", () => {
    expect(refusal(mixed.replace(", mix: 70:30", ""))).toMatchObject({
      code: "E_SCENARIO_OFFERED",
      where: { line: 3, path: "offered.load" },
      got: "traffic[0] (poisson), traffic[2] (poisson)",
    });
    const nobody = mixed.replaceAll("poisson", "multicast-operation");
    expect(refusal(nobody)).toMatchObject({
      code: "E_SCENARIO_OFFERED",
      got: "70:30 for no entry",
    });
  });

  it.each(["70:0", "0:0", "70:-30", "70:", "70/30", "a:b", "70"])(
    "with the mix %j",
    (mix) => {
      const error = refusal(mixed.replace("70:30", `"${mix}"`));
      expect(error.code).toBe(
        mix === "70" ? "E_SCENARIO_OFFERED" : "E_SCENARIO_MIX",
      );
      expect(error.where).toMatchObject({ line: 3, path: "offered.mix" });
    },
  );

  it.each(["70", "[70, 30]"])("with the mix %s, which is no text", (mix) => {
    const error = refusal(mixed.replace("70:30", mix));
    expect(error).toMatchObject({
      code: "E_SPEC_BAD_PARAMETER",
      where: { line: 3, path: "offered.mix" },
    });
    expect(error.expected).toContain("70:30");
  });

  it.each([0, -0.1, 1.01, 60])("with a load of %d", (load) => {
    const error = refusal(mixed.replace("0.6", String(load)));
    expect(error.code).toBe("E_SCENARIO_OFFERED");
    expect(error.where).toMatchObject({ line: 3, path: "offered.load" });
    expect(error.got).toBe(String(load));
  });

  it("without a load, as no mapping, or with a key that it has not", () => {
    expect(refusal(mixed.replace("load: 0.6, ", ""))).toMatchObject({
      code: "E_SPEC_BAD_PARAMETER",
      where: { line: 3, path: "offered.load" },
    });
    expect(refusal(mixed.replace(/\{ load.*\}/, "0.6")).code).toBe(
      "E_SCENARIO_BAD_VALUE",
    );
    expect(refusal(mixed.replace("mix", "mx")).hint).toBe("did you mean mix?");
  });
});

it("a load above 1 is offered where an entry says that this is meant", () => {
  const poisson = registry.traffic!.find(({ name }) => name === "poisson")!;
  const overloaded = {
    ...registry,
    traffic: [
      {
        ...poisson,
        params: poisson.params.extend({ overload: z.boolean().default(false) }),
      },
    ],
  };
  const text = `topology: mesh
routing: xy
offered: { load: 1.2, mix: 1:1 }
traffic:
  - { kind: poisson }
  - { kind: poisson }
`;
  const of = (written: string) =>
    readScenario(written, { registry: overloaded }).traffic.map(
      ({ options }) => options["load"],
    );
  expect(() => of(text)).toThrow(
    expect.objectContaining({
      code: "E_SCENARIO_OFFERED",
      hint: expect.stringContaining(
        "overload: true in traffic[0] or traffic[1]",
      ) as string,
    }),
  );
  expect(of(text.replace("poisson }", "poisson, overload: true }"))).toEqual([
    0.6, 0.6,
  ]);
});
