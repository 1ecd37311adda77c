import type { SwitchModel } from "@fabriclab/spec";
import { expect } from "vitest";
import { createNetwork } from "../src/index.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { star, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** Ways through a switch that copies of a multicast packet may take. */
export const datapaths: Partial<SwitchModel>[] = [
  {},
  { outputBuffer: { packets: 1 } },
  { outputBuffer: { packets: 1 }, lanes: 2, crossbar: "lane" },
  { outputBuffer: { packets: 1 }, lanes: 2 },
  { lanes: 2 },
];

/** Hosts at ports 1 … 7 of one switch, whose input buffers hold a packet; when the copies of each packet had left the switch, in order of port. */
export function run(
  model: Partial<SwitchModel>,
  groups: number[][],
  shots: Shot[],
) {
  const { fabric, tables } = star(7);
  const network = createNetwork({
    fabric,
    tables: withMulticast(fabric, tables, [groups]),
    switchModels: [modelOf({ inputBuffer: { packets: 1 }, ...model })],
    hca: plainHca,
    traffic: [scripted(shots)],
    tickPs: 1000,
    checked: true,
  });
  const seen = deliveries(play(network, 1e6));
  expect(network.idle()).toBe(true);
  return (tag: number) =>
    seen
      .filter((h) => h.tag === tag)
      .sort((a, b) => a.place - b.place)
      .map((h) => h.time - 20);
}

/** 4 ns per byte: it takes 256, {@link long} 4096. From host to output: 20 of flight and 100 of routing. */
export const small = (
  source: number,
  dlid: number,
  birth: number,
  tag: number,
): Shot => ({ source, dlid, birth, bytes: 64, tag });

/** Output 5 is on this packet's link from 120 to 4216. */
export const long: Shot = { source: 3, dlid: 5, birth: 0, bytes: 1024, tag: 0 };
