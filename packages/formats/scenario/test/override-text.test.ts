import { expect, it } from "vitest";
import { parseOverride } from "../src/index.ts";

const file = "torus 4 4 1\nxp_link 0x200000 0x200001\n# the seed";

it.each([
  ["a text of several lines is the file that it came from", file, file],
  ["quotes fold lines as YAML does", '"a\n b"', "a b"],
  ["a block keeps its lines by YAML's own rule", "|\n  a\n  b\n", "a\nb\n"],
  ["a list may stand on several lines", "[1,\n 2]", [1, 2]],
  ["a mapping may stand on several lines", "a: 1\nb: 2", { a: 1, b: 2 }],
  ["a text of one line ends where its comment begins", "torus # 4", "torus"],
])("%s", (_, source, value) => {
  expect(parseOverride(`conf=${source}`).value).toEqual(value);
});
