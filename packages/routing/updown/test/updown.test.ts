import { sequential } from "@fabriclab/addressing-sequential";
import { FabricBuilder } from "@fabriclab/fabric";
import { channelDependencies, findCycle } from "@fabriclab/paths";
import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { chain, kimFigure4a, star } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { fig6like, irregular } from "@fabriclab/topology-irregular";
import { describe, expect, it } from "vitest";
import { updown } from "../src/index.ts";
import { make, type UpDownInput } from "./made.part.ts";

const path = (fabric: Fabric, options: UpDownInput, from: string, to: string) =>
  make(fabric, options)
    .path(fabric.findNode(from) ?? -1, fabric.findNode(to) ?? -1)
    .map((sw) => fabric.nodeName[sw])
    .join("");

const random = (switches: number, links: number, seed: number): Fabric =>
  irregular.build(parseOptions(irregular, { switches, links, seed }));

describe("updown on Figure 4(a) of kim2007, edges ab, ac, bc, bd, cd, root b", () => {
  const fabric = kimFigure4a();
  const tree = { mode: "tree", root: "b" } as const;
  const autonet = { mode: "autonet", root: "b" } as const;

  it("in tree mode sends everything from a by port 1, to the root (T-004-4)", () => {
    const { port } = make(fabric, tree);
    const ports = ["b", "c", "d", "B", "C", "D"].map((name) =>
      port(0, (fabric.nodeEndport[fabric.findNode(name) ?? -1] ?? -1) + 1),
    );
    expect(ports).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it("in tree mode leaves ac and cd idle: a, c and d meet at the root", () => {
    expect(path(fabric, tree, "a", "c")).toBe("abc");
    expect(path(fabric, tree, "c", "d")).toBe("cbd");
  });

  it("in autonet mode goes straight from a to c, which is its lower end: equal ranks, larger GUID", () => {
    expect(path(fabric, autonet, "a", "c")).toBe("ac");
    expect(path(fabric, autonet, "c", "a")).toBe("ca");
    expect(path(fabric, autonet, "d", "a")).toBe("dba");
  });

  it("takes the root by GUID too", () => {
    expect(path(fabric, { mode: "tree", root: "0x200001" }, "a", "c")).toBe(
      "abc",
    );
    expect(path(fabric, { mode: "tree", root: "0x200002" }, "a", "c")).toBe(
      "ac",
    );
  });
});

describe("descend", () => {
  // r is cabled to a, b, c and d, all of one rank, which stand in a row.
  const builder = new FabricBuilder("a row under a root");
  const row = ["a", "b", "c", "d"].map((name) => builder.addSwitch(name, 4));
  const root = builder.addSwitch("r", 4);
  for (const [i, sw] of row.entries()) {
    builder.connect(root, i + 1, sw, 1);
    builder.connect(builder.addHost("ABCD"[i] ?? ""), 1, sw, 2);
    const right = row[i + 1];
    if (right !== undefined) builder.connect(sw, 4, right, 3);
  }
  const fabric = builder.build();

  it("always: a goes down its row to d, though the way over the root is shorter; the other way round all of the row is up", () => {
    const options = { root: "r", descend: "always" } as const;
    expect(path(fabric, options, "a", "d")).toBe("abcd");
    expect(path(fabric, options, "d", "a")).toBe("dra");
  });

  it("unless-longer: a goes over the root, and takes its row where that is no longer", () => {
    const options = { root: "r" } as const;
    expect(path(fabric, options, "a", "d")).toBe("ard");
    expect(path(fabric, options, "a", "c")).toBe("abc");
    expect(path(fabric, options, "b", "d")).toBe("bcd");
  });
});

describe("the root", () => {
  it.each([
    ["S99", "the fabric has no switch S99", "S9"],
    ["S14 ", "the fabric has no switch S14 ", "S14"],
    ["H3", "H3 is a host, and only a switch can be the root", "S3"],
    [
      "0x100000",
      "0x100000 is a host, and only a switch can be the root",
      undefined,
    ],
    ["0x99", "the fabric has no switch 0x99", undefined],
    ["bset", "the fabric has no switch bset", "best"],
  ])("%j is refused", (root, message, meant) => {
    const error = refusal(() =>
      make(fig6like.build(parseOptions(fig6like, {})), { root }),
    );
    expect(error.code).toBe("E_UPDOWN_ROOT");
    expect(error.message).toBe(message);
    expect(error.where.path).toBe("root");
    expect(error.got).toBe(root);
    if (meant !== undefined) expect(error.hint).toBe(`did you mean ${meant}?`);
  });

  it("is taken by its index, too, as multipath takes it", () => {
    const fabric = kimFigure4a();
    for (const mode of ["tree", "autonet"] as const)
      for (const [index, root] of ["a", "b", "c", "d"].entries())
        expect(
          pairs(4).map(([from, to]) =>
            make(fabric, { mode, root: index }).path(from, to),
          ),
        ).toEqual(
          pairs(4).map(([from, to]) =>
            make(fabric, { mode, root }).path(from, to),
          ),
        );
    const error = refusal(() => make(fabric, { root: 4 }));
    expect([error.code, error.message, error.got]).toEqual([
      "E_UPDOWN_ROOT",
      "the fabric has no switch of index 4",
      "4",
    ]);
    expect(error.expected).toContain("an index from 0 to 3");
    for (const [root, expected] of [
      [-1, "at least 0"],
      ["", "some text"],
      [1.5, "the name or GUID of a switch, its index, best, or opensm"],
      [["a"], "the name or GUID of a switch, its index, best, or opensm"],
    ] as const)
      expect(refusal(() => parseOptions(updown, { root })).expected).toBe(
        expected,
      );
  });

  it("must be told by GUID where several switches have the name", () => {
    const builder = new FabricBuilder("twins");
    const [a, b] = [builder.addSwitch("s", 2), builder.addSwitch("s", 2)];
    builder.connect(a, 1, b, 1);
    const error = refusal(() => make(builder.build(), { root: "s" }));
    expect(error.message).toBe("several nodes are named s");
    expect(error.hint).toBe("name it by its GUID");
  });

  it("best is the one whose busiest channel carries fewest routes, then the one with fewest hops, then the smallest GUID", () => {
    for (const mode of ["tree", "autonet"] as const)
      for (let seed = 0; seed < 8; seed++) {
        const fabric = random(8, 11, seed);
        const scores = Array.from({ length: 8 }, (_, root) =>
          count(fabric, { mode, root: `S${root}` }),
        );
        // GUIDs grow with the switches' numbers, so the first of equal scores is due.
        const due = scores.reduce(
          (best, score, root) =>
            score.busiest < scores[best]!.busiest ||
            (score.busiest === scores[best]!.busiest &&
              score.hops < scores[best]!.hops)
              ? root
              : best,
          0,
        );
        const routes = (root: string) => {
          const { path: walked } = make(fabric, { mode, root });
          return pairs(8).map(([a, b]) => walked(a, b).join());
        };
        expect(routes("best")).toEqual(routes(`S${due}`));
      }
  });

  it("best counts hosts, not switches", () => {
    // s0 - s1 - s2 - s3 in a ring, three hosts at s2 and one at s0, which is the smallest GUID
    const builder = new FabricBuilder("uneven ring");
    const ring = [0, 1, 2, 3].map((i) => builder.addSwitch(`s${i}`, 5));
    for (const [i, sw] of ring.entries())
      builder.connect(sw, 1, ring[(i + 1) % 4]!, 2);
    for (const [i, at] of [0, 1, 2, 2, 2].entries())
      builder.connect(
        builder.addHost(`h${i}`),
        1,
        ring[at]!,
        3 + (at === 2 ? i - 2 : 0),
      );
    const fabric = builder.build();
    const score = (root: string) => count(fabric, { mode: "tree", root });
    const least = Math.min(
      ...["s0", "s1", "s2", "s3"].map((s) => score(s).busiest),
    );
    expect(score("best").busiest).toBe(least);
    expect(score("s3").busiest).toBeGreaterThan(least);
  });

  it("opensm is a switch of the top level of a fat tree", () => {
    const fabric = fatTree.build(
      parseOptions(fatTree, { ports: 4, levels: 2 }),
    );
    const { path: walked } = make(fabric, { mode: "tree", root: "opensm" });
    const tops = new Set(
      pairs(fabric.switchCount)
        .map(([a, b]) => walked(a, b))
        .filter((steps) => steps.length === 3)
        .map((steps) => fabric.nodeName[steps[1]!]),
    );
    expect([...tops]).toContain("SW<0,0>");
  });

  it.each([
    ["an irregular network", random(15, 23, 1)],
    ["fig6like", fig6like.build(parseOptions(fig6like, {}))],
    ["a chain", chain(4)],
  ])("opensm is refused on %s, as OpenSM gives up there", (_, fabric) => {
    const error = refusal(() => make(fabric, { root: "opensm" }));
    expect(error.code).toBe("E_UPDOWN_NO_ROOT");
    expect(error.where.path).toBe("root");
  });

  it("opensm takes the one switch of a star", () => {
    expect(make(star(3), { root: "opensm" }).port(0, 2)).toBe(1);
  });
});

describe("cycles of channels (T-004-10)", () => {
  it.each([
    [15, 23, 100],
    [30, 46, 50],
  ])(
    "there is none on random networks of %i switches and %i links, in either mode",
    (switches, links, networks) => {
      for (let seed = 0; seed < networks; seed++) {
        const fabric = random(switches, links, seed);
        for (const mode of ["tree", "autonet"] as const) {
          const { rule, lids } = make(fabric, { mode, root: `S${seed % 15}` });
          const tables = linear.build(
            { fabric, lids, routing: rule, routingName: "updown", groups: [] },
            parseOptions(linear, {}),
          );
          expect(
            findCycle(channelDependencies(fabric, tables)),
          ).toBeUndefined();
        }
      }
    },
  );
});

/** Ordered pairs of the first `count` switches. */
const pairs = (count: number): [number, number][] =>
  Array.from({ length: count * count }, (_, i): [number, number] => [
    Math.floor(i / count),
    i % count,
  ]).filter(([a, b]) => a !== b);

/** Routes of all pairs of hosts, walked one by one. */
function count(fabric: Fabric, options: UpDownInput) {
  const { channels } = make(fabric, options);
  const at = Array.from({ length: fabric.hostCount }, (_, host) =>
    fabric.attachment((fabric.switchCount + host) as never),
  );
  const carried = new Map<number, number>();
  let hops = 0;
  for (const [i, from] of at.entries())
    for (const [j, to] of at.entries()) {
      if (i === j || from === undefined || to === undefined) continue;
      for (const channel of channels(from.sw, to.sw)) {
        carried.set(channel, (carried.get(channel) ?? 0) + 1);
        hops += 1;
      }
    }
  return { busiest: Math.max(...carried.values()), hops };
}

function refusal(act: () => unknown): FabricError {
  try {
    act();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("parts that no cables join", () => {
  /** Two chains of three switches with a host each; nothing joins a to d. */
  const builder = new FabricBuilder("two chains");
  const names = ["a", "b", "c", "d", "e", "f"];
  const switches = names.map((name) => builder.addSwitch(name, 3));
  for (const [i, sw] of switches.entries()) {
    builder.connect(builder.addHost(`h${i}`), 1, sw, 3);
    const next = switches[i + 1];
    if (next !== undefined && i !== 2) builder.connect(sw, 1, next, 2);
  }
  const fabric = builder.build();
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const said = (root: string): string | undefined => {
    const rule = updown.create(
      { fabric, lids },
      parseOptions(updown, { root }),
    );
    return "notes" in rule ? rule.notes?.[0] : undefined;
  };

  it("have a root each, the best or those that are named", () => {
    // All paths of a chain are the same whatever its root: the switch of the smallest GUID is as good as any.
    expect(said("best")).toContain(
      "the roots of 2 parts that no cables join are a, d, chosen by root: best",
    );
    expect(said("e, c")).toContain("are e, c; mode autonet");
  });

  it("have no two roots named", () => {
    const error = refusal(() => said("a,c,e"));
    expect([error.code, error.message]).toEqual([
      "E_UPDOWN_ROOT",
      "cables join the roots a and c",
    ]);
  });
});

it("says nothing of roots where there are no switches", () => {
  const builder = new FabricBuilder("back to back");
  builder.connect(builder.addHost("a"), 1, builder.addHost("b"), 1);
  const fabric = builder.build();
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const rule = updown.create({ fabric, lids }, parseOptions(updown, {}));
  expect("notes" in rule ? rule.notes : undefined).toEqual([]);
});

it("says which root it chose, and how", () => {
  const fabric = kimFigure4a();
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const said = (options: object): string | undefined => {
    const rule = updown.create({ fabric, lids }, parseOptions(updown, options));
    return "notes" in rule ? rule.notes?.[0] : undefined;
  };
  expect(said({ root: "b", mode: "tree" })).toMatch(
    /^updown: the root is b; mode tree/,
  );
  expect(said({})).toMatch(
    /the root is [abcd], chosen by root: best; mode autonet/,
  );
});
