import {
  DropCause,
  type ArbiterFactory,
  type DropFactory,
} from "@fabriclab/spec";
import { expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { play, scripted } from "./scripted.ts";
import { star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

it("a patience that ends beyond 2^31 relative ticks is kept to the tick", () => {
  const { fabric, tables } = star(3);
  const patient: DropFactory = {
    name: "patient",
    create: () => ({
      patience: (_queue, sl) => (sl === 1 ? 1.5e9 : -1),
      dropped: () => DropCause.headLifetime,
      sent: () => undefined,
    }),
  };
  // Input 1 first, whoever else waits.
  const unfair: ArbiterFactory = {
    name: "unfair",
    create: () => ({
      pick: (_slot, requests) => 31 - Math.clz32(requests & -requests),
      pickWide: () => -1,
      granted: () => undefined,
    }),
  };
  // A packet of host 1 takes 2^24 ticks, and the next follows at once.
  const shots = Array.from({ length: 160 }, (_, tag) => ({
    source: 1,
    dlid: 3,
    birth: 0,
    bytes: 4096,
    tag,
  }));
  const network = createNetwork({
    fabric,
    tables,
    hca: plainHca,
    tickPs: 1000,
    checked: true,
    link: { byteTimePs: 4_096_000, flightPs: 20_000 },
    switchModels: [
      {
        ...modelOf(),
        inputBuffer: { packets: 4 },
        arbiter: unfair,
        drop: patient,
      },
    ],
    traffic: [
      scripted([
        ...shots,
        { source: 2, dlid: 3, birth: 9e8, bytes: 64, sl: 1, tag: 99 },
      ]),
    ],
  });
  const dropped = play(network, 4e9).filter(({ kind }) => kind === "dropped");
  expect(dropped.map(({ tag, time }) => [tag, time])).toEqual([
    [99, 9e8 + 20 + 1.5e9],
  ]);
});
