import { FabricBuilder, withoutLinks } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffFabrics } from "../src/index.ts";

interface Shape {
  readonly guids?: bigint;
  readonly names?: readonly string[];
  readonly hosts?: readonly string[];
  readonly madeUp?: boolean;
  readonly crossed?: boolean;
  readonly speed?: string;
  readonly without?: boolean;
}

/** Two switches with two cables between them and two hosts; `crossed` swaps the hosts' ports. */
function pair(shape: Shape = {}): Fabric {
  const { guids = 0x1000n, names = ["A", "B"], crossed = false } = shape;
  const builder = new FabricBuilder("pair");
  const [a, b] = [0, 1].map((i) =>
    builder.addSwitch(names[i] ?? "", 8, guids + BigInt(i)),
  );
  const hosts = (shape.hosts ?? ["h0", "h1"]).map((name, i) =>
    builder.addHost(name, 1, guids + 0x100n + BigInt(2 * i)),
  );
  const spec = shape.speed === undefined ? {} : { speed: shape.speed };
  builder.connect(a!, 1, crossed ? hosts[1]! : hosts[0]!, 1);
  builder.connect(b!, 1, crossed ? hosts[0]! : hosts[1]!, 1);
  builder.connect(a!, 5, b!, 5, spec);
  if (shape.without !== true) builder.connect(a!, 6, b!, 6);
  if (shape.madeUp === true)
    for (const node of [a!, b!, ...hosts]) builder.markGuidMadeUp(node);
  return builder.build();
}

