import { walk } from "@fabriclab/paths";
import { readVectors } from "@fabriclab/testing-golden";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { build, host, lidOf, trace } from "./paper-tree.ts";

describe("the worked example of zhou2007 on IBFT(4,3), paper addressing", () => {
  const { fabric, tables, routing } = build(4, 3, "paper");

  it("lets the cyclic groups of P(200) choose its LIDs as in Fig. 5 (T-001-4)", () => {
    const groups: Record<number, string[]> = {};
    for (let node = fabric.switchCount; node < fabric.nodeCount; node++) {
      const name = (fabric.nodeName[node] ?? "").slice(2, 5);
      if (name === "200") continue;
      const lid = lidOf(tables, fabric, name, "200");
      (groups[lid] ??= []).push(name);
    }
    // l0 y00, y01, y10, y11; l1 y0 joins LID 33, y1 LID 34; l2 joins LID 33.
    expect(groups).toEqual({
      33: ["000", "100", "201", "210", "300"],
      34: ["001", "101", "211", "301"],
      35: ["010", "110", "310"],
      36: ["011", "111", "311"],
    });
  });

  it("sends P(000), P(001), P(010), P(011) to P(200) by LIDs 33 to 36 over four different roots (T-001-5)", () => {
    const roots = ["000", "001", "010", "011"].map((from, i) => {
      expect(lidOf(tables, fabric, from, "200")).toBe(33 + i);
      return trace(fabric, tables, from, "200").find((port) =>
        /,0>/.test(port),
      );
    });
    expect(roots.map((port) => port?.slice(0, 8))).toEqual([
      "SW<00,0>",
      "SW<10,0>",
      "SW<01,0>",
      "SW<11,0>",
    ]);
  });

  it("passes exactly the ports printed in §3.3.1 from P(000) to P(200), P(201), P(210), P(211) (T-001-6)", () => {
    const climb =
      "SW<00,2>_1 SW<00,2>_3 SW<00,1>_1 SW<00,1>_3 SW<00,0>_1 SW<00,0>_3 SW<20,1>_3";
    expect(lidOf(tables, fabric, "000", "200")).toBe(33);
    expect(lidOf(tables, fabric, "000", "201")).toBe(37);
    expect(lidOf(tables, fabric, "000", "210")).toBe(41);
    expect(lidOf(tables, fabric, "000", "211")).toBe(45);
    const after = {
      "200": "SW<20,1>_1 SW<20,2>_3 SW<20,2>_1",
      "201": "SW<20,1>_1 SW<20,2>_3 SW<20,2>_2",
      "210": "SW<20,1>_2 SW<21,2>_3 SW<21,2>_1",
      "211": "SW<20,1>_2 SW<21,2>_3 SW<21,2>_2",
    };
    for (const [to, rest] of Object.entries(after))
      expect(trace(fabric, tables, "000", to).join(" ")).toBe(
        `${climb} ${rest}`,
      );
  });

  it("gives every source the class of its suffix", () => {
    const classes = ["000", "100", "301", "211"].map((name) =>
      routing.sharedClass?.(host(fabric, name)),
    );
    expect(classes).toEqual([0, 0, 1, 3]);
  });
});

const truth = readVectors("001");
describe.skipIf(truth === undefined)(
  "the table of all pairs on IBFT(4,3) (vectors.json, skipped where absent)",
  () => {
    it("names every destination by the printed LID, from every source", () => {
      const { fabric, tables } = build(4, 3, "paper");
      let pairs = 0;
      for (const [from, row] of Object.entries<Record<string, number>>(
        truth?.["dlid_table_4x3"] ?? {},
      ))
        for (const [to, lid] of Object.entries(row)) {
          expect(lidOf(tables, fabric, from, to), `${from} -> ${to}`).toBe(lid);
          pairs++;
        }
      expect(pairs).toBe(16 * 15);
    });

    it("follows the printed traces", () => {
      const { fabric, tables } = build(4, 3, "paper");
      for (const [to, ports] of Object.entries<string>(
        truth?.["paths_from_000"] ?? {},
      ))
        expect(trace(fabric, tables, "000", to).join(" ")).toBe(ports);
    });
  },
);

describe("aligned base LIDs", () => {
  it.each([
    [4, 2],
    [4, 3],
    [4, 4],
    [8, 2],
  ])(
    "give the port sequences of the paper's on IBFT(%i,%i), for every pair",
    (ports, levels) => {
      const paper = build(ports, levels, "paper");
      const iba = build(ports, levels, "iba");
      const { fabric } = paper;
      for (let s = fabric.switchCount; s < fabric.endportCount; s++)
        for (let d = fabric.switchCount; d < fabric.endportCount; d++) {
          if (s === d) continue;
          const a = walk(fabric, paper.tables, s as EndportIx, d as EndportIx);
          const b = walk(
            iba.fabric,
            iba.tables,
            s as EndportIx,
            d as EndportIx,
          );
          expect(b.channels).toEqual(a.channels);
          expect(a.end).toBe("delivered");
        }
    },
  );
});
