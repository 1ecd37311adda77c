import { FabricBuilder } from "@fabriclab/fabric";
import { parseOptions, type Fabric } from "@fabriclab/spec";
import { chain } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, expect, it } from "vitest";
import { drawFabric } from "../src/index.ts";

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

describe("the text of a drawing", () => {
  it("tells switches of one description apart by their GUIDs", () => {
    const builder = new FabricBuilder("alike");
    const name = "Voltaire 4036 - 36 QDR ports switch";
    const [a, b, c] = [
      builder.addSwitch(name, 3, 0x8f10500200b50n),
      builder.addSwitch(name, 3, 0x8f10500108098n),
      builder.addSwitch("c", 3),
    ];
    builder.connect(a, 1, b, 1);
    builder.connect(b, 2, c, 1);
    const fabric = builder.build();
    const svg = drawFabric(fabric, {
      title: "",
      cycle: [{ channel: fabric.portStart[0] ?? 0, vl: 0 }],
    });
    for (const text of ["Voltaire …200b50", "Voltaire …108098", "c"])
      expect(svg).toContain(`>${text}</text>`);
    expect(svg).toContain(`1  ${name} 0x0008f10500200b50:1 VL0`);
  });

  it("fits: the drawing is wide enough for its head, its lines and the names at its right edge", () => {
    const width = (svg: string): number =>
      Number(/ width="(\d+)"/.exec(svg)?.[1]);
    const title = `${"long/".repeat(40)}file: routes per channel`;
    // DejaVu Sans Bold: digits and most small letters take 0.6 to 0.7 of the size.
    expect(width(drawFabric(chain(3), { title }))).toBeGreaterThan(
      24 + title.length * 0.6 * 17,
    );
    const long = "a switch with a name of a great many letters";
    const builder = new FabricBuilder("long names");
    const [a, b, c] = [
      builder.addSwitch(`${long} a`, 2),
      builder.addSwitch(`${long} b`, 2),
      builder.addSwitch(`${long} c`, 2),
    ];
    builder.connect(a, 1, b, 1);
    builder.connect(b, 2, c, 1);
    const named = builder.build();
    const loads = new Int32Array(named.portCount).fill(3);
    const svg = drawFabric(named, { title: "", loads });
    const most = />(Most routes: [^<]*)</.exec(svg)?.[1] ?? "";
    expect(most.length).toBeGreaterThan(100);
    expect(width(svg)).toBeGreaterThan(24 + most.length * 0.55 * 12);
    // Turned names of the leaves reach beyond the last of them.
    const tree = renamed(treeOf(16, 3), (sw) => `leaf or spine, number ${sw}`);
    const steep = drawFabric(tree, { title: "" });
    const last = Math.max(...[...places(steep).values()].map(({ x }) => x));
    expect(steep).toContain("rotate(55)");
    expect(width(steep) - 24 - last).toBeGreaterThan(60);
  });
});
