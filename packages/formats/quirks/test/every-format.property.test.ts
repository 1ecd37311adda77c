import {
  readFabricJson,
  writeFabricJson,
} from "@fabriclab/formats-fabric-json";
import { readDbCsv, writeDbCsv } from "@fabriclab/formats-ibdiagnet";
import {
  readSubnetLst,
  readTopo,
  writeSubnetLst,
  writeTopo,
} from "@fabriclab/formats-ibdm";
import {
  readIbnetdiscover,
  writeIbnetdiscover,
  writePortList,
} from "@fabriclab/formats-ibnetdiscover";
import { readSlurm, writeSlurm } from "@fabriclab/formats-slurm";
import {
  FabricError,
  lidTable,
  type Fabric,
  type LidTable,
} from "@fabriclab/spec";
import {
  randomFabric,
  sameCables,
  sameNodes,
} from "@fabriclab/testing-fabrics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QUIRKS, quirkyFabric } from "../src/index.ts";

const ofFabrics = QUIRKS.flatMap(({ name, changes }) =>
  changes === "fabric" ? [name] : [],
);

/** A fabric with any of the quirks, and with LIDs; now and then with all quirks. */
const quirky: fc.Arbitrary<{ fabric: Fabric; lids: LidTable }> = fc
  .tuple(
    randomFabric({ maxSwitches: 5, maxHosts: 6 }),
    fc.oneof(fc.subarray(ofFabrics), fc.constant(ofFabrics)),
    fc.nat({ max: 1000 }),
  )
  .map(([plain, quirks, seed]) => {
    const fabric = quirkyFabric(plain, quirks, seed);
    const base = Uint16Array.from(
      { length: fabric.endportCount },
      (_, endport) => endport + 1,
    );
    return { fabric, lids: lidTable(base, new Uint8Array(base.length)) };
  });

const cabled = (fabric: Fabric, node: number): boolean =>
  fabric.portPeer
    .subarray(fabric.portStart[node] ?? 0, fabric.portStart[node + 1] ?? 0)
    .some((peer) => peer >= 0);

/** What `sameNodes` says of the nodes that a list of cables can name. */
function cabledNodes(fabric: Fabric): string[] {
  const guids = new Set(
    Array.from(fabric.nodeGuid, (guid, node) =>
      cabled(fabric, node) ? guid.toString(16) : "",
    ),
  );
  return sameNodes(fabric).filter((text) =>
    guids.has(/^[SH]-([0-9a-f]+)/.exec(text)?.[1] ?? "none"),
  );
}

const baseLids = (fabric: Fabric, lids: LidTable | undefined): string[] =>
  Array.from({ length: fabric.endportCount }, (_, endport) => {
    const node = fabric.endportNode[endport] ?? -1;
    const port = fabric.endportPort[endport] ?? -1;
    return `${fabric.nodeGuid[node]?.toString(16) ?? ""} ${port < 0 ? 0 : port - (fabric.portStart[node] ?? 0)} ${lids?.baseLid[endport] ?? 0}`;
  }).sort();

const check = (
  property: (given: { fabric: Fabric; lids: LidTable }) => void,
): void => {
  fc.assert(fc.property(quirky, property), { numRuns: 40 });
};

describe("a fabric with any quirks reads back from", () => {
  it("ibnetdiscover: nodes, cables, LIDs", () => {
    check(({ fabric, lids }) => {
      const again = readIbnetdiscover(writeIbnetdiscover(fabric, { lids }));
      expect(sameNodes(again.fabric)).toEqual(sameNodes(fabric));
      expect(sameCables(again.fabric)).toEqual(sameCables(fabric));
      expect(baseLids(again.fabric, again.lids)).toEqual(
        baseLids(fabric, lids),
      );
    });
  });

  it("db_csv: nodes, cables, LIDs", () => {
    check(({ fabric, lids }) => {
      const again = readDbCsv(writeDbCsv(fabric, { lids }));
      expect(sameNodes(again.fabric)).toEqual(sameNodes(fabric));
      expect(sameCables(again.fabric)).toEqual(sameCables(fabric));
      expect(baseLids(again.fabric, again.lids)).toEqual(
        baseLids(fabric, lids),
      );
    });
  });

  it("JSON: everything, text for text", () => {
    check(({ fabric }) => {
      const text = writeFabricJson(fabric);
      expect(writeFabricJson(readFabricJson(text))).toBe(text);
    });
  });

  it("subnet.lst: nodes with cables, and their cables", () => {
    check(({ fabric, lids }) => {
      fc.pre(fabric.linkCount > 0);
      const again = readSubnetLst(writeSubnetLst(fabric, { lids }));
      expect(sameNodes(again.fabric)).toEqual(cabledNodes(fabric));
      expect(sameCables(again.fabric)).toEqual(sameCables(fabric));
    });
  });

  it("IBADM's .topo: nodes and cables", () => {
    check(({ fabric }) => {
      fc.pre(fabric.linkCount > 0);
      const { topo } = writeTopo(fabric);
      const again = readTopo(topo);
      expect(sameCables(again.fabric)).toEqual(sameCables(fabric));
      expect([...again.fabric.nodeName].sort()).toEqual(
        [...fabric.nodeName].sort(),
      );
    });
  });

  it("ibnetdiscover -p: switches and as many cables; written again, it is the same list", () => {
    check(({ fabric, lids }) => {
      const list = writePortList(fabric, { lids });
      const again = readIbnetdiscover(list);
      const cables = (text: string): string[] =>
        text
          .split("\n")
          .filter((line) => line.includes(" - "))
          .sort();
      expect(again.fabric.linkCount).toBe(fabric.linkCount);
      expect(
        cables(
          writePortList(
            again.fabric,
            again.lids === undefined ? {} : { lids: again.lids },
          ),
        ),
      ).toEqual(cables(list));
    });
  });

  it("Slurm's topology.conf: every compute node, once", () => {
    check(({ fabric }) => {
      const { text } = writeSlurm(fabric);
      if (!/Nodes=/.test(text)) return;
      try {
        const again = readSlurm(text).fabric;
        expect(new Set(again.nodeName.slice(again.switchCount)).size).toBe(
          again.hostCount,
        );
      } catch (error) {
        // A switch of more than 254 neighbours cannot be.
        if (!FabricError.is(error)) throw error;
        expect(error.code).toBe("E_FABRIC_PORT_COUNT");
      }
    });
  });
});
