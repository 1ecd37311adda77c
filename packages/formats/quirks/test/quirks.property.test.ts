import { DEFAULT_FLIGHT_PS } from "@fabriclab/fabric";
import {
  readIbnetdiscover,
  writeIbnetdiscover,
} from "@fabriclab/formats-ibnetdiscover";
import { lidTable, type Fabric } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QUIRKS, quirkyFabric, quirkyText } from "../src/index.ts";

const names = QUIRKS.map(({ name }) => name);

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

const lidsOf = (fabric: Fabric) =>
  lidTable(
    Uint16Array.from({ length: fabric.endportCount }, (_, i) => i + 1),
    new Uint8Array(fabric.endportCount),
  );

/** What a quirk makes the reader say; those that are not here pass without a word. */
const SAID: Readonly<Record<string, RegExp>> = {
  "missing-reverse": /a cable that only one of its ends tells of/,
  "self-cables": /a cable from a node to itself was left out/,
  "lid-65535": /LID 65535 is no unicast LID/,
  chassis: /chassis headings were passed over/,
  "umad-lines": /passed over: src\/query_smp/,
  "terminal-noise": /passed over: (=~|\[root)/,
  "lost-tabs": /white space between fields was lost/,
  crlf: /lines end in CR LF/,
};

describe("any fabric with any quirks", () => {
  it("is read as the fabric that it is, and every oddity that is noted is one that was put in", () => {
    fc.assert(
      fc.property(
        randomFabric({ maxSwitches: 5, maxHosts: 6 }),
        fc.subarray(names),
        fc.nat({ max: 1000 }),
        (plain, quirks, seed) => {
          const fabric = quirkyFabric(plain, quirks, seed);
          const lids = lidsOf(fabric);
          const text = quirkyText(
            writeIbnetdiscover(fabric, { lids }),
            quirks,
            seed,
          );
          const read = readIbnetdiscover(text, { file: "quirky.topo" });
          expect(read.fabric.name).toBe(fabric.name);
          expect(read.fabric.nodeName).toEqual(fabric.nodeName);
          expect(read.fabric.nodeGuid).toEqual(fabric.nodeGuid);
          expect(read.fabric.portGuid).toEqual(fabric.portGuid);
          expect(read.fabric.portStart).toEqual(fabric.portStart);
          expect(byPort(read.fabric)).toEqual(byPort(fabric));
          for (const [endport, lid] of lids.baseLid.entries())
            if (read.lids?.baseLid[endport] !== lid)
              expect([
                quirks.includes("lid-65535") ? 0 : lid,
                endport >= fabric.switchCount,
              ]).toEqual([read.lids?.baseLid[endport], true]);
          for (const { message } of read.notes)
            expect(
              quirks.some((name) => SAID[name]?.test(message)),
              message,
            ).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("is the same for the same seed, and another for another", () => {
    const [plain] = fc.sample(randomFabric({ minSwitches: 4, minHosts: 6 }), {
      numRuns: 1,
      seed: 7,
    });
    if (plain === undefined) throw new Error("no sample");
    const made = (seed: number): string =>
      quirkyText(
        writeIbnetdiscover(quirkyFabric(plain, names, seed)),
        names,
        seed,
      );
    expect(made(1)).toBe(made(1));
    expect(made(1)).not.toBe(made(2));
    expect(DEFAULT_FLIGHT_PS).toBe(20_000);
  });
});
