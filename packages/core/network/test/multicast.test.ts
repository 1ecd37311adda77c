import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { deliveries, play, scripted } from "./scripted.ts";
import { chain, star, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const models = [
  modelOf({ inputBuffer: { packets: 1 } }),
  modelOf({ inputBuffer: { packets: 1 }, outputBuffer: { packets: 1 } }),
  modelOf({
    lanes: 2,
    inputBuffer: { packets: 1 },
    outputBuffer: { packets: 1 },
    crossbar: "lane",
  }),
];

describe.each(models)(
  "multicast with output buffers of $outputBuffer.packets packets, crossbar per $crossbar",
  (model) => {
    it("copies a packet to every masked port but the one it came in on, all at once when idle", () => {
      const { fabric, tables } = star(5);
      const network = createNetwork({
        fabric,
        tables: withMulticast(fabric, tables, [[[1, 2, 4, 5]]]),
        switchModels: [model],
        hca: plainHca,
        traffic: [
          scripted([{ source: 1, dlid: 0xc000, birth: 0, bytes: 256 }]),
        ],
        tickPs: 1000,
        checked: true,
      });
      const seen = play(network, 10_000);
      expect(deliveries(seen).map((h) => [h.place, h.time])).toEqual(
        [2, 4, 5].map((endport) => [endport, 1024 + 40 + 100]),
      );
      expect(network.counts).toMatchObject({
        injected: 1,
        delivered: 3,
        dropped: 0,
        inFlight: 0,
      });
    });

    it("lets each copy leave when its own output is free, and holds the input buffer until the last has left", () => {
      const { fabric, tables } = star(4);
      // Host 1 sends a long packet to host 3; host 0's multicast to 2 and 3 gets to host 2 at once and to host 3 later; its next packet waits.
      const network = createNetwork({
        fabric,
        tables: withMulticast(fabric, tables, [[[3, 4]]]),
        switchModels: [model],
        hca: plainHca,
        traffic: [
          scripted([{ source: 2, dlid: 4, birth: 0, bytes: 4096, tag: 1 }]),
          scripted([
            { source: 1, dlid: 0xc000, birth: 100, bytes: 64, tag: 2 },
            { source: 1, dlid: 3, birth: 100, bytes: 64, tag: 3 },
          ]),
        ],
        tickPs: 1000,
        checked: true,
      });
      const seen = deliveries(play(network, 100_000));
      const at = (tag: number, place: number) =>
        seen.find((h) => h.tag === tag && h.place === place)!.time;
      expect(at(1, 4)).toBe(4 * 4096 + 40 + 100);
      expect(at(2, 3)).toBe(100 + 256 + 40 + 100);
      // The long packet leaves the switch from tick 120 to 120 + 16384.
      expect(at(2, 4)).toBe(120 + 16384 + 256 + 20);
      // One packet of buffer: the next may start 20 ns after the multicast's last copy left, and needs its own 4L + 140.
      expect(at(3, 3)).toBe(120 + 16384 + 256 + 20 + 256 + 140);
    });

    it("discards and counts a packet with an empty mask, an unknown MLID or no path", () => {
      const { fabric, tables } = star(3);
      const lft = [Uint8Array.from([255, 1, 255, 3])];
      const network = createNetwork({
        fabric,
        tables: withMulticast(fabric, { ...tables, lft }, [[[1]]]),
        switchModels: [model],
        hca: plainHca,
        traffic: [
          scripted([
            { source: 1, dlid: 0xc000, birth: 0, bytes: 64, tag: 0 },
            { source: 1, dlid: 0xc005, birth: 0, bytes: 64, tag: 1 },
            { source: 1, dlid: 2, birth: 0, bytes: 64, tag: 2 },
            { source: 1, dlid: 3, birth: 0, bytes: 64, tag: 3 },
          ]),
        ],
        tickPs: 1000,
        checked: true,
      });
      const seen = play(network, 10_000);
      expect(
        seen.filter((h) => h.kind === "dropped").map((h) => h.tag),
      ).toEqual([0, 1, 2]);
      expect(deliveries(seen).map((h) => h.tag)).toEqual([3]);
      expect(network.counts).toMatchObject({
        injected: 4,
        delivered: 1,
        dropped: 3,
        inFlight: 0,
      });
      expect(network.idle()).toBe(true);
    });

    it("delivers each packet of many sources once per member over a tree of switches, in order per source", () => {
      const { fabric, tables } = chain(4, 3);
      // Group 0: every host. Copies go to all ports of each switch, so to the neighbours as well.
      const masks = Array.from({ length: 4 }, (_, s) => [
        [1, 2, 3, ...(s > 0 ? [4] : []), ...(s < 3 ? [5] : [])],
      ]);
      const shots = Array.from({ length: 12 * 40 }, (_, k) => ({
        source: 4 + (k % 12),
        dlid: k % 5 === 0 ? ((k * 7) % 12) + 1 : 0xc000,
        birth: Math.floor(k / 12) * 50,
        bytes: [64, 200, 1024][k % 3]!,
        tag: k,
      }));
      const useful = shots.filter((shot) => shot.dlid - 1 !== shot.source - 4);
      const network = createNetwork({
        fabric,
        tables: withMulticast(fabric, tables, masks),
        switchModels: [model],
        hca: plainHca,
        traffic: [scripted(useful)],
        tickPs: 1000,
        checked: true,
      });
      const seen = deliveries(play(network, 10_000_000));
      const expected = useful.flatMap((shot) =>
        shot.dlid < 0xc000
          ? [`${shot.tag}>${shot.dlid + 3}`]
          : Array.from({ length: 12 }, (_, h) => 4 + h)
              .filter((e) => e !== shot.source)
              .map((e) => `${shot.tag}>${e}`),
      );
      expect(seen.map((h) => `${h.tag}>${h.place}`).sort()).toEqual(
        expected.sort(),
      );
      const last = new Map<string, number>();
      for (const h of seen) {
        const flow = `${h.source} ${h.place}`;
        expect(h.tag).toBeGreaterThan(last.get(flow) ?? -1);
        last.set(flow, h.tag);
      }
      expect(network.idle()).toBe(true);
      expect(network.diagnose()).toBeUndefined();
    });
  },
);
