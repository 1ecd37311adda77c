import { FabricBuilder, type NodeRef } from "@fabriclab/fabric";
import { renderPng } from "@fabriclab/experiment-plot";
import { parseOptions, type Fabric } from "@fabriclab/spec";
import { chain, ring, star, twoPlanes } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { dragonfly } from "@fabriclab/topology-dragonfly";
import { dragonflyPlus } from "@fabriclab/topology-dragonfly-plus";
import { mesh } from "@fabriclab/topology-mesh";
import { torus as torusOf } from "@fabriclab/topology-torus";
import { describe, expect, it } from "vitest";
import { drawFabric } from "../src/index.ts";

const meshOf = (options: object): Fabric =>
  mesh.build(parseOptions(mesh, options));
const treeOf = (ports: number, levels: number): Fabric =>
  fatTree.build(parseOptions(fatTree, { ports, levels }));

/** The fabric with other names of switches: only cables are left to go by. */
function renamed(fabric: Fabric, name: (sw: number) => string): Fabric {
  return Object.create(fabric, {
    nodeName: {
      value: fabric.nodeName.map((own, node) =>
        node < fabric.switchCount ? name(node) : own,
      ),
    },
  }) as Fabric;
}

/** Switch name -> where it is drawn. */
function places(svg: string): Map<string, { x: number; y: number }> {
  const found = new Map<string, { x: number; y: number }>();
  for (const match of svg.matchAll(
    /<g transform="translate\((\S+) (\S+)\)"><title>([^<]*?)(?:, \d+ hosts?)?<\/title>/g,
  ))
    found.set(match[3] ?? "", { x: Number(match[1]), y: Number(match[2]) });
  return found;
}

/** resvg reads strict XML and refuses anything else. */
const isXml = (svg: string): boolean => renderPng(svg, 0.2).length > 100;

