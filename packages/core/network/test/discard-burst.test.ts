import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { play, scripted, type Shot } from "./scripted.ts";
import { star, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

describe.each([
  { inputBuffer: { packets: 64 } },
  { inputBuffer: { bytes: 4096 } },
])("packets without a path behind a head that waits, %o", (model) => {
  it.each([
    { what: "LIDs", dlid: 2 },
    { what: "MLIDs", dlid: 0xc000 },
  ])(
    "are discarded tick by tick, and give back every credit: $what",
    ({ dlid }) => {
      const { fabric, tables } = star(3);
      const lft = [Uint8Array.from([255, 1, 255, 3])];
      const shots: Shot[] = [
        // Host 1 keeps the output to host 2 busy for 16 us.
        { source: 2, dlid: 3, birth: 0, bytes: 4096, tag: 1 },
        { source: 1, dlid: 3, birth: 100, bytes: 64, tag: 2 },
        ...Array.from({ length: 40 }, () => ({
          source: 1,
          dlid,
          birth: 100,
          bytes: 64,
          tag: 3,
        })),
        // More than the buffer holds: they pass only if no credit was lost.
        ...Array.from({ length: 100 }, (_, k) => ({
          source: 1,
          dlid: 3,
          birth: 200,
          bytes: 64,
          tag: 4 + k,
        })),
      ];
      const network = createNetwork({
        fabric,
        tables: withMulticast(fabric, { ...tables, lft }, [[[1]]]),
        switchModels: [modelOf(model)],
        hca: plainHca,
        traffic: [scripted(shots)],
        tickPs: 1000,
        checked: true,
      });
      const seen = play(network, 1e6).filter(({ kind }) => kind === "dropped");
      expect(seen.length).toBe(40);
      // One a tick: the credits of more than a handful are on their way at once.
      expect(seen.at(-1)!.time - seen[0]!.time).toBe(39);
      expect(network.counts).toMatchObject({ delivered: 102, inFlight: 0 });
      expect(network.idle()).toBe(true);
    },
  );
});
