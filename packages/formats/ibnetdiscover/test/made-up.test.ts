import { describe, expect, it } from "vitest";
import { FabricBuilder } from "@fabriclab/fabric";
import {
  readIbnetdiscover,
  writeIbnetdiscover,
  writePortList,
} from "@fabriclab/formats-ibnetdiscover";
import type { Fabric } from "@fabriclab/spec";

/** A switch with two hosts; `madeUp` are the nodes whose GUIDs nobody told: 0 the switch, 1 and 2 the hosts. */
function star(madeUp: readonly number[]): Fabric {
  const builder = new FabricBuilder("star");
  const sw = builder.addSwitch("s", 4, 0x500n);
  const hosts = [0xa00n, 0xb00n].map((guid, i) =>
    builder.addHost(`h${i}`, 1, guid),
  );
  hosts.forEach((host, i) => builder.connect(sw, i + 1, host, 1));
  const nodes = [sw, ...hosts];
  for (const node of madeUp) builder.markGuidMadeUp(nodes[node] ?? sw);
  return builder.build();
}

describe("which GUIDs are made up", () => {
  it("is told of a node whose GUID the file does not have", () => {
    const { fabric } = readIbnetdiscover(`Switch 2 "S-0000000000000500"  # "s"
[1] "host"[1]
Ca 1 "host"  # "h"
[1] "S-0000000000000500"[1]
`);
    expect(fabric.guidMadeUp).toEqual(Uint8Array.of(0, 1));
  });

  it.each([
    ["a topology file", writeIbnetdiscover],
    ["a port list", writePortList],
  ])("stands in comments of %s, and is read back", (_, write) => {
    const madeUpOf = (nodes: readonly number[]) => {
      const text = write(star(nodes));
      const { fabric } = readIbnetdiscover(text);
      return {
        comments: text.split("\n").filter((line) => line.includes("made up")),
        madeUp: ["s", "h0", "h1"].filter(
          (name) => fabric.guidMadeUp?.[fabric.findNode(name) ?? -1] === 1,
        ),
      };
    };
    expect(madeUpOf([])).toEqual({ comments: [], madeUp: [] });
    expect(madeUpOf([0, 1, 2])).toEqual({
      comments: ["# fabriclab guids made up"],
      madeUp: ["s", "h0", "h1"],
    });
    expect(madeUpOf([0, 2]).madeUp).toEqual(["s", "h1"]);
    expect(madeUpOf([0, 2]).comments).toHaveLength(2);
  });
});

describe("which numbers of ports are made up", () => {
  it.each([
    ["a topology file", writeIbnetdiscover],
    ["a port list", writePortList],
  ])("stands in comments of %s, and is read back", (_, write) => {
    const of = (all: boolean): Fabric => {
      const builder = new FabricBuilder("pair");
      const sw = builder.addSwitch("s", 4, 0x500n);
      const host = builder.addHost("h", 1, 0xa00n);
      builder.connect(sw, 1, host, 1);
      builder.markRadixMadeUp(sw);
      if (all) builder.markRadixMadeUp(host);
      return builder.build();
    };
    const one = write(of(false));
    expect(one).toMatch(/^# fabriclab port count made up "/m);
    expect(readIbnetdiscover(one).fabric.radixMadeUp).toEqual(
      Uint8Array.of(1, 0),
    );
    const all = write(of(true));
    expect(all).toContain("# fabriclab port counts made up\n");
    expect(readIbnetdiscover(all).fabric.radixMadeUp).toEqual(
      Uint8Array.of(1, 1),
    );
  });
});
