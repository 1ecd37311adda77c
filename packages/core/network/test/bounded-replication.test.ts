import type { Stream } from "@fabriclab/spec";
import type { Bytes, EndportIx } from "@fabriclab/units";
import { parseOptions } from "@fabriclab/spec";
import { centralQueue } from "@fabriclab/switch-replication";
import { describe, expect, it } from "vitest";
import { datapaths, long, run, small } from "./busy-output.ts";
import { createNetwork } from "../src/index.ts";
import { dice } from "./random-runs.ts";
import { deliveries, play } from "./scripted.ts";
import { star, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const central = (packets: number) =>
  centralQueue.build(parseOptions(centralQueue, { packets }));

describe.each(datapaths)("central queues on %o", (datapath) => {
  it("take copies whatever the link does, so that the input is free, and go before unicast", () => {
    const ends = run(
      { ...datapath, replication: central(8) },
      [[5, 6]],
      [
        long,
        // Waits for output 5 from 170 on; the copy is there from 220 on.
        small(4, 5, 50, 1),
        small(1, 0xc000, 100, 2),
        small(1, 7, 100, 3),
      ],
    );
    expect(ends(2)).toEqual([4216 + 256, 220 + 256]);
    expect(ends(1)).toEqual([4472 + 256]);
    // The input's only buffer is free at 476, its host hears of it at 496.
    expect(ends(3)).toEqual([496 + 120 + 256]);
  });

  it("hold as many packets as they have room for, the one on the link included", () => {
    const shots = [
      long,
      small(1, 0xc000, 100, 1),
      small(2, 0xc000, 200, 2),
      small(2, 7, 200, 3),
    ];
    const one = run({ ...datapath, replication: central(1) }, [[5, 6]], shots);
    expect(one(1)).toEqual([4216 + 256, 220 + 256]);
    expect(one(2)).toEqual([4472 + 256, 476 + 256]);
    // Tag 2's copy for output 5 is written from 4472 to 4728.
    expect(one(3)).toEqual([4728 + 20 + 120 + 256]);
    const roomy = run(
      { ...datapath, replication: central(2) },
      [[5, 6]],
      shots,
    );
    expect(roomy(1)).toEqual([4216 + 256, 220 + 256]);
    expect(roomy(2)).toEqual([4472 + 256, 476 + 256]);
    // Written from 320 to 576.
    expect(roomy(3)).toEqual([576 + 20 + 120 + 256]);
  });
});

describe.each(datapaths)("a central queue on %o", (datapath) => {
  it("reads the input while a copy is written: other lanes of it wait, unless each has a crossbar layer", () => {
    const ends = run(
      { ...datapath, replication: central(1) },
      [[5]],
      [
        long,
        // On the link from 4216 to 4472.
        small(2, 0xc000, 100, 1),
        // So this one is written from 4472 to 5496; and output 7 is wanted from 4500 on.
        { ...small(1, 0xc000, 200, 2), bytes: 256 },
        { ...small(1, 7, 4380, 3), sl: 1 },
      ],
    );
    expect(ends(2)).toEqual([4472 + 1024]);
    const starts =
      datapath.crossbar === "lane"
        ? 4500
        : // On the same lane there is room in the buffer at last, 20 ns later known to the host.
          5496 + (datapath.lanes === undefined ? 20 + 120 : 0);
    expect(ends(3)).toEqual([starts + 256]);
  });
});

describe("central queues as an output-queued switch", () => {
  it.each([0.5, 0.8])(
    "make packets wait (n-1)/n p/(2(1-p)) slots at load %d (Karol, Hluchyj, Morgan 1987)",
    (load) => {
      // Every host sends with probability p in every slot, to a group of one other host; n = the inputs of an output.
      const hosts = 8;
      const inputs = hosts - 1;
      const slots = 20_000;
      const slot = 256;
      const streams = Array.from({ length: hosts }, (_, h): Stream => {
        const roll = dice(100 + h);
        let k = -1;
        return {
          source: (1 + h) as EndportIx,
          serviceLevels: [0],
          next(draft) {
            do k++;
            while (roll(1000) >= 1000 * load);
            const dlid = 0xc000 + ((h + 1 + roll(inputs)) % hosts);
            Object.assign(draft, {
              birth: k * slot,
              dlid,
              bytes: 64,
              sl: 0,
              tag: 0,
              flags: 0,
            });
            return k < slots;
          },
        };
      });
      const { fabric, tables } = star(hosts);
      const network = createNetwork({
        fabric,
        tables: withMulticast(fabric, tables, [
          Array.from({ length: hosts }, (_, h) => [h + 1]),
        ]),
        switchModels: [modelOf({ replication: central(200) })],
        hca: plainHca,
        traffic: [
          {
            streams,
            finite: true,
            maxPacketBytes: 64 as Bytes,
            minPacketBytes: 64 as Bytes,
          },
        ],
        tickPs: 1000,
        checked: false,
      });
      const waits = deliveries(play(network, 1e8)).map(
        (h) => h.time - h.birth - slot - 140,
      );
      expect(network.idle()).toBe(true);
      const mean = waits.reduce((a, b) => a + b, 0) / waits.length / slot;
      const theory = (((inputs - 1) / inputs) * load) / (2 * (1 - load));
      // Batch means of 8 outputs x 20,000 slots scatter by a per cent or two.
      expect(mean / theory).toBeGreaterThan(0.95);
      expect(mean / theory).toBeLessThan(1.05);
    },
  );
});
