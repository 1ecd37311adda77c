import { describe, expect, it } from "vitest";
import { FabricBuilder } from "@fabriclab/fabric";
import { writeDot } from "@fabriclab/formats-dot";
import { parseOptions } from "@fabriclab/spec";
import { chain, parallel } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import { switchRanks } from "../src/rank.ts";

describe("writeDot", () => {
  it("draws nodes and cables with their port numbers", () => {
    expect(writeDot(parallel(2))).toBe(`graph "2 parallel cables" {
  rankdir=TB;
  node [shape=box];
  edge [fontsize=8];
  { rank=same; n0; n1; }
  n0 [label="a"];
  n1 [label="b"];
  node [shape=ellipse];
  { rank=max; n2; n3; }
  n2 [label="A"];
  n3 [label="B"];
  n0 -- n1 [taillabel=1, headlabel=1, tooltip="1xSDR"];
  n0 -- n1 [taillabel=2, headlabel=2, tooltip="1xSDR"];
  n0 -- n2 [taillabel=3, headlabel=1, tooltip="1xSDR"];
  n1 -- n3 [taillabel=3, headlabel=1, tooltip="1xSDR"];
}
`);
  });

  it("leaves hosts and port numbers out on request", () => {
    const text = writeDot(chain(3), { hosts: false, portNumbers: false });
    expect(text.match(/--/g)).toHaveLength(2);
    expect(text).not.toContain("taillabel");
  });

  it("quotes what Graphviz would misread", () => {
    const builder = new FabricBuilder('a "b" \\');
    builder.addSwitch('x"y\\z', 1);
    expect(writeDot(builder.build())).toContain('graph "a \\"b\\" \\\\" {');
    expect(writeDot(builder.build())).toContain('n0 [label="x\\"y\\\\z"]');
  });

  it("shows control characters as escapes, and breaks lines where a name does", () => {
    const builder = new FabricBuilder("\u001b]0;title\u0007");
    builder.addSwitch("a\u001b[2J\r\u0000\u202eb\nc", 1);
    const text = writeDot(builder.build());
    expect(text).toContain('graph "\\\\x1b]0;title\\\\x07" {\n');
    expect(text).toContain(
      'n0 [label="a\\\\x1b[2J\\\\x0d\\\\x00\\\\u202eb\\nc"];\n',
    );
  });

  it("ranks a fat tree by level, and a mesh flat", () => {
    const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
    // 4 roots, 8 switches in the middle, 8 leaves
    expect([...switchRanks(tree)]).toEqual([
      ...new Array<number>(4).fill(0),
      ...new Array<number>(8).fill(1),
      ...new Array<number>(8).fill(2),
    ]);
    expect(
      new Set(
        switchRanks(mesh.build(parseOptions(mesh, { columns: 3, rows: 3 }))),
      ),
    ).toEqual(new Set([0]));
    expect(writeDot(tree).match(/rank=same/g)).toHaveLength(3);
  });
});
