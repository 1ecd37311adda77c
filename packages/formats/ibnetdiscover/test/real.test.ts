import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  readIbnetdiscover,
  writeIbnetdiscover,
} from "@fabriclab/formats-ibnetdiscover";
import { sharedFile } from "@fabriclab/testing-golden";

// Counts as their collectors state them, or as counted with grep.
describe("dumps of real fabrics and of the oracle", () => {
  it.skipIf(sharedFile("fabrics/small-1.ibnetdiscover") === undefined).each([
    ["fabrics/ndr-dgx-40sw.ibnetdiscover", 40, 582, 1114],
    ["fabrics/qdr-irregular-11sw.ibnetdiscover", 11, 89, 159],
    ["fabrics/small-1.ibnetdiscover", 2, 4, 7],
    ["fabrics/small-2.ibnetdiscover", 1, 2, 2],
    ["fabrics/small-3.ibnetdiscover", 2, 6, 7],
    ["fabrics/small-4.ibnetdiscover", 1, 1, 1],
    ["oracle/ft_4p3t/ibnetdiscover.txt", 20, 16, 48],
    ["oracle/ft_8p2t/ibnetdiscover.txt", 12, 32, 64],
    ["oracle/ft_8p3t/ibnetdiscover.txt", 80, 128, 384],
    ["oracle/mesh_4x4/ibnetdiscover.txt", 16, 16, 40],
    ["oracle/torus_4x4/ibnetdiscover.txt", 16, 16, 48],
    ["oracle/irr_15/ibnetdiscover.txt", 15, 15, 38],
    ["oracle/ft_4p3t/ft_4p3t.net", 20, 16, 48],
    ["oracle/mesh_4x4/mesh_4x4.net", 16, 16, 40],
  ])(
    "%s has %i switches, %i hosts and %i cables, and survives being written",
    (name, switches, hosts, links) => {
      const path = sharedFile(name) as string;
      const { fabric, lids } = readIbnetdiscover(readFileSync(path, "utf8"), {
        file: name,
      });
      expect([fabric.switchCount, fabric.hostCount, fabric.linkCount]).toEqual([
        switches,
        hosts,
        links,
      ]);
      const again = readIbnetdiscover(
        writeIbnetdiscover(fabric, lids === undefined ? {} : { lids }),
      );
      expect(again.notes).toEqual([]);
      expect(again.lids).toEqual(lids);
      expect(again.fabric.nodeName).toEqual(fabric.nodeName);
      expect(again.fabric.nodeGuid).toEqual(fabric.nodeGuid);
      expect(again.fabric.portPeer).toEqual(fabric.portPeer);
      expect(again.fabric.linkSpeed).toEqual(fabric.linkSpeed);
    },
  );

  it("reads the port list of a real fabric: 4 switches, 3 hosts, ports that are down", (context) => {
    const path = sharedFile("fabrics/portlist.ibnetdiscover-p");
    if (path === undefined) return context.skip();
    const { fabric, lids, notes } = readIbnetdiscover(
      readFileSync(path, "utf8"),
    );
    expect([fabric.switchCount, fabric.hostCount, fabric.linkCount]).toEqual([
      4, 3, 4,
    ]);
    // ib-i7l2s01 has only a port 80 that is down; ib-i1l2s01 is only named by its neighbour.
    expect(fabric.nodeName.slice(0, 4).sort()).toEqual([
      "ib-i1l1s01",
      "ib-i1l2s01",
      "ib-i4l1s01",
      "ib-i7l2s01",
    ]);
    expect(lids?.topLid).toBe(2052);
    expect(notes).toContainEqual(
      expect.objectContaining({
        message: "ports that are down were left uncabled",
        line: 8,
        count: 2,
      }),
    );
  });

  it("reads every cable between switches of the NDR fabric", (context) => {
    const path = sharedFile("fabrics/ndr-dgx-40sw.ibnetdiscover");
    if (path === undefined) return context.skip();
    const { fabric } = readIbnetdiscover(readFileSync(path, "utf8"));
    let between = 0;
    for (let link = 0; link < fabric.linkCount; link++) {
      if (
        (fabric.portNode[fabric.linkPorts[2 * link] ?? -1] ?? 0) <
          fabric.switchCount &&
        (fabric.portNode[fabric.linkPorts[2 * link + 1] ?? -1] ?? 0) <
          fabric.switchCount
      )
        between += 1;
    }
    expect(between).toBe(532);
    expect(
      fabric.nodeName.filter((name) => name.includes("Aggregation Node")),
    ).toHaveLength(40);
  });
});
