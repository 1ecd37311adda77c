import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fabriclab, scenario, workFolder } from "./command.ts";

const work = workFolder();
const plain = work.write("net.yaml", scenario);

/** The hint of a refusal. */
async function hintOf(...argv: string[]): Promise<string> {
  const { code, out, err } = await fabriclab(...argv, "--json");
  expect(code).toBe(2);
  expect(out).toBe("");
  return (JSON.parse(err) as { error: { hint?: string } }).error.hint ?? "";
}

describe("a file that is not there", () => {
  it("names the one with another ending", async () => {
    expect(await hintOf("run", work.at("net.yml"))).toBe(
      `did you mean ${plain}?`,
    );
    expect(await hintOf("sweep", work.at("net"))).toBe(
      `did you mean ${plain}?`,
    );
  });

  it("names one of a similar name, of a fabric too", async () => {
    const topo = work.at("machine.topo");
    await fabriclab("topology", "fat-tree", "--levels", "2", "-o", topo);
    expect(
      await hintOf(
        ...["route", "--fabric", work.at("machin.topo")],
        ...["--routing", "minhop", "-o", work.at("tables")],
      ),
    ).toBe(`did you mean ${topo}?`);
  });

  it("does not take a common ending for a similar name", async () => {
    mkdirSync(work.at("apart"));
    work.write("apart/tc.yaml", scenario);
    expect(await hintOf("run", work.at("apart/nosuch.yaml"))).toBe("");
  });

  it("names none where nothing is near, or the folder is not there", async () => {
    mkdirSync(work.at("empty"));
    expect(await hintOf("run", work.at("empty/x.yaml"))).toBe("");
    expect(await hintOf("run", work.at("gone/net.yml"))).toBe("");
  });
});

describe("a topology by another name", () => {
  it.each([
    "2D-Torus",
    "3d-torus",
    "Dragonfly+",
    "ring",
    "Tree",
    "clos",
    "leaf-spine",
    "tapered",
    "random",
  ])("%s is named by a command that makes one", async (kind) => {
    const hint = await hintOf("topology", kind);
    const [, command] = /fabriclab (topology .*)$/.exec(hint) ?? [];
    const { code } = await fabriclab(
      ...(command ?? "").split(" "),
      ...["-o", work.at(`${kind}.topo`)],
    );
    expect(code).toBe(0);
  });
});

describe("a range that is written as elsewhere", () => {
  it.each([
    ["load=0.1-0.5", "load=0.1..0.5:0.1"],
    ["load=0.1:0.5", "load=0.1..0.5:0.1"],
    ["load=0.1-0.5:0.2", "load=0.1..0.5:0.2"],
    ["traffic[0].size=256B-1024B", "traffic[0].size=256B..1024B:96B"],
  ])("%s is named as %s, which is taken", async (written, right) => {
    const hint = await hintOf("sweep", plain, "--vary", written, "--explain");
    expect(hint).toContain(`--vary ${right}`);
    const { code } = await fabriclab(
      ...["sweep", plain, "--vary", right, "--explain"],
    );
    expect(code).toBe(0);
  });

  it("is named in the scenario's section, too", async () => {
    const file = work.write(
      "vary.yaml",
      `${scenario}sweep: { vary: { load: 0.1-0.5 } }\n`,
    );
    expect(await hintOf("sweep", file, "--explain")).toContain("0.1..0.5:0.1");
  });

  it("is not seen in what is no range", async () => {
    expect(
      await hintOf("sweep", plain, "--vary", "load=much", "--explain"),
    ).not.toContain("range");
  });
});

describe("the help of a command that takes tables or makes them", () => {
  it.each(["audit", "job"])(
    "%s says that it is one or the other",
    async (name) => {
      const { code, out } = await fabriclab(name, "--help");
      expect(code).toBe(0);
      expect(out).toContain(
        `Usage: fabriclab ${name} --fabric FILE --tables DIR`,
      );
      expect(out).toContain(`fabriclab ${name} --fabric FILE --routing NAME`);
    },
  );
});
