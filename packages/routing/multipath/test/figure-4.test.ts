import { readVectors } from "@fabriclab/testing-golden";
import { kimFigure4a } from "@fabriclab/testing-fabrics";
import type { PortIx, SwitchIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { backEdges } from "../src/back-edges.ts";
import { edgeLists, HALF, NO_BITS, pathBitsOf } from "../src/edge-lists.ts";
import { bitsOf } from "./drawn.ts";

const fabric = kimFigure4a();
const ix = (letter: string): SwitchIx =>
  (letter.charCodeAt(0) - 97) as SwitchIx;
const name = (node: number): string => fabric.nodeName[node] ?? "";
/** The channel from one letter to another. */
const channel = (pair: string): PortIx => {
  const [from = 0, to = 0] = [...pair].map(ix);
  for (
    let port = fabric.portStart[from]!;
    port < fabric.portStart[from + 1]!;
    port++
  )
    if (fabric.portNode[fabric.portPeer[port]!] === to) return port as PortIx;
  throw new Error(pair);
};
const { cycles, ...found } = bitsOf(fabric, { root: "b" });
const lists = edgeLists(fabric, cycles);

/** Signed members of a channel's list: C1 along, !C1 against. */
function list(pair: string): string[] {
  const at = channel(pair);
  const along = lists.single[at]! | lists.longer[at]!;
  const against = along >>> HALF;
  return cycles.flatMap((_, i) => [
    ...((along >> i) & 1 ? [`C${i + 1}`] : []),
    ...((against >> i) & 1 ? [`!C${i + 1}`] : []),
  ]);
}

function bitsOfPath(path: string): string {
  let single = 0;
  let longer = 0;
  for (let i = 0; i + 1 < path.length; i++) {
    const at = channel(path.slice(i, i + 2));
    single |= lists.single[at]!;
    longer |= lists.longer[at]!;
  }
  const bits = pathBitsOf(single, longer);
  if (bits === NO_BITS) return "none";
  return [0, 1]
    .map((i) => ((bits >> i) & 1 ? (bits >> (i + HALF)) & 1 : "X"))
    .join("");
}

describe("Figure 4(a) of kim2007, root b", () => {
  it("has the back edges ac and cd (T-004-1)", () => {
    expect(
      backEdges(fabric, ix("b")).map(
        (port) =>
          name(fabric.portNode[port]!) +
          name(fabric.portNode[fabric.portPeer[port]!]!),
      ),
    ).toEqual(["ac", "cd"]);
  });

  it("has the cycles acba and cdbc, not acdba (T-004-1)", () => {
    expect(found.bits).toBe(2);
    expect(found.cycleCount).toBe(2);
    expect(
      cycles.map(({ switches }) =>
        [...switches, switches[0]!].map(name).join(""),
      ),
    ).toEqual(["acba", "cdbc"]);
  });

  it("has the cycle lists of the text (T-004-2)", () => {
    expect(list("bc")).toEqual(["!C1", "C2"]);
    expect(list("ca")).toEqual(["!C1"]);
    expect(list("ba")).toEqual(["C1"]);
  });

  it("has the path bits of the text (T-004-3)", () => {
    expect(["ba", "bca", "bdca"].map(bitsOfPath)).toEqual(["1X", "01", "00"]);
    expect(["ab", "acb", "acdb"].map(bitsOfPath)).toEqual(["0X", "10", "11"]);
  });

  it("offers both a and d at b for c with bits 10, and at c for b with bits 01 (T-004-5)", () => {
    // Bit 1 of the text is bit 0 of the value.
    const offered = (at: string, to: string, value: number): string[] =>
      found
        .patterns(ix(at), ix(to))
        .filter((one) => (value & one.care) === one.value)
        .map(({ port }) => {
          const first = fabric.portStart[ix(at)]! + port - 1;
          return name(fabric.portNode[fabric.portPeer[first]!]!);
        })
        .sort();
    expect(offered("b", "c", 0b01)).toEqual(["a", "d"]);
    expect(offered("c", "b", 0b10)).toEqual(["a", "d"]);
  });
});

/**
 * All simple paths, a line for each pair of ends, with the bits that the paper's definitions give them by hand; six of them are in the text. Cycle
 * 1 is acba, cycle 2 cdbc; a bit is 1 along its cycle, 0 against it, X off it.
 */
const ALL_PATHS = `
  acdb 11, acb 10, ab 0X
  ac 1X, abdc 00, abc 01
  acd 11, acbd 10, abd 00, abcd 01
  bdca 00, bca 01, ba 1X
  bdc X0, bc 01, bac 1X
  bd X0, bcd 01, bacd 11
  cdba 11, cba 10, ca 0X
  cdb X1, cb 10, cab 0X
  cd X1, cbd 10, cabd 00
  dcba 10, dca 00, dbca 01, dba 11
  dcb 10, dcab 00, db X1
  dc X0, dbc 01, dbac 11
`;
const wanted = ALL_PATHS.split(/[\n,]/)
  .map((line) => line.trim().split(" "))
  .filter(([path]) => path !== "")
  .map(([path = "", bits = ""]) => [path, bits] as const);

/** Simple paths of Figure 4(a), found without the package: edges ab, ac, bc, bd, cd. */
function simplePaths(from: string): string[] {
  const next = { a: "bc", b: "acd", c: "abd", d: "bc" }[from.at(-1)!] ?? "";
  return [...next]
    .filter((letter) => !from.includes(letter))
    .flatMap((letter) => [from + letter, ...simplePaths(from + letter)]);
}

describe("all simple paths of Figure 4(a) (T-004-3)", () => {
  it("are 38", () => {
    expect(wanted.map(([path]) => path).sort()).toEqual(
      [..."abcd"].flatMap(simplePaths).sort(),
    );
    expect(wanted).toHaveLength(38);
  });

  it.each(wanted)("%s has the bits %s", (path, bits) => {
    expect(bitsOfPath(path)).toBe(bits);
  });

  it("are the patterns of the tables, and there is no other", () => {
    for (const at of "abcd")
      for (const to of "abcd") {
        if (at === to) continue;
        const mine = found
          .patterns(ix(at), ix(to))
          .map(({ care, value, port, hops }) => {
            const text = [0, 1].map((i) =>
              (care >> i) & 1 ? (value >> i) & 1 : "X",
            );
            const first = fabric.portStart[ix(at)]! + port - 1;
            const via = name(fabric.portNode[fabric.portPeer[first]!]!);
            return `${text.join("")} via ${via}, ${hops}`;
          });
        const due = new Map<string, number>();
        for (const [path, bits] of wanted) {
          if (path[0] !== at || path.at(-1) !== to) continue;
          const key = `${bits} via ${path[1]}`;
          due.set(key, Math.min(due.get(key) ?? 9, path.length));
        }
        expect(mine.sort(), at + to).toEqual(
          [...due].map(([key, hops]) => `${key}, ${hops}`).sort(),
        );
      }
  });
});

const truth = readVectors("004");
it.skipIf(truth === undefined)(
  "the bits of all paths are those of vectors.json (skipped where absent)",
  () => {
    expect(Object.fromEntries(wanted)).toEqual(truth?.["path_bits"]);
  },
);
