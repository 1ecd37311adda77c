import {
  readIbnetdiscover,
  writeIbnetdiscover,
} from "@fabriclab/formats-ibnetdiscover";
import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, expect, it } from "vitest";
import { QUIRKS, quirksNamed, quirkyFabric, quirkyText } from "../src/index.ts";

/** 6 switches of 4 ports, 8 hosts, 16 cables. */
const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 }));

const counts = ({ switchCount, hostCount, linkCount }: Fabric) => [
  switchCount,
  hostCount,
  linkCount,
];

describe("quirks of a fabric", () => {
  it("a second plane doubles it, and no cable joins the two", () => {
    const two = quirkyFabric(tree, ["planes"], 1);
    expect(counts(two)).toEqual([12, 16, 32]);
    expect(
      two.nodeName.filter((name) => name.startsWith("plane 2 ")),
    ).toHaveLength(14);
    const plane = (port: number): boolean =>
      (two.nodeName[two.portNode[port] ?? -1] ?? "").startsWith("plane 2 ");
    for (let port = 0; port < two.portCount; port++) {
      const peer = two.portPeer[port] ?? -1;
      if (peer >= 0) expect(plane(peer)).toBe(plane(port));
    }
  });

  it("Aggregation Nodes stand on port 65 of wide switches, and on one port more where all are taken", () => {
    const wide = quirkyFabric(tree, ["wide-switches", "aggregation-nodes"], 1);
    expect(counts(wide)).toEqual([6, 14, 22]);
    for (let sw = 0; sw < 6; sw++) {
      expect(wide.radix(sw as never)).toBe(65);
      const peer = wide.portPeer[(wide.portStart[sw] ?? 0) + 64] ?? -1;
      expect(wide.nodeName[wide.portNode[peer] ?? -1]).toBe(
        "Mellanox Technologies Aggregation Node",
      );
    }
    expect(quirkyFabric(tree, ["aggregation-nodes"], 1).radix(0 as never)).toBe(
      5,
    );
  });

  it("parallel cables join switches that were joined", () => {
    const more = quirkyFabric(tree, ["parallel-cables"], 3);
    expect(more.linkCount).toBeGreaterThan(16);
    expect(more.linkCount).toBeLessThanOrEqual(16 + 3 * 13);
  });

  it("is refused where a switch has no room for it", () => {
    const wide = quirkyFabric(tree, ["wide-switches"], 1);
    const wider = quirkyFabric(wide, ["wide-switches"], 1);
    expect(wider.radix(0 as never)).toBe(129);
    expect(() => quirkyFabric(wider, ["wide-switches"], 1)).toThrow(
      FabricError,
    );
  });
});

describe("quirks of a text", () => {
  it("does to the text what its name says", () => {
    const text = writeIbnetdiscover(tree);
    const made = (name: string): string => quirkyText(text, [name], 1);
    expect(made("crlf").split("\r\n")).toHaveLength(text.split("\n").length);
    expect(made("lost-tabs")).not.toContain("\t");
    expect(made("terminal-noise")).toMatch(/^=~=~.*\n\[root@sm/);
    expect(made("chassis")).toMatch(
      /\nChassis 1 [\s\S]*\[ext \d+\][\s\S]*\nNon-Chassis Nodes\n/,
    );
    expect(made("umad-lines")).toContain("umad (DR path");
    expect(made("unknown-rates")).toContain("x???");
    expect(made("padded-guids")).toMatch(/\(0{8}/);
    expect(made("missing-reverse").split("\n").length).toBeLessThan(
      text.split("\n").length,
    );
    const wide = writeIbnetdiscover(quirkyFabric(tree, ["wide-switches"], 1));
    const looped = readIbnetdiscover(quirkyText(wide, ["self-cables"], 1));
    expect(looped.notes).toEqual([
      {
        message: "a cable from a node to itself was left out",
        line: expect.any(Number) as number,
        count: 12,
      },
    ]);
  });

  it("leaves a text alone without quirks", () => {
    const text = writeIbnetdiscover(tree);
    expect(quirkyText(text, [], 1)).toBe(text);
  });
});

describe("names of quirks", () => {
  it("are those of the list, in the order in which they are applied", () => {
    expect(quirksNamed("all")).toEqual(QUIRKS.map(({ name }) => name));
    expect(quirksNamed("crlf, planes")).toEqual(["planes", "crlf"]);
    for (const list of ["all,crlf", "crlf, all", "all,all"])
      expect(quirksNamed(list)).toEqual(quirksNamed("all"));
    for (const wrong of ["clrf", "", "planes,,crlf", "all,clrf", "all,"])
      try {
        quirksNamed(wrong);
        throw new Error("nothing was refused");
      } catch (error) {
        if (!FabricError.is(error)) throw error;
        expect(error.code).toBe("E_QUIRKS_UNKNOWN");
      }
  });
});
