import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FabricError } from "@fabriclab/spec";
import {
  damaged,
  randomFabric,
  sameCables,
  sameNodes,
} from "@fabriclab/testing-fabrics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  readIbnl,
  readSubnetLst,
  readTopo,
  writeTopo,
  type SystemDefinition,
} from "../src/index.ts";

// A director of two leafs and a spine, each a chip of four ports.
const DIRECTOR = `SYSTEM LEAF,LEAF:4x

NODE SW 4 MT43132 U1
  1 -4x-5G-> P1
  2 -> P2
  3 -> UP

SYSTEM LEAF:wide
NODE SW 4 MT43132 U1
  1 -12x-> W1
  3 -> UP

TOPSYSTEM Box,BoxToo

U1=isBox

SUBSYSTEM LEAF leaf1
  P1 -> L1/P1
  P2 -> L1/P2
  W1 -> L1/W1
  UP -> spine 1

SUBSYSTEM LEAF leaf2
  P1 -> L2/P1
  P2 -> L2/P2
  UP -> spine 2

NODE SW 4 MT43132 spine
  1 -> leaf1 UP
`;
const box = readIbnl(DIRECTOR).system;

const names = (topo: string, systems: SystemDefinition[] = [box]) =>
  [...readTopo(topo, { systems }).fabric.nodeName].sort();

function refusal(act: () => unknown): FabricError {
  try {
    act();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe(".ibnl", () => {
  it("builds a director of its boards, with the cables inside it once", () => {
    const { fabric, notes } = readTopo(
      "Box b\n  L1/P1 -> MT23108 H-1 P1\n  L2/P2 -4x-10G-> MT23108 H-2 P1\n",
      { systems: [box] },
    );
    expect([...fabric.nodeName]).toEqual([
      "b/leaf1/U1",
      "b/leaf2/U1",
      "b/spine",
      "H-1",
      "H-2",
    ]);
    const named = (guid: string): string =>
      fabric.nodeName[
        fabric.nodeGuid.findIndex((one) => one.toString(16) === guid)
      ] ?? "";
    expect(
      sameCables(fabric)
        .map((cable) =>
          cable.replaceAll(
            /([0-9a-f]+):/g,
            (_, guid: string) => `${named(guid)}:`,
          ),
        )
        .sort(),
    ).toEqual(
      [
        "H-1:1 b/leaf1/U1:1 4xDDR",
        "H-2:1 b/leaf2/U1:2 4xQDR",
        "b/leaf1/U1:3 b/spine:1 4xSDR",
        "b/leaf2/U1:3 b/spine:2 4xSDR",
      ].sort(),
    );
    expect(notes.map(({ message }) => message)).toContain(
      "systems of a kind that no .ibnl file describes were taken as one chip each: MT23108, a host of 1 ports",
    );
  });

  it("leaves boards out and changes them as CFG: says", () => {
    expect(names("BoxToo b CFG: leaf2=R\n")).toEqual(["b/leaf1/U1", "b/spine"]);
    const wide = readTopo(
      "Box b CFG: leaf1=wide, leaf2=R\n L1/W1 -> HCA h 1\n",
      {
        systems: [box],
      },
    );
    expect(sameCables(wide.fabric).join()).toMatch(/12xSDR/);
    expect(
      refusal(() => names("Box b CFG: leaf1=wide\n L1/P1 -> HCA h P1\n")),
    ).toMatchObject({ code: "E_READING_PORT", where: { line: 2 } });
    expect(refusal(() => names("Box b CFG: leaf9=R\n"))).toMatchObject({
      code: "E_IBDM_SYSTEM",
      where: { line: 1 },
    });
    expect(refusal(() => names("Box b CFG: leaf1=narrow\n")).code).toBe(
      "E_IBDM_SYSTEM",
    );
  });

  it.each([
    [
      "a board that holds itself",
      "TOPSYSTEM A\nSUBSYSTEM A a\n",
      "E_IBDM_SYSTEM",
    ],
    [
      "a port that a chip lacks",
      "TOPSYSTEM A\nNODE SW 2 X U1\n 3 -> P1\n",
      "E_IBDM_SYSTEM",
    ],
    [
      "a link to nowhere",
      "TOPSYSTEM A\nNODE SW 2 X U1\n 1 -> U2 1\n",
      "E_IBDM_SYSTEM",
    ],
  ])("is refused with %s", (_, ibnl, code) => {
    const { system } = readIbnl(ibnl);
    expect(refusal(() => names("A a\n", [system])).code).toBe(code);
  });

  it.each([
    ["nothing", "", "E_READING_EMPTY"],
    ["no TOPSYSTEM", "SYSTEM A\nNODE SW 2 X U1\n", "E_READING_EMPTY"],
    ["a line of no kind", "TOPSYSTEM A\nNODES\n", "E_READING_SYNTAX"],
    ["a link before any chip", "TOPSYSTEM A\n 1 -> P1\n", "E_READING_SYNTAX"],
    [
      "a chip twice",
      "TOPSYSTEM A\nNODE SW 2 X U1\nNODE SW 2 X U1\n",
      "E_READING_SYNTAX",
    ],
    ["a system twice", "SYSTEM A\nTOPSYSTEM A\n", "E_READING_SYNTAX"],
  ])("is refused with %s in it", (_, ibnl, code) => {
    expect(refusal(() => readIbnl(ibnl, { file: "a.ibnl" }))).toMatchObject({
      code,
      where: { file: "a.ibnl" },
    });
  });

  it("of boards in boards in boards is refused before memory runs out", () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `SYSTEM B${i}\nSUBSYSTEM B${i + 1} a\nSUBSYSTEM B${i + 1} b\n`,
    ).join("");
    const { system } = readIbnl(
      `${levels}SYSTEM B30\nNODE SW 2 X U1\nTOPSYSTEM A\nSUBSYSTEM B0 a\n`,
    );
    expect(refusal(() => names("A a\n", [system])).message).toMatch(
      /too many chips/,
    );
  });
});

