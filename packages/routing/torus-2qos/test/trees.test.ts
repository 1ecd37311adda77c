import { opensm } from "@fabriclab/addressing-opensm";
import { FabricBuilder, withoutSwitches } from "@fabriclab/fabric";
import {
  parseOptions,
  type Fabric,
  type RoutingEngine,
  type TreeRule,
} from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";
import type { Mlid, SwitchIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { torus2qos } from "../src/index.ts";

const grid = (columns: number, rows: number, wrap: boolean): Fabric =>
  mesh.build(parseOptions(mesh, { columns, rows, wrap }));
const seed = ["xp_link N(0,0) N(1,0)", "yp_link N(0,0) N(0,1)"];

/** A ring of switches with a host each. @param gone the switch whose cable to the next one is missing */
function ring(size: number, gone = -1): Fabric {
  const builder = new FabricBuilder("ring");
  const switches = Array.from({ length: size }, (_, i) =>
    builder.addSwitch(`s${i}`, 3),
  );
  for (const [i, sw] of switches.entries()) {
    builder.connect(builder.addHost(`h${i}`), 1, sw, 3);
    const next = switches[(i + 1) % size];
    if (next !== undefined && i !== gone) builder.connect(sw, 1, next, 2);
  }
  return builder.build();
}

function treesOf(fabric: Fabric, conf: readonly string[]): TreeRule {
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  const engine = torus2qos.create(
    { fabric, lids },
    parseOptions(torus2qos, { conf: [...conf] }),
  ) as RoutingEngine;
  const { trees } = engine.tables();
  if (trees === undefined) throw new Error("no rule for trees");
  return trees;
}

/** `from -> to` for every switch but the root. */
function branches(
  fabric: Fabric,
  { root, towards }: TreeRule,
  mlid = 0xc000,
): string[] {
  const ports = towards?.(root ?? (0 as SwitchIx), mlid as Mlid) ?? [];
  return [...ports].flatMap((num, sw) => {
    const port = (fabric.portStart[sw] ?? 0) + num - 1;
    const next = fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1;
    return num === 0
      ? []
      : [`${fabric.nodeName[sw] ?? ""} -> ${fabric.nodeName[next] ?? ""}`];
  });
}

const rootName = (fabric: Fabric, { root = 0 as SwitchIx }: TreeRule) =>
  fabric.nodeName[root];

describe("multicast trees of torus-2qos", () => {
  it("are parts of one: the row through the middle, and the columns off it", () => {
    const fabric = grid(3, 3, false);
    const trees = treesOf(fabric, ["mesh 3 3", ...seed]);
    expect(rootName(fabric, trees)).toBe("N(1,1)");
    expect(branches(fabric, trees).sort()).toEqual([
      "N(0,0) -> N(0,1)",
      "N(0,1) -> N(1,1)",
      "N(0,2) -> N(0,1)",
      "N(1,0) -> N(1,1)",
      "N(1,2) -> N(1,1)",
      "N(2,0) -> N(2,1)",
      "N(2,1) -> N(1,1)",
      "N(2,2) -> N(2,1)",
    ]);
  });

  it("do not cross the dateline of a whole ring, but do where it is cut", () => {
    const whole = ring(5);
    const trees = treesOf(whole, ["torus 5", "xp_link s0 s1"]);
    expect(rootName(whole, trees)).toBe("s2");
    expect(branches(whole, trees).sort()).toEqual([
      "s0 -> s1",
      "s1 -> s2",
      "s3 -> s2",
      "s4 -> s3",
    ]);
    // Without its own cable to s1 the seed's switch is known by the other one.
    const cut = ring(5, 0);
    const around = treesOf(cut, ["torus 5", "xm_link s0 s4"]);
    expect(branches(cut, around).sort()).toEqual([
      "s0 -> s4",
      "s1 -> s2",
      "s3 -> s2",
      "s4 -> s3",
    ]);
  });

  it("have their root beside the middle where a switch of its rings is missing", () => {
    const whole = grid(4, 4, true);
    const middle = (whole.findNode("N(2,2)") ?? 0) as number as SwitchIx;
    const fabric = withoutSwitches(whole, [middle]);
    const conf = ["torus 4 4", ...seed, "xm_link N(0,0) N(3,0)"];
    const trees = treesOf(fabric, [...conf, "ym_link N(0,0) N(0,3)"]);
    expect(rootName(fabric, trees)).toBe("N(1,1)");
    expect(branches(fabric, trees)).toHaveLength(14);
  });

  it("take turns over parallel cables by MLID, the same cable seen from both ends", () => {
    const builder = new FabricBuilder("pair");
    const [a, b] = [builder.addSwitch("a", 4), builder.addSwitch("b", 4)];
    builder.connect(a, 1, b, 2);
    builder.connect(a, 2, b, 1);
    builder.connect(builder.addHost("h"), 1, a, 4);
    builder.connect(builder.addHost("i"), 1, b, 4);
    const fabric = builder.build();
    const trees = treesOf(fabric, ["mesh 2", "xp_link a b"]);
    // The root is at position 2 / 2 = 1: b. Cables count by the ports of a, from which they lead upwards.
    expect(rootName(fabric, trees)).toBe("b");
    const root = (fabric.findNode("b") ?? 0) as number as SwitchIx;
    expect(trees.towards?.(root, 0xc000 as Mlid)[0]).toBe(1);
    expect(trees.towards?.(root, 0xc001 as Mlid)[0]).toBe(2);
  });
});
