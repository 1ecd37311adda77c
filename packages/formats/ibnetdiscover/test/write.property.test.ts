import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutLinks } from "@fabriclab/fabric";
import {
  readIbnetdiscover,
  writeIbnetdiscover,
} from "@fabriclab/formats-ibnetdiscover";
import {
  FabricError,
  lidTable,
  parseOptions,
  type Fabric,
} from "@fabriclab/spec";
import { chain, randomFabric } from "@fabriclab/testing-fabrics";
import { fatTree, fatTreeShape } from "@fabriclab/topology-fat-tree";
import { FabricBuilder } from "@fabriclab/fabric";

/** Port by port what cable is in it: independent of how links are numbered. */
function byPort(fabric: Fabric): unknown[] {
  return Array.from({ length: fabric.portCount }, (_, port) => {
    const link = fabric.portLink[port] ?? -1;
    return link < 0
      ? null
      : [
          fabric.portPeer[port],
          fabric.linkSpeed[link],
          fabric.linkWidth[link],
          fabric.linkFlightPs[link],
        ];
  });
}

describe("writeIbnetdiscover", () => {
  it("writes every fabric so that it reads back: structure, names, GUIDs, rates, lengths, LIDs", () => {
    const cut = fc
      .tuple(randomFabric(), fc.array(fc.nat(), { maxLength: 2 }))
      .map(([fabric, picks]) =>
        withoutLinks(
          fabric,
          fabric.linkCount === 0
            ? []
            : picks.map((pick) => pick % fabric.linkCount),
        ),
      );
    fc.assert(
      fc.property(cut, fc.boolean(), (fabric, addressed) => {
        const lids = lidTable(
          Uint16Array.from(
            { length: fabric.endportCount },
            (_, i) => 2 * i + 2,
          ),
          new Uint8Array(fabric.endportCount),
        );
        const read = readIbnetdiscover(
          writeIbnetdiscover(fabric, addressed ? { lids } : {}),
        );
        expect(read.notes).toEqual([]);
        expect(read.fabric.name).toBe(fabric.name);
        expect(read.fabric.nodeName).toEqual(fabric.nodeName);
        expect(read.fabric.nodeGuid).toEqual(fabric.nodeGuid);
        expect(read.fabric.portGuid).toEqual(fabric.portGuid);
        expect(read.fabric.portStart).toEqual(fabric.portStart);
        expect(byPort(read.fabric)).toEqual(byPort(fabric));
        if (!addressed) expect(read.lids).toBeUndefined();
        // An uncabled host port has no line of its own, so its LID is not in the format.
        else
          for (let endport = 0; endport < fabric.switchCount; endport++)
            expect(read.lids?.baseLid[endport]).toBe(lids.baseLid[endport]);
      }),
    );
  });

  it("writes a fat tree that is still one when read", () => {
    const fabric = fatTree.build(
      parseOptions(fatTree, { ports: 4, levels: 3 }),
    );
    expect(
      fatTreeShape(readIbnetdiscover(writeIbnetdiscover(fabric)).fabric),
    ).toMatchObject({ ports: 4, levels: 3 });
  });

  it("writes what ibnetdiscover writes, line by line", () => {
    expect(writeIbnetdiscover(chain(1)).split("\n").slice(3)).toEqual([
      "# fabriclab name chain of 1",
      "",
      "vendid=0x0",
      "devid=0x0",
      "sysimgguid=0x200000",
      "switchguid=0x200000(200000)",
      'Switch\t1 "S-0000000000200000"\t\t# "a" base port 0 lid 0 lmc 0',
      '[1]\t"H-0000000000100000"[1](100001) \t\t# "A" lid 0 1xSDR',
      "",
      "vendid=0x0",
      "devid=0x0",
      "sysimgguid=0x100000",
      "caguid=0x100000",
      'Ca\t1 "H-0000000000100000"\t\t# "A"',
      '[1](100001) \t"S-0000000000200000"[1]\t\t# lid 0 lmc 0 "a" lid 0 1xSDR',
      "",
    ]);
  });

  it("refuses names of several lines", () => {
    const builder = new FabricBuilder();
    builder.addSwitch("a\nb", 1);
    expect(() => writeIbnetdiscover(builder.build())).toThrow(FabricError);
  });
});
