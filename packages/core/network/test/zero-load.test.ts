import type { BufferSize } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { chain } from "./small-fabrics.ts";
import { meshFabric, meshTables, modelOf, plainHca } from "./yardstick.ts";

const outputs: readonly BufferSize[] = [
  { packets: 0 },
  { packets: 1 },
  { packets: 3 },
  { bytes: 8192 },
];

describe.each(outputs)(
  "an idle network with output buffers of %o",
  (outputBuffer) => {
    it.each([1, 4])(
      "delivers between every pair of a 4x4 mesh after 4L + 20(h+1) + 100h ns, %i lanes",
      (lanes) => {
        const K = 4;
        const fabric = meshFabric(K);
        const shots: Shot[] = [];
        const expected = [];
        let birth = 10;
        for (let s = 0; s < K * K; s++) {
          for (let d = 0; d < K * K; d++) {
            if (s === d) continue;
            const bytes: number = [32, 257, 4096][shots.length % 3]!;
            shots.push({
              source: 16 + s,
              dlid: d + 1,
              birth,
              bytes,
              tag: shots.length,
              sl: shots.length % lanes,
            });
            const h =
              1 +
              Math.abs((s % K) - (d % K)) +
              Math.abs(Math.floor(s / K) - Math.floor(d / K));
            expected.push([
              shots.length - 1,
              16 + d,
              4 * bytes + 20 * (h + 1) + 100 * h,
            ]);
            birth += 100_000;
          }
        }
        // One stream per (source, lane).
        const traffic = Array.from({ length: lanes }, (_, sl) =>
          scripted(shots.filter((shot) => shot.sl === sl)),
        );
        const network = createNetwork({
          fabric,
          tables: meshTables(K, fabric, lanes),
          switchModels: [
            modelOf({ lanes, inputBuffer: { bytes: 8192 }, outputBuffer }),
          ],
          hca: plainHca,
          traffic,
          tickPs: 1000,
          checked: true,
        });
        const seen = deliveries(play(network, birth));
        expect(
          seen
            .sort((a, b) => a.tag - b.tag)
            .map((h) => [h.tag, h.place, h.time - h.birth]),
        ).toEqual(expected);
        expect(network.idle()).toBe(true);
        expect(network.counts).toMatchObject({
          injected: 240,
          delivered: 240,
          dropped: 0,
          inFlight: 0,
        });
      },
    );

    it("uses every tick that divides the delays with the same result", () => {
      const { fabric, tables } = chain(5, 1);
      for (const tickPs of [4000, 2000, 1000, 100]) {
        const traffic = scripted([
          { source: 5, dlid: 5, birth: 1000, bytes: 1024 },
        ]);
        const network = createNetwork({
          fabric,
          tables,
          switchModels: [
            modelOf({ outputBuffer, inputBuffer: { packets: 1 } }),
          ],
          hca: plainHca,
          traffic: [traffic],
          tickPs,
          checked: true,
        });
        const [only] = deliveries(play(network, 1e6));
        expect((only!.time - only!.birth) * tickPs).toBe(
          (4 * 1024 + 20 * 6 + 100 * 5) * 1000,
        );
      }
    });
  },
);
