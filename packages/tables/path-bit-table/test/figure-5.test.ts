import { linear } from "@fabriclab/tables-linear";
import { updown } from "@fabriclab/routing-updown";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { readVectors } from "@fabriclab/testing-golden";
import { kimFigure4a } from "@fabriclab/testing-fabrics";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { made } from "./made.ts";

const fabric = kimFigure4a();
const { tables, plan, context } = made(fabric, { routing: { root: "b" } });
const a = 0 as SwitchIx;
const host = (letter: string): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(letter)!] ?? 0) as EndportIx;
/** Switches that a packet crosses. */
function way(from: string, lid: number): string {
  let at = fabric.attachment(host(from))!.sw as number;
  let path = "";
  while (at < fabric.switchCount) {
    path += fabric.nodeName[at]!;
    const port = tables.lft[at]![lid]!;
    at = fabric.portNode[fabric.portPeer[fabric.portStart[at]! + port - 1]!]!;
  }
  return path;
}
/** Bits as the paper writes them: the first cycle's first. */
const valueOf = (bits: string): number => Number(bits[0]) + 2 * Number(bits[1]);

describe("the table of vertex a in Figure 5(c) of kim2007", () => {
  const upDown = updown.create(
    context,
    parseOptions(updown, { mode: "tree", root: "b" }),
  ) as RoutingRule;
  const beside = linear.build(
    { ...context, routing: upDown, routingName: "updown" },
    {},
  );
  const table = tables.report!([beside]).switchTable!(a);

  it("has six entries with the ports and flags of the paper (T-004-4)", () => {
    // Port 1 leads to b, port 2 to c. SPF takes port 2 to c; Up/Down with root b takes port 1 to everything.
    expect(table.columns).toEqual([
      "destination",
      "path bits",
      "port",
      "to",
      "default",
      "updown",
    ]);
    expect(table.rows).toEqual([
      ["B", "0X", 1, "b", "x", "x"],
      ["B", "1X", 2, "c", "", ""],
      ["C", "0X", 1, "b", "", "x"],
      ["C", "1X", 2, "c", "x", ""],
      ["D", "0X", 1, "b", "x", "x"],
      ["D", "1X", 2, "c", "", ""],
    ]);
  });

  const truth = readVectors("004");
  it.skipIf(truth === undefined)(
    "is that of vectors.json (skipped where absent)",
    () => {
      const found: Record<string, Record<string, number>> = {};
      for (const [destination, bits, port] of table.rows)
        (found[String(destination).toLowerCase()] ??= {})[String(bits)] =
          Number(port);
      expect(found).toEqual(truth?.["table_a"]);
    },
  );
});

/**
 * The next switch for bits 00, 10, 01, 11, from each switch (first letter) to the host of each other (second letter). Worked out by hand from the
 * bits of the simple paths: of the patterns that fit, the most specific one's path, then the shortest, then that of the lowest port. bdca is 00,
 * ba 1X and bca 01, so from b to a it is d, a, c, a. Here it makes no difference whether specific or short comes first.
 */
const NEXT = `
  ab: b c b c   ba: d a c a   ca: a b a d   da: c c b b
  ac: b c b c   bc: d a c a   cb: a b a d   db: c c b b
  ad: b c b c   bd: d d c a   cd: a b d d   dc: c c b b
`;

describe("the tables of all vertices of Figure 4(a)", () => {
  const lines = [...NEXT.matchAll(/(\w)(\w): (\w) (\w) (\w) (\w)/g)].flatMap(
    ([, from = "", to = "", ...letters]) =>
      ["00", "10", "01", "11"].map((bits, i) => ({
        from,
        to,
        bits,
        next: letters[i] ?? "",
      })),
  );

  it.each(["shortest", "specific"])(
    "send each of 4 x 12 values to the next switch of the path that has the bits (T-004-3), with the %s pattern first",
    (lookup) => {
      const { tables, plan } = made(fabric, {
        routing: { root: "b" },
        tables: { lookup },
      });
      const ours = lines.map((line) => {
        const sw = fabric.findNode(line.from)!;
        const lid = plan.lid(host(line.to.toUpperCase()), valueOf(line.bits));
        const port = fabric.portStart[sw]! + tables.lft[sw]![lid]! - 1;
        const next = fabric.nodeName[fabric.portNode[fabric.portPeer[port]!]!]!;
        return { ...line, next };
      });
      expect(lines).toHaveLength(48);
      expect(ours).toEqual(lines);
    },
  );
});

describe("packets on Figure 4(a)", () => {
  it("take the paths that the bits name from b to a: 1X, 01 and 00", () => {
    const by = (bits: string): string =>
      way("B", plan.lid(host("A"), valueOf(bits)));
    expect(["10", "11", "01", "00"].map(by)).toEqual([
      "ba",
      "ba",
      "bca",
      "bdca",
    ]);
  });

  it("take one of the two ways where the bits fit both (T-004-5)", () => {
    expect(["bac", "bdc"]).toContain(
      way("B", plan.lid(host("C"), valueOf("10"))),
    );
    expect(["cab", "cdb"]).toContain(
      way("C", plan.lid(host("B"), valueOf("01"))),
    );
  });

  it("without the indication bit take the shortest path, by the lowest port", () => {
    const base = (letter: string): number =>
      context.lids.baseLid[host(letter)]!;
    expect(way("A", base("C"))).toBe("ac");
    expect(way("A", base("D"))).toBe("abd");
    // Offsets 2 and 3 of a block of eight name nothing: as the base LID.
    expect(way("A", base("D") + 2)).toBe("abd");
    expect(way("A", base("D") + 3)).toBe("abd");
  });

  it("have three paths from b to a, fewest switches first", () => {
    expect(
      plan.paths(host("B"), host("A")).map(({ value, hops }) => [value, hops]),
    ).toEqual([
      [valueOf("10"), 2],
      [valueOf("01"), 3],
      [valueOf("00"), 4],
    ]);
  });

  it("go back by the complement of the bits the way they came, where the bits name one path", () => {
    const all = plan.paths(host("B"), host("A"));
    for (const { value } of all) {
      const there = way("B", plan.lid(host("A"), value));
      const back = way("A", plan.lid(host("B"), value ^ 3));
      expect([...back].reverse().join("")).toBe(there);
    }
  });

  it("to the adaptive LID may leave a by both ports, and by the LFT's", () => {
    const lid = plan.adaptiveLid(host("B"));
    expect(lid).toBe(context.lids.baseLid[host("B")]! + 1);
    expect(tables.portSets![a]![lid]).toBe(0b110);
    expect(tables.lft[a]![lid]).toBe(1);
  });

  it("to the adaptive LID keep to shortest paths where no detour is allowed", () => {
    const near = made(fabric, { tables: { adaptiveDetour: 0 } });
    const portsTo = (letter: string): number =>
      near.tables.portSets![a]![near.plan.adaptiveLid(host(letter))]!;
    // To d both ways are equally long.
    expect([..."BCD"].map(portsTo)).toEqual([0b010, 0b100, 0b110]);
  });
});
