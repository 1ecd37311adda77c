import { opensm } from "@fabriclab/addressing-opensm";
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import {
  FabricBuilder,
  withoutLinks,
  withoutSwitches,
  type NodeRef,
} from "@fabriclab/fabric";
import { hostEndports, walk } from "@fabriclab/paths";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingEngine,
} from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";
import type { LinkIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { torus2qos } from "../src/index.ts";

function tables(fabric: Fabric, options: object = {}): ForwardingTables {
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  const engine = torus2qos.create(
    { fabric, lids },
    parseOptions(torus2qos, options),
  );
  return (engine as RoutingEngine).tables();
}

function refusal(fabric: Fabric, options: object): FabricError | undefined {
  try {
    tables(fabric, options);
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  return undefined;
}

const grid = (columns: number, rows: number, wrap: boolean): Fabric =>
  mesh.build(parseOptions(mesh, { columns, rows, wrap }));
const seed = ["xp_link N(0,0) N(1,0)", "yp_link N(0,0) N(0,1)"];

/** A torus of any radixes, one host at each switch. */
function torus(...radixes: readonly number[]): Fabric {
  const builder = new FabricBuilder("torus");
  const size = radixes.reduce((product, radix) => product * radix, 1);
  const ports = 2 * radixes.length + 1;
  const switches = Array.from({ length: size }, (_, i) =>
    builder.addSwitch(`s${i}`, ports),
  );
  for (const [i, sw] of switches.entries()) {
    builder.connect(builder.addHost(`h${i}`), 1, sw, ports);
    let stride = 1;
    for (const [d, radix] of radixes.entries()) {
      const at = Math.floor(i / stride) % radix;
      const to = switches[i + (((at + 1) % radix) - at) * stride];
      if (to !== undefined) builder.connect(sw, 2 * d + 1, to, 2 * d + 2);
      stride *= radix;
    }
  }
  return builder.build();
}

/** Whether every host reaches every other, and whether anything can block. */
function isRight(fabric: Fabric, made: ForwardingTables): boolean {
  const hosts = hostEndports(fabric, made);
  return (
    hosts.every((from) =>
      hosts.every(
        (to) => from === to || walk(fabric, made, from, to).end === "delivered",
      ),
    ) && isDeadlockFree(fabric, made)
  );
}

const switchLinksOf = (fabric: Fabric): LinkIx[] =>
  Array.from({ length: fabric.linkCount }, (_, link) => link as LinkIx).filter(
    (link) =>
      [0, 1].every(
        (end) =>
          (fabric.portNode[fabric.linkPorts[2 * link + end] ?? 0] ?? 0) <
          fabric.switchCount,
      ),
  );

describe("failures", () => {
  const whole = grid(6, 5, true);
  const conf = ["torus 6 5", ...seed];
  const before = tables(whole, { conf });

  it("of any one link of a torus are gone round, without a loop and without a change of service levels", () => {
    for (const link of switchLinksOf(whole)) {
      const damaged = withoutLinks(whole, [link]);
      const made = tables(damaged, { conf });
      expect(isRight(damaged, made)).toBe(true);
      for (const from of hostEndports(damaged, made))
        for (const to of hostEndports(damaged, made))
          expect(made.pathSl(from, to)).toBe(before.pathSl(from, to));
    }
  });

  it("of one link in each ring of a torus are gone round", () => {
    // Port 1 leads east, port 2 north: one cable of every row and of every column.
    const names = ["N(0,0)", "N(1,1)", "N(2,2)", "N(3,3)", "N(4,4)"];
    const links = names.flatMap((name) =>
      [0, 1].map(
        (port) =>
          (whole.portLink[
            (whole.portStart[whole.findNode(name) ?? 0] ?? 0) + port
          ] ?? 0) as LinkIx,
      ),
    );
    const damaged = withoutLinks(whole, links);
    expect(isRight(damaged, tables(damaged, { conf }))).toBe(true);
  });

  it("of any one switch but the seed's are gone round by an early turn, without a loop", () => {
    for (const name of ["N(2,2)", "N(5,4)", "N(3,0)", "N(0,3)"]) {
      const sw = whole.findNode(name) ?? 0;
      const damaged = withoutSwitches(whole, [sw]);
      const made = tables(damaged, { conf });
      expect(isRight(damaged, made)).toBe(true);
    }
  });

  it("of a link of a mesh are refused, with switch and port", () => {
    const fabric = grid(4, 4, false);
    const sw = fabric.findNode("N(1,2)") ?? 0;
    const link = fabric.portLink[fabric.portStart[sw] ?? 0] ?? 0;
    const error = refusal(withoutLinks(fabric, [link as LinkIx]), {
      conf: ["mesh 4 4", ...seed],
    });
    expect(error?.code).toBe("E_TORUS_2QOS_CUT");
    // Port 1 of N(1,2) led to port 3 of N(2,2).
    expect(["N(1,2):1", "N(2,2):3"]).toContain(error?.where.path);
  });
});

it("two cuts in a ring are refused, with a switch and a port beside one of them", () => {
  const fabric = grid(6, 5, true);
  const links = ["N(1,2)", "N(4,2)"].map(
    (name) =>
      (fabric.portLink[fabric.portStart[fabric.findNode(name) ?? 0] ?? 0] ??
        0) as LinkIx,
  );
  const error = refusal(withoutLinks(fabric, links), {
    conf: ["torus 6 5", ...seed],
  });
  expect(error?.code).toBe("E_TORUS_2QOS_CUT");
  expect(["N(1,2):1", "N(2,2):3", "N(4,2):1", "N(5,2):3"]).toContain(
    error?.where.path,
  );
});

describe("places", () => {
  it.each([[[5, 5]], [[3, 3, 3]], [[5, 4, 3]], [[7, 3]], [[6]]])(
    "are found without a configuration in a torus of %j",
    (radixes) => {
      const fabric = torus(...radixes);
      const made = tables(fabric);
      expect(isRight(fabric, made)).toBe(true);
    },
  );

  it("move with the dateline: paths that cross it have the service level's bit", () => {
    const fabric = grid(5, 5, true);
    const at = (name: string) =>
      (fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0) as never;
    const crossing = (line: string): boolean =>
      tables(fabric, { conf: ["torus 5 5", ...seed, line] }).pathSl(
        at("H(1,0)"),
        at("H(2,0)"),
      ) === 1;
    expect(crossing("x_dateline 0")).toBe(false);
    expect(crossing("x_dateline 1")).toBe(false);
    expect(crossing("x_dateline 2")).toBe(true);
    expect(crossing("x_dateline -3")).toBe(true);
  });

  it("are those of the next seed where a switch of the first is gone", () => {
    const fabric = grid(5, 5, true);
    const conf = [
      "torus 5 5",
      "xp_link nobody N(1,0)",
      "next_seed",
      "xp_link N(2,2) N(3,2)",
      "yp_link N(2,2) N(2,3)",
      "x_dateline -2",
      "y_dateline -2",
    ];
    expect(tables(fabric, { conf }).lft).toEqual(
      tables(fabric, { conf: ["torus 5 5", ...seed] }).lft,
    );
  });

  it("are refused beside a cable that leads across, with switch and port", () => {
    const builder = new FabricBuilder("crossed");
    const ring = ["a", "b", "c", "d", "e"].map((name) =>
      builder.addSwitch(name, 4),
    );
    for (const [i, sw] of ring.entries()) {
      builder.connect(sw, 1, ring[(i + 1) % 5] ?? sw, 2);
      builder.connect(builder.addHost(`h${i}`), 1, sw, 4);
    }
    builder.connect(ring[0] ?? fail(), 3, ring[2] ?? fail(), 3);
    const error = refusal(builder.build(), {
      conf: ["torus 5", "xp_link a b"],
    });
    expect(error?.code).toBe("E_TORUS_2QOS_UNSUPPORTED_FABRIC");
    expect(error?.where.path).toMatch(/^[a-e]:[1-3]$/);
  });
});

it("spreads the hosts of a switch over parallel cables", () => {
  const builder = new FabricBuilder("two");
  const [a, b] = [builder.addSwitch("a", 4), builder.addSwitch("b", 4)];
  for (const num of [1, 2]) builder.connect(a, num, b, num);
  for (const num of [3, 4])
    for (const [sw, name] of [
      [a, "a"],
      [b, "b"],
    ] as const)
      builder.connect(builder.addHost(`h${name}${num}`), 1, sw, num);
  const fabric = builder.build();
  const made = tables(fabric, { conf: ["mesh 2", "xp_link a b"] });
  const lid = (name: string): number =>
    made.lids.baseLid[fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0] ?? 0;
  const table = made.lft[fabric.findNode("a") ?? 0];
  expect([table?.[lid("hb3")], table?.[lid("hb4")]]).toEqual([1, 2]);
});

it("spreads hosts of several switches over parallel cables, counted by the ports of the lower end", () => {
  const builder = new FabricBuilder("row");
  const row = ["a", "b", "c"].map((name) => builder.addSwitch(name, 5));
  const [a, b, c] = row as [NodeRef, NodeRef, NodeRef];
  // Crossed: port 1 of a leads to port 2 of b.
  builder.connect(a, 1, b, 2);
  builder.connect(a, 2, b, 1);
  builder.connect(b, 3, c, 3);
  builder.connect(builder.addHost("ha"), 1, a, 4);
  builder.connect(builder.addHost("ha'"), 1, a, 5);
  builder.connect(builder.addHost("hb"), 1, b, 4);
  builder.connect(builder.addHost("hc"), 1, c, 4);
  const fabric = builder.build();
  const made = tables(fabric, { conf: ["mesh 3", "xp_link a b"] });
  const port = (sw: string, name: string): number | undefined =>
    made.lft[fabric.findNode(sw) ?? 0]?.[
      made.lids.baseLid[fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0] ??
        0
    ];
  expect(["hb", "hc"].map((name) => port("a", name))).toEqual([1, 2]);
  expect(["b", "c"].map((name) => port("a", name))).toEqual([1, 2]);
  expect(["ha", "ha'"].map((name) => port("b", name))).toEqual([2, 1]);
});

describe("a configuration is refused, with its line,", () => {
  const fabric = grid(5, 5, true);
  it.each([
    ["that has another keyword", ["torus 5 5", "port_order 1 2"], 2],
    ["of no radix", ["torus five"], 1],
    ["of four dimensions", ["torus 5 5 1 1"], 1],
    ["that names dimensions twice", ["torus 5 5", "mesh 5 5"], 2],
    ["whose link has one end", ["torus 5 5", "xp_link N(0,0)"], 2],
    ["whose dateline is no number", ["torus 5 5", "x_dateline here"], 2],
    ["that names no switch", ["torus 5 5", "xp_link N(0,0) H(1,0)"], 2],
    [
      "whose links have no common switch",
      ["torus 5 5", "xp_link N(0,0) N(1,0)", "yp_link N(1,0) N(1,1)"],
      3,
    ],
    [
      "that puts a switch in two places",
      ["torus 5 5", "xp_link N(0,0) N(1,0)", "yp_link N(0,0) N(1,0)"],
      3,
    ],
  ])("%s", (_, conf, line) => {
    const error = refusal(fabric, { conf });
    expect(error?.code).toBe("E_TORUS_2QOS_CONF");
    expect(error?.where.line).toBe(line);
  });

  it.each([
    ["without dimensions", "# nothing"],
    ["without a seed", "torus 5 5"],
  ])("%s", (_, conf) => {
    expect(refusal(fabric, { conf })?.code).toBe("E_TORUS_2QOS_CONF");
  });

  it("and so is a tree, with how many switches are alike", () => {
    // Two spines, each cabled to all of five leaves: neighbours 5, 5, 2, 2, 2, 2, 2.
    const builder = new FabricBuilder("tree");
    const spines = ["s0", "s1"].map((name) => builder.addSwitch(name, 6));
    for (let i = 0; i < 5; i++) {
      const leaf = builder.addSwitch(`l${i}`, 3);
      for (const [up, spine] of spines.entries())
        builder.connect(leaf, up + 1, spine, i + 1);
      builder.connect(builder.addHost(`h${i}`), 1, leaf, 3);
    }
    expect(refusal(builder.build(), {})?.got).toBe(
      "7 switches and 10 pairs of neighbours; s0 has 5 neighbours, as 1 other switch has, and no cable at port 6",
    );
  });

  it("and so is a torus with too few places", () => {
    expect(refusal(fabric, { conf: ["torus 5 4", ...seed] })?.code).toBe(
      "E_TORUS_2QOS_UNSUPPORTED_FABRIC",
    );
  });
});

function fail(): never {
  throw new Error("no switch");
}