describe("a drawing of a fabric", () => {
  it("tells cables that are slower than most between switches, and names them", () => {
    const drawn = (widths: readonly (1 | 4)[], loads?: number[]): string => {
      const builder = new FabricBuilder("triangle");
      const [a, b, c] = ["a", "b", "c"].map((name) =>
        builder.addSwitch(name, 3),
      ) as [NodeRef, NodeRef, NodeRef];
      builder.connect(a, 1, b, 1, { width: widths[0] ?? 4 });
      builder.connect(b, 2, c, 1, { width: widths[1] ?? 4 });
      builder.connect(c, 2, a, 2, { width: widths[2] ?? 4 });
      // Of hosts no drawing tells anything.
      builder.connect(builder.addHost("h"), 1, a, 3, { width: 1 });
      const svg = drawFabric(
        builder.build(),
        loads === undefined ? { title: "" } : { title: "", loads },
      );
      expect(isXml(svg)).toBe(true);
      return svg;
    };
    const one = drawn([4, 1, 4]);
    expect(one).toContain(
      "slower than most: b:2 - c:1 (25 % of their rate)</text>",
    );
    expect(
      one.match(/<path class="slow" d="[^"]*"/)?.[0].split("M").length,
    ).toBe(2);
    expect(drawn([4, 4, 4])).not.toContain("slow");
    expect(drawn([1, 1, 1])).not.toContain("slow");
    // A faster one is no slow one.
    expect(drawn([1, 4, 1])).not.toContain("slow");
    expect(drawn([4, 1, 4], [1, 1, 1, 1, 1, 1, 1, 1, 1])).not.toContain("slow");
  });

  it("puts a mesh's switches where their names say, north up", () => {
    const at = places(
      drawFabric(meshOf({ columns: 3, rows: 2 }), { title: "" }),
    );
    expect(at.size).toBe(6);
    const origin = at.get("N(0,0)");
    const east = at.get("N(1,0)");
    const north = at.get("N(0,1)");
    expect(east?.y).toBe(origin?.y);
    expect(north?.x).toBe(origin?.x);
    expect(east?.x).toBeGreaterThan(origin?.x ?? Infinity);
    expect(north?.y).toBeLessThan(origin?.y ?? 0);
    expect(at.get("N(2,1)")).toEqual({
      x: (origin?.x ?? 0) + 2 * ((east?.x ?? 0) - (origin?.x ?? 0)),
      y: north?.y,
    });
  });

  it.each([
    ["mesh", { columns: 5, rows: 3 }],
    ["mesh", { columns: 4, rows: 4 }],
    ["torus", { columns: 4, rows: 4, torus: true }],
    ["torus", { columns: 6, rows: 5, torus: true }],
  ])("finds the grid of a %s %j from its cables alone", (_, options) => {
    const own = meshOf({ columns: options.columns, rows: options.rows });
    const fabric = renamed(
      "torus" in options ? torus(options.columns, options.rows) : own,
      (sw) =>
        `switch ${String.fromCharCode(97 + (sw % 26))}${sw > 25 ? "x" : ""}`,
    );
    const at = [...places(drawFabric(fabric, { title: "" })).values()];
    expect(new Set(at.map(({ x }) => x)).size).toBe(options.columns);
    expect(new Set(at.map(({ y }) => y)).size).toBe(options.rows);
    expect(new Set(at.map(({ x, y }) => `${x} ${y}`)).size).toBe(
      options.columns * options.rows,
    );
  });

  it("draws a tree rank by rank, roots on top, and the leaves from left to right", () => {
    const fabric = treeOf(4, 3);
    const at = places(drawFabric(fabric, { title: "" }));
    const heights = [...new Set([...at.values()].map(({ y }) => y))].sort(
      (a, b) => a - b,
    );
    expect(heights).toHaveLength(3);
    for (const [name, { y }] of at)
      expect(heights.indexOf(y)).toBe(Number(/,(\d)&gt;$/.exec(name)?.[1]));
    const leaves = [...at].filter(([, { y }]) => y === heights[2]);
    expect([...leaves].sort(([, a], [, b]) => a.x - b.x)).toEqual(leaves);
  });

  it("takes switches with a service node or two for spines, not for leaves", () => {
    const builder = new FabricBuilder("leaves and spines");
    const leaves = ["p", "q", "r"].map((name) => builder.addSwitch(name, 12));
    const spines = ["s", "t"].map((name) => builder.addSwitch(name, 4));
    spines.forEach((spine, s) => {
      leaves.forEach((leaf, k) => builder.connect(spine, k + 1, leaf, s + 1));
      builder.connect(builder.addHost(`aggregation ${s}`), 1, spine, 4);
    });
    leaves.forEach((leaf, k) => {
      for (let h = 0; h < 8; h++)
        builder.connect(builder.addHost(`h${k}.${h}`), 1, leaf, 3 + h);
    });
    const at = places(drawFabric(builder.build(), { title: "" }));
    const [s, p] = [at.get("s"), at.get("p")];
    expect(at.get("t")?.y).toBe(s?.y);
    expect([at.get("q")?.y, at.get("r")?.y]).toEqual([p?.y, p?.y]);
    expect(s?.y).toBeLessThan(p?.y ?? 0);
  });

  it("puts a ring round a circle in the order of its cables", () => {
    const at = places(drawFabric(ring(7), { title: "" }));
    const points = ["a", "b", "c", "d", "e", "f", "g"].map(
      (name) => at.get(name) ?? { x: 0, y: 0 },
    );
    const steps = points.map((point, k) => {
      const next = points[(k + 1) % 7] ?? point;
      return Math.hypot(point.x - next.x, point.y - next.y);
    });
    // a regular heptagon
    for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 0);
  });

  it("stands the planes of a torus of three dimensions a step behind each other, and no switch on another", () => {
    const fabric = torusOf.build(parseOptions(torusOf, { x: 4, y: 3, z: 3 }));
    const at = places(drawFabric(fabric, { title: "" }));
    const place = (x: number, y: number, z: number) =>
      at.get(`N(${x},${y},${z})`)!;
    const origin = place(0, 0, 0);
    const step = (x: number, y: number, z: number) => ({
      x: place(x, y, z).x - origin.x,
      y: place(x, y, z).y - origin.y,
    });
    const [right, up, back] = [step(1, 0, 0), step(0, 1, 0), step(0, 0, 1)];
    expect([right.y, up.x]).toEqual([0, 0]);
    expect(right.x).toBeGreaterThan(3 * back.x);
    expect(-up.y).toBeGreaterThan(-3 * back.y);
    expect(back.x).toBeGreaterThan(0);
    expect(back.y).toBeLessThan(0);
    const last = step(3, 2, 2);
    expect(last.x).toBeCloseTo(3 * right.x + 2 * back.x, 6);
    expect(last.y).toBeCloseTo(2 * up.y + 2 * back.y, 6);
    expect(new Set([...at.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(
      36,
    );
  });

  it.each([
    ["a dragonfly", dragonfly.build(parseOptions(dragonfly, {}))],
    ["a dragonfly+", dragonflyPlus.build(parseOptions(dragonflyPlus, {}))],
  ])(
    "stands the switches of a group of %s together, and names it",
    (_, fabric) => {
      const svg = drawFabric(fabric, { title: "" });
      const at = [...places(svg)].map(([name, place]) => ({
        group: Number(/\((\d+)\./.exec(name)![1]),
        spine: name.startsWith("SP"),
        ...place,
      }));
      const groups = new Set(at.map(({ group }) => group));
      for (const one of at) {
        const away = (other: (typeof at)[0]) =>
          Math.hypot(one.x - other.x, one.y - other.y);
        const own = at.filter(({ group }) => group === one.group);
        const others = at.filter(({ group }) => group !== one.group);
        const centre = {
          x: own.reduce((sum, { x }) => sum + x, 0) / own.length,
          y: own.reduce((sum, { y }) => sum + y, 0) / own.length,
        };
        const from = ({ x, y }: { x: number; y: number }) =>
          Math.hypot(x - centre.x, y - centre.y);
        expect(from(one)).toBeLessThan(Math.min(...others.map(from)));
        expect(own.length).toBe(at.length / groups.size);
        expect(Math.min(...others.map(away))).toBeGreaterThan(10);
      }
      for (const group of groups)
        expect(svg).toContain(`>group ${group}</text>`);
      // Spines, which have the cables to other groups, stand towards the centre.
      const middle = (spine: boolean) => {
        const some = at.filter((one) => one.spine === spine);
        const [cx, cy] = [
          at.reduce((sum, { x }) => sum + x, 0) / at.length,
          at.reduce((sum, { y }) => sum + y, 0) / at.length,
        ];
        return Math.max(...some.map(({ x, y }) => Math.hypot(x - cx, y - cy)));
      };
      if (at.some(({ spine }) => spine))
        expect(middle(true)).toBeLessThan(middle(false));
    },
  );

  it("numbers the channels of a credit loop in order, and names them", () => {
    const fabric = ring(5);
    // Drawn: a sends on to b by port 1, every other switch to its next by port 2.
    const cycle = [1, 2, 2, 2, 2].map((num, sw) => ({
      channel: (fabric.portStart[sw] ?? 0) + num - 1,
      vl: sw === 3 ? 1 : 0,
    }));
    const svg = drawFabric(fabric, { title: "loop", cycle });
    expect(
      [...svg.matchAll(/font-weight="bold" fill="#D55E00">(\d+)</g)].map(
        ([, number]) => number,
      ),
    ).toEqual(["1", "2", "3", "4", "5"]);
    for (const step of ["1  a:1 VL0", "2  b:2 VL0", "4  d:2 VL1"])
      expect(svg).toContain(`>${step}</text>`);
    expect(svg).toContain("credit loop of 5 channels");
    expect(drawFabric(fabric, { title: "loop" })).not.toContain("credit loop");
  });

  it("says in the legend how many steps a long loop has beyond those listed", () => {
    const fabric = ring(70);
    const cycle = Array.from({ length: 70 }, (_, sw) => ({
      channel: (fabric.portStart[sw] ?? 0) + (sw === 0 ? 0 : 1),
      vl: 0,
    }));
    const svg = drawFabric(fabric, { title: "", cycle });
    expect(svg).toContain("and 10 more");
    expect([...svg.matchAll(/fill="#D55E00">(\d+)</g)]).toHaveLength(70);
  });

  it("colours channels by load, the two directions apart, and tells dark ones", () => {
    const fabric = chain(3);
    const loads = new Int32Array(fabric.portCount);
    // a-b: port 1 of a, port 1 of b; b-c: port 2 of b, port 1 of c.
    loads[fabric.portStart[0] ?? 0] = 6;
    loads[fabric.portStart[1] ?? 0] = 2;
    loads[(fabric.portStart[1] ?? 0) + 1] = 6;
    const svg = drawFabric(fabric, { title: "", loads });
    const lines = (name: string): number =>
      [
        ...(
          new RegExp(`class="${name}" d="([^"]*)"`).exec(svg)?.[1] ?? ""
        ).matchAll(/M/g),
      ].length;
    expect([lines("load-6"), lines("load-2"), lines("dark")]).toEqual([
      2, 1, 1,
    ]);
    expect(svg).toContain(
      "Most routes: a:1 to b (6), b:2 to c (6), b:1 to a (2)",
    );
    expect(svg).toContain(">Colours: routes<");
    const bytes = drawFabric(fabric, { title: "", loads, unit: "bytes" });
    expect(bytes).toContain(">Colours: bytes<");
  });

  it("counts parallel cables once and says so", () => {
    const builder = new FabricBuilder("two cables");
    const [a, b] = [builder.addSwitch("a", 3), builder.addSwitch("b", 3)];
    builder.connect(a, 1, b, 1);
    builder.connect(a, 2, b, 2);
    const svg = drawFabric(builder.build(), { title: "" });
    expect(svg).toContain("2 cables between switches (1 pair of switches)");
    expect(svg).toContain("Parallel cables are one line.");
  });

  it("is the same bytes every time", () => {
    const fabric = treeOf(8, 2);
    const loads = Int32Array.from(
      { length: fabric.portCount },
      (_, i) => i % 9,
    );
    expect(drawFabric(fabric, { title: "t", loads })).toBe(
      drawFabric(treeOf(8, 2), { title: "t", loads }),
    );
  });

  it("is XML whatever the names hold", () => {
    const names = [
      '<b>&"quoted"',
      "bell\u0007 and null\u0000",
      "half \ud800 pair",
      "snow ☃ 漢字",
    ];
    const fabric = renamed(ring(4), (sw) => names[sw] ?? "");
    const svg = drawFabric(fabric, { title: '</svg><script>"&\u202e' });
    expect(isXml(svg)).toBe(true);
    expect(svg).toContain("bell\\x07 and null\\x00");
    // It would turn round the rest of the title.
    expect(svg).toContain("&amp;\\u202e<");
    expect(svg).not.toContain("<script>");
    expect(svg).toContain("&lt;b&gt;&amp;&quot;quoted&quot;");
    expect(svg).toContain("snow ☃ 漢字");
  });

  it.each([
    ["one switch", star(3)],
    ["two planes", twoPlanes()],
    ["a chain", chain(50)],
    ["a tree of 405 switches", treeOf(18, 3)],
  ])("draws %s without a number that is none", (_, fabric) => {
    const loads = Int32Array.from(
      { length: fabric.portCount },
      (_, i) => i % 50,
    );
    const svg = drawFabric(fabric, { title: fabric.name, loads });
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(places(svg).size).toBe(fabric.switchCount);
    expect(isXml(svg)).toBe(true);
  });

  it("draws one switch as a box with its hosts, on no more paper than that needs", () => {
    const svg = drawFabric(star(3), { title: "" });
    expect(svg).toContain(">3 hosts<");
    const [, height] = /^<svg[^>]* height="(\d+)"/.exec(svg) ?? [];
    // A title, a box 34 high and a legend.
    expect(Number(height)).toBeLessThan(300);
  });

  it("refuses a fabric without switches", () => {
    const builder = new FabricBuilder("none");
    builder.addHost("a");
    expect(() => drawFabric(builder.build(), { title: "" })).toThrowError(
      expect.objectContaining({ code: "E_SVG_NO_SWITCHES" }) as Error,
    );
  });
});

/** A torus cabled by hand. */
function torus(columns: number, rows: number): Fabric {
  const builder = new FabricBuilder("torus");
  const cells = Array.from({ length: columns * rows }, (_, i) =>
    builder.addSwitch(`s${i}`, 5),
  );
  const at = (x: number, y: number) =>
    cells[(y % rows) * columns + (x % columns)] as (typeof cells)[number];
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      builder.connect(at(x, y), 1, at(x + 1, y), 2);
      builder.connect(at(x, y), 3, at(x, y + 1), 4);
      builder.connect(builder.addHost(`h${x}.${y}`), 1, at(x, y), 5);
    }
  return builder.build();
}
