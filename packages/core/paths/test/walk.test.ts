import { describe, expect, it } from "vitest";
import { withoutLinks } from "@fabriclab/fabric";
import { PathClasses, PathWalker, walk } from "@fabriclab/paths";
import { lidTable, type Fabric, type ForwardingTables } from "@fabriclab/spec";
import { chain, ring } from "@fabriclab/testing-fabrics";
import { NO_PORT, type EndportIx, type Lid, type Sl } from "@fabriclab/units";

/** LIDs 1, 2, 3 … in endport order, and the entries given by switch: `{ a: { 4: 2 } }` = at a, LID 4 leaves by port 2. */
function tables(
  fabric: Fabric,
  entries: Record<string, Record<number, number>>,
): ForwardingTables {
  const lids = lidTable(
    Uint16Array.from({ length: fabric.endportCount }, (_, i) => i + 1),
    new Uint8Array(fabric.endportCount),
  );
  const lft = Array.from({ length: fabric.switchCount }, (_, sw) => {
    const table = new Uint8Array(lids.topLid + 1).fill(NO_PORT);
    table[sw + 1] = 0;
    for (const [lid, port] of Object.entries(
      entries[fabric.nodeName[sw] ?? ""] ?? {},
    ))
      table[Number(lid)] = port;
    return table;
  });
  return {
    lids,
    lft,
    lanes: 1,
    engine: "drawn",
    pathLid: (_, destination) => (destination + 1) as Lid,
    pathSl: () => 0 as Sl,
  };
}

// Chain a-b-c: switch LIDs 1-3, host LIDs A = 4, B = 5, C = 6; endports A = 3, B = 4, C = 5.
// Ports: a: 1 = b, 2 = A. b: 1 = a, 2 = c, 3 = B. c: 1 = b, 2 = C.
const fabric = chain(3);
const [A, B, C] = [3, 4, 5] as EndportIx[] as [EndportIx, EndportIx, EndportIx];
const good = tables(fabric, {
  a: { 6: 1, 4: 2 },
  b: { 6: 2, 4: 1 },
  c: { 6: 2, 4: 1 },
});
const names = (list: readonly number[]): (string | undefined)[] =>
  list.map((node) => fabric.nodeName[node]);

