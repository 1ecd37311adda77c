import { expect, it } from "vitest";
import { createNetwork } from "@fabriclab/network";
import { play } from "../../../core/network/test/scripted.ts";
import { chain } from "../../../core/network/test/small-fabrics.ts";
import { plainHca } from "../../../core/network/test/yardstick.ts";
import { modelOf, shooting } from "./runs.ts";

it("VL15 and its buffer without limit change nothing where nobody sends management packets, in either loop of the engine", () => {
  const { fabric, tables } = chain(3, 2);
  const shots = Array.from({ length: 1200 }, (_, tag) => ({
    source: 3 + (tag % 6),
    dlid: 1 + (((tag % 6) + 1 + ((tag * 5) % 5)) % 6),
    birth: 40 * tag,
    bytes: [64, 1024, 300][tag % 3]!,
    sl: (tag * 7) % 15,
    tag,
  }));
  const run = (management: boolean, changes: boolean): string[] =>
    play(
      createNetwork({
        fabric,
        tables,
        switchModels: [modelOf({ management })],
        hca: plainHca,
        traffic: [shooting(shots)],
        tickPs: 4000,
        link: { byteTimePs: 4000, flightPs: 20_000 },
        checked: true,
        // Changes while packets flow ask for the general loop; none comes.
        changes,
      }),
      1e7,
    )
      .map((happening) => JSON.stringify(happening))
      .sort();
  const plain = run(false, false);
  expect(plain.filter((text) => text.includes("delivered"))).toHaveLength(
    shots.length,
  );
  expect(run(true, false)).toEqual(plain);
  expect(run(true, true)).toEqual(plain);
});
