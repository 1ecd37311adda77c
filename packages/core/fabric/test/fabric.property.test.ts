import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutLinks, withoutSwitches } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { PortIx } from "@fabriclab/units";

/** Cables as text, by GUID, port, speed, width and length: what must not depend on numbering. */
function cables(fabric: Fabric): string[] {
  const end = (port: number): string =>
    `${String(fabric.nodeGuid[fabric.portNode[port] ?? -1])}:${fabric.numOf(port as PortIx)}`;
  return Array.from({ length: fabric.linkCount }, (_, link) => {
    const ends = [
      end(fabric.linkPorts[2 * link] ?? -1),
      end(fabric.linkPorts[2 * link + 1] ?? -1),
    ].sort();
    return `${ends.join(" ")} ${fabric.linkSpeed[link]} ${fabric.linkWidth[link]} ${fabric.linkFlightPs[link]}`;
  }).sort();
}

describe("every fabric", () => {
  it("is consistent: peers are mutual, links agree with ports, endports with nodes", () => {
    fc.assert(
      fc.property(randomFabric(), (fabric) => {
        for (let port = 0; port < fabric.portCount; port++) {
          const peer = fabric.portPeer[port] ?? -2;
          const link = fabric.portLink[port] ?? -2;
          expect(peer === -1).toBe(link === -1);
          if (peer === -1) continue;
          expect(fabric.portPeer[peer]).toBe(port);
          expect(fabric.portLink[peer]).toBe(link);
          expect(
            [fabric.linkPorts[2 * link], fabric.linkPorts[2 * link + 1]].sort(),
          ).toEqual([port, peer].sort());
        }
        for (let endport = 0; endport < fabric.endportCount; endport++) {
          const port = fabric.endportPort[endport] ?? -2;
          const node = fabric.endportNode[endport];
          if (port >= 0) expect(fabric.portNode[port]).toBe(node);
          else expect(node).toBeLessThan(fabric.switchCount);
        }
      }),
    );
  });

  it("loses exactly the cables taken away", () => {
    fc.assert(
      fc.property(randomFabric(), fc.array(fc.nat()), (fabric, picks) => {
        const gone = new Set(
          fabric.linkCount === 0
            ? []
            : picks.map((pick) => pick % fabric.linkCount),
        );
        const before = cables(fabric);
        const after = withoutLinks(fabric, gone);
        expect(cables(fabric)).toEqual(before);
        expect(after.linkCount).toBe(fabric.linkCount - gone.size);
        expect(after.nodeName).toEqual(fabric.nodeName);
        expect(after.portGuid).toEqual(fabric.portGuid);
        const known = new Set(before);
        for (const cable of cables(after)) expect(known.has(cable)).toBe(true);
      }),
    );
  });

  it("loses exactly the switches taken away and their cables; hosts stay", () => {
    fc.assert(
      fc.property(randomFabric(), fc.array(fc.nat()), (fabric, picks) => {
        const gone = new Set(picks.map((pick) => pick % fabric.switchCount));
        const goneGuids = new Set(
          Array.from(gone, (sw) => String(fabric.nodeGuid[sw])),
        );
        const after = withoutSwitches(fabric, gone);
        expect(after.switchCount).toBe(fabric.switchCount - gone.size);
        expect(after.hostCount).toBe(fabric.hostCount);
        expect(cables(after)).toEqual(
          cables(fabric).filter(
            (cable) =>
              !cable
                .split(" ")
                .slice(0, 2)
                .some((end) => goneGuids.has(end.split(":")[0] ?? "")),
          ),
        );
      }),
    );
  });
});