describe("walk", () => {
  it("follows the tables to the owner of the LID", () => {
    const found = walk(fabric, good, A, C);
    expect(found.end).toBe("delivered");
    expect(names(found.switches)).toEqual(["a", "b", "c"]);
    expect(
      found.channels.map((channel) => [
        fabric.nodeName[fabric.portNode[channel] ?? -1],
        fabric.numOf(channel as never),
      ]),
    ).toEqual([
      ["A", 1],
      ["a", 1],
      ["b", 2],
      ["c", 2],
    ]);
    expect(found.lanes).toEqual([0, 0, 0, 0]);
  });

  it("stands still for a host and itself, and walks from and to a switch's own endport", () => {
    expect(walk(fabric, good, A, A)).toEqual({
      end: "delivered",
      channels: [],
      lanes: [],
      switches: [],
    });
    const walker = new PathWalker(fabric, good);
    expect(walker.walk(0 as EndportIx, 6 as Lid)).toBe("delivered");
    expect(walker.length).toBe(3);
    expect(walker.walk(2 as EndportIx, 3 as Lid)).toBe("delivered");
    expect(walker.length).toBe(0);
  });

  it("says no-path where an entry is missing", () => {
    expect(walk(fabric, good, A, B)).toMatchObject({
      end: "no-path",
      switches: [0],
    });
  });

  it("says loop where switches send a packet round", () => {
    const loop = tables(ring(3), { a: { 6: 1 }, b: { 6: 2 }, c: { 6: 2 } });
    expect(walk(ring(3), loop, 3 as EndportIx, 5 as EndportIx)).toMatchObject({
      end: "loop",
    });
    const pingPong = tables(fabric, { a: { 6: 1 }, b: { 6: 1 } });
    expect(walk(fabric, pingPong, A, C)).toMatchObject({
      end: "loop",
      switches: [0, 1, 0],
    });
  });

  it("says dead-port where a table names a port without cable, or none of the switch's", () => {
    const cut = withoutLinks(fabric, [1]); // b - c
    expect(walk(cut, good, A, C).end).toBe("dead-port");
    expect(walk(fabric, tables(fabric, { a: { 6: 99 } }), A, C).end).toBe(
      "dead-port",
    );
  });

  it("says wrong-endport where somebody else gets it", () => {
    expect(
      walk(fabric, tables(fabric, { a: { 6: 1 }, b: { 6: 3 } }), A, C).end,
    ).toBe("wrong-endport");
    expect(walk(fabric, tables(fabric, { a: { 6: 0 } }), A, C).end).toBe(
      "wrong-endport",
    );
  });

  it("says unattached where source or owner is missing", () => {
    expect(walk(withoutLinks(fabric, [2]), good, A, C).end).toBe("unattached");
    expect(new PathWalker(fabric, good).walk(A, 7 as Lid)).toBe("unattached");
  });

  it("takes the VL of each channel from SL2VL, and stops at an entry of 15", () => {
    const sl2vl = Array.from({ length: 3 }, (_, sw) => {
      const radix =
        (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0);
      const table = new Uint8Array((radix + 1) ** 2 * 16);
      // VL = number of the port out, SL 3 only; all else 15.
      for (let at = 0; at < table.length; at++)
        table[at] = at % 16 === 3 ? Math.floor(at / 16) % (radix + 1) : 15;
      return table;
    });
    const laned: ForwardingTables = { ...good, lanes: 4, sl2vl };
    const walker = new PathWalker(fabric, laned);
    expect(walker.walk(A, 6 as Lid, 3)).toBe("delivered");
    expect([...walker.lanes.subarray(0, walker.length)]).toEqual([3, 1, 2, 2]);
    expect(walker.walk(A, 6 as Lid, 2)).toBe("no-lane");
  });
});

describe("the VL on which a host sends", () => {
  const lanes = (hostSl2vl: Uint8Array | undefined, sl: number, source = A) => {
    const laned = {
      ...good,
      lanes: 2,
      ...(hostSl2vl === undefined ? {} : { hostSl2vl }),
    };
    const walker = new PathWalker(fabric, laned);
    const end = walker.walk(source, (C + 1) as Lid, sl);
    return [end, ...Array.from(walker.lanes.subarray(0, walker.length))];
  };

  it("is SL modulo the lanes without a table", () => {
    expect(lanes(undefined, 8)).toEqual(["delivered", 0, 0, 0, 0]);
    expect(lanes(undefined, 3)).toEqual(["delivered", 1, 1, 1, 1]);
  });

  it("is its entry where one table holds for all hosts: torus-2QoS sends on SL bit 3", () => {
    const bit3 = Uint8Array.from({ length: 16 }, (_, sl) => sl >> 3);
    expect(lanes(bit3, 8)).toEqual(["delivered", 1, 1, 1, 1]);
    expect(lanes(bit3, 3)).toEqual(["delivered", 0, 0, 0, 0]);
  });

  it("is its own row where every endport has one; VL 15 sends nothing", () => {
    const rows = new Uint8Array(6 * 16);
    rows[A * 16 + 5] = 1;
    rows[B * 16 + 5] = 15;
    expect(lanes(rows, 5)).toEqual(["delivered", 1, 1, 1, 1]);
    expect(lanes(rows, 5, B)).toEqual(["no-lane"]);
  });
});

it("tables of another fabric are refused, whoever follows them", () => {
  for (const other of [ring(4), chain(4)])
    for (const follow of [
      () => new PathWalker(other, good),
      () => new PathClasses(other, good),
    ])
      expect(follow).toThrow(
        expect.objectContaining({ code: "E_SPEC_TABLES_FABRIC" }),
      );
});