describe(".topo", () => {
  const text = `MTS400 SW_L2_1\n   P1 -> Cougar H-1 P1\n   P3 -4X-5G-> MTS400 SW_L1_1 P1\n`;

  it("names systems, ports and rates; kinds that nothing describes are judged by their ports", () => {
    const { fabric, lids, notes } = readTopo(text, { file: "a.topo" });
    expect([...fabric.nodeName]).toEqual(["SW_L2_1", "SW_L1_1", "H-1"]);
    expect([fabric.switchCount, fabric.radix(1 as never)]).toEqual([2, 3]);
    expect(sameCables(fabric).map((one) => one.split(" ")[2])).toEqual(
      expect.arrayContaining(["4xDDR", "4xSDR"]),
    );
    expect(lids).toBeUndefined();
    expect(notes.map(({ message, count }) => `${message} ${count}`)).toEqual([
      "systems of a kind that no .ibnl file describes were taken as one chip each: MTS400, a switch of 3 ports 2",
      "systems of a kind that no .ibnl file describes were taken as one chip each: Cougar, a host of 1 ports 1",
      "nodes without a GUID were given one 3",
    ]);
  });

  it.each([
    ["a cable before any system", " P1 -> A a P1\n", "E_READING_SYNTAX", 1],
    ["a name that is missing", "MTS400\n", "E_READING_SYNTAX", 1],
    ["a cable that breaks off", "A a\n P1 -> B b\n", "E_READING_SYNTAX", 2],
    [
      "a system of two kinds",
      "A a\n P1 -> B b P1\nC b\n",
      "E_READING_NODE_TWICE",
      3,
    ],
    ["two sections of one system", "A a\nA a\n", "E_READING_NODE_TWICE", 2],
    ["CFG: without an .ibnl", "A a CFG: x=R\n", "E_READING_SYNTAX", 1],
    ["a port of another name", "A a\n L1/P1 -> B b P1\n", "E_READING_PORT", 2],
  ])("is refused with %s", (_, topo, code, line) => {
    expect(refusal(() => readTopo(topo, { file: "a.topo" }))).toMatchObject({
      code,
      where: { file: "a.topo", line },
    });
  });

  it("reads back what is written of any fabric: nodes, GUIDs, names, cables, rates", () => {
    fc.assert(
      fc.property(randomFabric({ maxHostPorts: 3 }), (fabric) => {
        const { topo, systems } = writeTopo(fabric);
        const plain = readTopo(topo);
        expect(plain.notes).toEqual([]);
        expect(plain.fabric.nodeName).toEqual(fabric.nodeName);
        expect(plain.fabric.nodeGuid).toEqual(fabric.nodeGuid);
        expect(plain.fabric.portGuid).toEqual(fabric.portGuid);
        expect(plain.fabric.portStart).toEqual(fabric.portStart);
        expect(sameCables(plain.fabric)).toEqual(sameCables(fabric));
        expect(plain.fabric.name).toBe(fabric.name);
        // And by the .ibnl files, which is how ibdm reads it.
        const defined = Array.from(
          systems.values(),
          (one) => readIbnl(one).system,
        );
        expect(sameCables(readTopo(topo, { systems: defined }).fabric)).toEqual(
          sameCables(fabric),
        );
      }),
      { numRuns: 50 },
    );
  });

  it("and .ibnl are read or refused with a place, whatever happened to them", () => {
    fc.assert(
      fc.property(
        damaged(`${text}Box b CFG: leaf1=wide\n`, [
          "\n",
          " -> ",
          "CFG:",
          "P1",
          "-4x->",
          "#",
        ]),
        damaged(DIRECTOR, [
          "\n",
          "NODE SW 4 X U1",
          "SUBSYSTEM LEAF x",
          " -> ",
          "leaf1",
          "=",
        ]),
        (topo, ibnl) => {
          try {
            const { system } = readIbnl(ibnl, { file: "a" });
            readTopo(topo, { file: "a", systems: [system] });
          } catch (error) {
            if (!FabricError.is(error) || error.where.file !== "a") throw error;
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** Debian's ibutils has systems, topologies and a list of one of them. */
const folder = "/usr/lib/x86_64-linux-gnu/ibdm1.5.7/ibnl";

describe.skipIf(!existsSync(folder))(
  "ibdm's own files (skipped where absent)",
  () => {
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    const systems = existsSync(folder)
      ? readdirSync(folder)
          .filter((file) => file.endsWith(".ibnl"))
          .map((file) => readIbnl(read(file), { file }).system)
      : [];

    it("RhinoBased512: the topology has as many nodes and cables as the list", () => {
      const { fabric } = readTopo(read("RhinoBased512.topo"), { systems });
      const list = readSubnetLst(read("RhinoBased512.lst"));
      expect([fabric.nodeCount, fabric.linkCount]).toEqual([
        list.fabric.nodeCount,
        list.fabric.linkCount,
      ]);
      expect([fabric.switchCount, fabric.hostCount]).toEqual([216, 512]);
    });

    // Nodes as `ibdmtr -t FILE` counts them ("Defined 145/162 systems/nodes").
    it.each([
      ["SingleRhino.topo", 162],
      ["SingleGazelle.topo", 164],
      ["PartialGazelle.topo", 123],
      ["RhinoBased512.topo", 728],
      ["Buffalo8.topo", 20],
      ["FullGnu.topo", 22],
    ])("%s has %i chips and hosts", (file, nodes) => {
      const { fabric } = readTopo(read(file), { systems });
      expect(fabric.nodeCount).toBe(nodes);
      expect(new Set(sameNodes(fabric)).size).toBe(nodes);
    });
  },
);
