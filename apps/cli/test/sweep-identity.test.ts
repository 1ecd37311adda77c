import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "@fabriclab/spec";
import {
  parseOverride,
  sweepFactor,
  type PlacedFactor,
} from "@fabriclab/formats-scenario";
import { describe, expect, it } from "vitest";
import { scenarioIdentity } from "../src/sweep/identity.ts";
import type { SweepRequest } from "../src/sweep/request.ts";
import { workFolder } from "./command.ts";

const work = workFolder();

interface Given {
  /** `--set`, each `key=value`. */
  readonly set?: readonly string[];
  readonly factors?: readonly PlacedFactor[];
  readonly fabric?: string;
  /** Below the test's folder. */
  readonly folder?: string;
}

/** Identity of a scenario that lies in the test's folder, as one text. */
function identity(
  text: string,
  { set = [], factors = [], fabric, folder = "." }: Given = {},
): string {
  const request: Pick<SweepRequest, "recipe" | "factors"> = {
    recipe: {
      file: join(work.path, folder, "net.yaml"),
      text,
      overrides: set.map((one) => parseOverride(one)),
      ...(fabric === undefined ? {} : { fabric }),
    },
    factors,
  };
  return canonicalJson(scenarioIdentity(request as SweepRequest));
}

const scenario = `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: cyclic
traffic: { kind: poisson, load: 0.3, pattern: uniform }
`;

describe("the identity of a swept scenario", () => {
  it("is that of its values: not of comments, layout, order, or what is varied", () => {
    const same = `# about it
traffic:
  load: 0.3   # offered
  pattern: "uniform"
  kind: poisson
routing: cyclic
topology:
  kind: fat-tree
  levels: 2
  ports: 4
sweep: { vary: { load: [0.1, 0.2] }, design: grid }
`;
    expect(identity(same)).toBe(identity(scenario));
    expect(identity(scenario.replace("0.3", "0.31"))).not.toBe(
      identity(scenario),
    );
    expect(identity(`${scenario}seed: 2\n`)).not.toBe(identity(scenario));
  });

  it("is that of what flags set, in their order", () => {
    const [one, other] = ["load=0.2", "traffic.load=0.4"];
    const all = [
      [],
      [one],
      [other],
      [one, other],
      [other, one],
      ["load=0.20001"],
    ].map((set) => identity(scenario, { set }));
    expect(new Set(all).size).toBe(all.length);
    expect(identity(scenario, { set: ["load=0.20"] })).toBe(
      identity(scenario, { set: [one] }),
    );
  });

  it("is that of the contents of files that it names, beside the scenario and wherever that lies", () => {
    const text = `topology: { kind: file, path: net.topo }\nroutes: [{ from: deep/down.lft }]\n`;
    const place = (folder: string, topo: string, tables: string): void => {
      mkdirSync(work.at(`${folder}/deep`), { recursive: true });
      work.write(`${folder}/net.topo`, topo);
      work.write(`${folder}/deep/down.lft`, tables);
    };
    place("one", "a fabric", "tables");
    place("two", "a fabric", "tables");
    const before = identity(text, { folder: "one" });
    expect(identity(text, { folder: "two" })).toBe(before);
    place("two", "a fabric", "other tables");
    expect(identity(text, { folder: "two" })).not.toBe(before);
    place("two", "another fabric", "tables");
    expect(identity(text, { folder: "two" })).not.toBe(before);
    // Nowhere beside this one.
    expect(identity(text)).not.toBe(before);
  });

  it("is that of all files below a folder that it names, and of their names", () => {
    mkdirSync(work.at("tables/a"), { recursive: true });
    const text = "tables: { kind: dump, path: ./tables }\n";
    work.write("tables/a/1.lft", "1");
    const before = identity(text);
    work.write("tables/a/2.lft", "2");
    const more = identity(text);
    expect(more).not.toBe(before);
    work.write("tables/a/2.lft", "3");
    expect(identity(text)).not.toBe(more);
  });

  it("is that of files that flags and factors name", () => {
    work.write("a.trace", "1");
    work.write("b.trace", "1");
    work.write("c.topo", "1");
    const given: Given = {
      set: ["traffic.trace=a.trace"],
      factors: [
        sweepFactor("traffic.video", ["b.trace", "uniform"], {
          path: "--vary",
        }),
      ],
      fabric: work.at("c.topo"),
    };
    for (const name of ["a.trace", "b.trace", "c.topo"]) {
      const before = identity(scenario, given);
      work.write(name, "2");
      expect(identity(scenario, given), name).not.toBe(before);
    }
    expect(identity(scenario, given)).not.toBe(
      identity(scenario, { set: given.set!, factors: given.factors! }),
    );
  });

  it("reads no file by the scenario's name, its output or a plain word", () => {
    mkdirSync(work.at("inside"));
    const text = `${scenario}name: ./inside\noutput: out.json\n`;
    const before = identity(text, { set: ["name=./inside"] });
    work.write("inside/anything", "1");
    work.write("out.json", "{}");
    work.write("uniform", "1");
    work.write("cyclic", "1");
    expect(identity(text, { set: ["name=./inside"] })).toBe(before);
  });
});
