import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { plain } from "../src/located.ts";
import { valueOf } from "../src/override.ts";
import { readYaml } from "../src/yaml.ts";

const inFile = (text: string): unknown => plain(readYaml(text, "net.yaml"));

describe("names with commas in brackets", () => {
  it.each([
    ["[SW<0,0>]", ["SW<0,0>"]],
    ["[SW<0,0>,SW<1,0>]", ["SW<0,0>", "SW<1,0>"]],
    ["[ H(3,2), x, N(0, 1) ]", ["H(3,2)", "x", "N(0, 1)"]],
    [`["SW<0,0>", SW<20.1.3,1>]`, ["SW<0,0>", "SW<20.1.3,1>"]],
    ["[T(1,2,3), 4]", ["T(1,2,3)", 4]],
  ])("%s", (text, names) => {
    expect(valueOf(text)).toEqual(names);
    expect(inFile(`roots: ${text}`)).toEqual({ roots: names });
  });

  it("stand in an inline mapping, with a port behind, and before other keys", () => {
    expect(inFile("{ at: 10us, fail: SW<0,0>:1 }")).toEqual({
      at: "10us",
      fail: "SW<0,0>:1",
    });
    expect(
      inFile("{ kind: ftree, root: N(1,2), roots: [SW<0,0>], reverseHops: 1 }"),
    ).toEqual({
      kind: "ftree",
      root: "N(1,2)",
      roots: ["SW<0,0>"],
      reverseHops: 1,
    });
  });

  it("are joined in long lists in a time that grows as the list does", () => {
    // Each taken out of the list by itself would move 10^10 entries.
    const names = Array.from({ length: 100_000 }, (_, i) => `H(${i},1)`);
    expect(inFile(`drop: [${names.join(", ")}]`)).toEqual({ drop: names });
  });

  it("keep their place", () => {
    const root = readYaml("a: [x, SW<0,0>, y]", "net.yaml");
    const list = root.type === "map" ? root.entries.get("a")?.value : undefined;
    const at = list?.type === "list" ? list.items.map((one) => one.at) : [];
    expect(at.map(({ column }) => column)).toEqual([5, 8, 17]);
  });

  it.each([
    "[a<b, c, d]",
    "[a, b>, (c]",
    "[1, 2.5, x, null, true]",
    `["a<", "b>"]`,
    "{ a: x<, b: y> }",
    "{ a: f(1), b: g }",
    "[[a<, 1], b>]",
    "[a<,\n b>]",
  ])("all else is as YAML has it: %s", (text) => {
    expect(valueOf(text)).toEqual(parse(text));
  });

  it("are as long as a node's name at most, so that brackets which nothing closes cost little", () => {
    const long = `[a<${",b".repeat(40)}>]`;
    expect(valueOf(long)).toEqual(parse(long));
  });
});