describe("diffFabrics", () => {
  it("finds no difference between a fabric and itself, numbered otherwise or not", () => {
    expect(diffFabrics(pair(), pair()).isSame).toBe(true);
  });

  it("knows nodes that one fabric calls by their GUIDs, and calls that no other name", () => {
    const named = pair();
    const byGuid = pair({
      names: ["S-0000000000001000", "B"],
      hosts: ["h0", "H-0000000000001102"],
    });
    for (const by of ["name", "guid", undefined] as const) {
      expect(diffFabrics(named, byGuid, by).isSame).toBe(true);
      expect(diffFabrics(byGuid, named, by).isSame).toBe(true);
    }
    // The GUID of another node is a name like any other.
    const others = pair({ names: ["S-0000000000001001", "B"] });
    expect(diffFabrics(named, others, "name").isSame).toBe(false);
  });

  it("names a cable that is missing, and one that is added", () => {
    const less = diffFabrics(pair(), pair({ without: true }));
    expect(less).toMatchObject({
      missingCables: ["A:6 - B:6"],
      addedCables: [],
      recabled: [],
      isSame: false,
    });
    expect(diffFabrics(pair({ without: true }), pair()).addedCables).toEqual([
      "A:6 - B:6",
    ]);
  });

  it("shows hosts that were swapped at every port concerned", () => {
    const { recabled, missingCables } = diffFabrics(
      pair(),
      pair({ crossed: true }),
    );
    expect(missingCables).toEqual([]);
    expect(
      recabled.map(({ port, after }) => `${port} > ${after}`).sort(),
    ).toEqual(["A:1 > h1:1", "B:1 > h0:1", "h0:1 > B:1", "h1:1 > A:1"]);
  });

  it("tells another rate", () => {
    expect(diffFabrics(pair(), pair({ speed: "QDR" })).recabled).toEqual([
      {
        port: "A:5 - B:5",
        what: "rate",
        before: "1x SDR",
        after: "1x QDR",
      },
    ]);
  });

  it("matches a plan without real GUIDs by name, and says which GUIDs there are", () => {
    const diff = diffFabrics(pair(), pair({ guids: 0x9000n }));
    expect(diff.by).toBe("name");
    expect(diff.missing).toEqual([]);
    expect(diff.changed.map(({ what }) => what)).toEqual([
      "guid",
      "guid",
      "guid",
      "guid",
    ]);
    expect(
      diffFabrics(pair(), pair({ guids: 0x9000n }), "guid").missing,
    ).toEqual(["A", "B", "h0", "h1"]);
  });

  it("takes GUIDs that a reader made up for none: neither to match nodes by, nor as changes", () => {
    // The same numbers, of other nodes.
    const plan = pair({ names: ["B", "A"], madeUp: true });
    for (const diff of [
      diffFabrics(plan, pair()),
      diffFabrics(pair(), plan),
      diffFabrics(plan, pair({ guids: 0x9000n })),
    ]) {
      expect(diff.by).toBe("name");
      expect(diff.missing).toEqual([]);
      expect(diff.changed).toEqual([]);
    }
    expect(diffFabrics(plan, pair(), "guid").missing).toHaveLength(4);
    for (const by of ["name", "guid"] as const)
      expect(diffFabrics(plan, plan, by).isSame).toBe(true);
  });

  it("takes numbers of ports that a reader made up for none", () => {
    const of = (ports: number, madeUp: boolean): Fabric => {
      const builder = new FabricBuilder("one");
      const sw = builder.addSwitch("A", ports, 1n);
      builder.connect(sw, 1, builder.addHost("h", 1, 2n), 1);
      if (madeUp) builder.markRadixMadeUp(sw);
      return builder.build();
    };
    expect(diffFabrics(of(20, false), of(40, false)).changed).toEqual([
      { name: "A", what: "ports", before: "20", after: "40" },
    ]);
    expect(diffFabrics(of(20, true), of(40, false)).isSame).toBe(true);
    expect(diffFabrics(of(40, false), of(20, true)).isSame).toBe(true);
  });

  it("matches the adapters of a port list by PortGUID, two ports of one adapter as one", () => {
    const fabric = (isList: boolean): Fabric => {
      const builder = new FabricBuilder("shared names");
      const sw = builder.addSwitch("S", 8, 0x500n);
      const ends = isList
        ? [0xa01n, 0xb01n, 0xb02n].map((guid, i) => {
            const num = i === 2 ? 2 : 1;
            return [
              builder.addHost("h", num, guid, new Map([[num, guid]])),
              num,
            ] as const;
          })
        : ((h, g) => [[h, 1] as const, [g, 1] as const, [g, 2] as const])(
            builder.addHost("h", 1, 0xa00n),
            builder.addHost("h", 2, 0xb00n),
          );
      ends.forEach(([host, num], i) => builder.connect(sw, i + 1, host, num));
      return builder.build();
    };
    const diff = diffFabrics(fabric(false), fabric(true));
    expect(diff).toMatchObject({ by: "guid", missing: [] });
    expect(diff.added).toEqual(["h 0x0000000000000b02"]);
    expect(diff.changed).toEqual([
      // The list has a host for each port.
      { name: "h 0x0000000000000b00", what: "ports", before: "2", after: "1" },
    ]);
    expect(diff.recabled.map(({ port }) => port)).toEqual(["S:3"]);
  });

  it("matches a host's name with the one adapter of that host, and not with one of two", () => {
    const plan = pair({ hosts: ["n1", "n2"], madeUp: true });
    const diff = diffFabrics(
      plan,
      pair({ hosts: ["n1 mlx5_0", "n2 HCA-1"], guids: 0x9000n }),
    );
    expect(diff).toMatchObject({ by: "name", byHostPart: 2, isSame: true });
    const two = diffFabrics(
      plan,
      pair({ hosts: ["n1 mlx5_0", "n1 mlx5_1"], guids: 0x9000n }),
    );
    expect(two.byHostPart).toBe(0);
    expect(two.missing).toEqual(["n1", "n2"]);
    // One of them has the plan's adapter by its whole name; the other is not the host for that.
    const known = diffFabrics(
      pair({ hosts: ["n1", "n1 mlx5_1"], madeUp: true }),
      pair({ hosts: ["n1 mlx5_0", "n1 mlx5_1"], guids: 0x9000n }),
    );
    expect(known.byHostPart).toBe(0);
    expect(known.missing).toEqual(["n1"]);
  });

  it("names a switch that was renamed", () => {
    expect(diffFabrics(pair(), pair({ names: ["A", "C"] })).changed).toEqual([
      { name: "B", what: "name", before: "B", after: "C" },
    ]);
  });

  it("does not list the cables of nodes that are gone one by one", () => {
    const builder = new FabricBuilder("one");
    const a = builder.addSwitch("A", 8, 0x1000n);
    builder.connect(a, 1, builder.addHost("h0", 1, 0x1100n), 1);
    const diff = diffFabrics(pair(), builder.build());
    expect(diff.missing).toEqual(["B", "h1"]);
    expect(diff.missingCables).toEqual([]);
    expect(diff.cablesOfNodes).toBe(3);
  });

  it("finds just the cables that were taken out of any fabric", () => {
    fc.assert(
      fc.property(randomFabric(), fc.nat(), (fabric, pick) => {
        expect(diffFabrics(fabric, fabric).isSame).toBe(true);
        if (fabric.linkCount === 0) return;
        const less = withoutLinks(fabric, [pick % fabric.linkCount]);
        const diff = diffFabrics(fabric, less);
        expect(diff.missingCables).toHaveLength(1);
        expect(diff.missing).toEqual([]);
        expect(diff.addedCables).toEqual([]);
        expect(diff.recabled).toEqual([]);
      }),
    );
  });
});
