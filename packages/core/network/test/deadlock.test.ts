import { FabricBuilder } from "@fabriclab/fabric";
import { parseOptions, type ReplicationFactory } from "@fabriclab/spec";
import {
  asynchronous,
  bulletinBoard,
  centralQueue,
  holdingBuffer,
  synchronous,
} from "@fabriclab/switch-replication";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { play, scripted, type Shot } from "./scripted.ts";
import { ring, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca, tablesOf } from "./yardstick.ts";

/** Two switches: `top` has a cable to `leaf` at port 1 and hosts s, p, r at ports 2, 3, 4; `leaf` hosts a, b, c at ports 1, 2, 3 and the cable at 4. */
const [s, p, r, a, b, c] = [2, 3, 4, 5, 6, 7];
const lidOf = (endport: number): number => endport - 1;

function run(
  replication: ReplicationFactory,
  masks: readonly (readonly (readonly number[])[])[],
  shots: readonly Omit<Shot, "bytes">[],
) {
  const builder = new FabricBuilder("two");
  const [top, leaf] = ["top", "leaf"].map((name) => builder.addSwitch(name, 4));
  builder.connect(top!, 1, leaf!, 4);
  for (const [k, name] of ["s", "p", "r"].entries())
    builder.connect(top!, k + 2, builder.addHost(name), 1);
  for (const [k, name] of ["a", "b", "c"].entries())
    builder.connect(leaf!, k + 1, builder.addHost(name), 1);
  const fabric = builder.build();
  const tables = tablesOf(
    fabric,
    [
      Uint8Array.of(255, 2, 3, 4, 1, 1, 1),
      Uint8Array.of(255, 4, 4, 4, 1, 2, 3),
    ],
    1,
  );
  const network = createNetwork({
    fabric,
    tables: withMulticast(fabric, tables, masks),
    switchModels: [modelOf({ inputBuffer: { packets: 1 }, replication })],
    hca: plainHca,
    traffic: [
      scripted([
        // The leaf's output to host b is busy with this packet until 16504.
        { source: c, dlid: lidOf(b), birth: 0, bytes: 4096 },
        ...shots.map((shot) => ({ ...shot, bytes: 64 })),
      ]),
    ],
    tickPs: 1000,
    checked: true,
  });
  play(network, 1e6);
  return network;
}

/** The steps of a cycle as text, from the lowest switch and port on. */
function steps(network: ReturnType<typeof run>): string[] {
  return network
    .diagnose()!
    .map(
      ({ node, stage, port, waitsFor, reason = "room" }) =>
        `${node}:${port} ${stage} waits for ${waitsFor.node}:${waitsFor.port} ${waitsFor.stage}, ${reason}`,
    )
    .sort();
}

/**
 * X (from p) waits in the leaf for output b. G (from r) wants the leaf, whose buffer X has, and s. P (from b) waits at the top for s. M (from a) wants
 * b, which is busy, and the top, whose buffer P has.
 */
const gangs = {
  masks: [
    [[1, 2], [3]],
    [[2], [2, 4]],
  ],
  shots: [
    { source: p, dlid: lidOf(b), birth: 0 },
    { source: r, dlid: 0xc000, birth: 1000 },
    { source: b, dlid: lidOf(s), birth: 2000 },
    { source: a, dlid: 0xc001, birth: 5000 },
  ],
};

/**
 * Of these only M (from a) has two outputs in a switch, and ever takes a holding buffer: b, which is busy, and the top. The others (X and Q from p and
 * r, A from b) are in its way, and pass by the holding buffers.
 */
const singles = {
  masks: [
    [[1], [2], [3]],
    [[2], [4], [2, 4]],
  ],
  shots: [
    { source: p, dlid: lidOf(b), birth: 0 },
    { source: p, dlid: 0xc000, birth: 1000 },
    { source: r, dlid: 0xc000, birth: 1500 },
    { source: b, dlid: 0xc001, birth: 2000 },
    { source: a, dlid: 0xc002, birth: 5000 },
  ],
};

/**
 * G (from r) is on the cable down when P (from p) sends its copy to s and keeps one for the leaf; H (from a) is on the cable up when Q (from b) sends
 * its copy to c and keeps one for the top. G wants a and c at the leaf, H wants s and r at the top.
 */
const transfers = {
  masks: [
    [[1], [1, 2], [2, 4], [2]],
    [[1, 3], [1], [4], [3, 4]],
  ],
  shots: [
    { source: r, dlid: 0xc000, birth: 0 },
    { source: p, dlid: 0xc001, birth: 10 },
    { source: a, dlid: 0xc002, birth: 0 },
    { source: b, dlid: 0xc003, birth: 10 },
  ],
};

const sharing = (buffers: number) =>
  holdingBuffer.build(parseOptions(holdingBuffer, { buffers }));
const built = {
  asynchronous: asynchronous.build({}),
  central: centralQueue.build(parseOptions(centralQueue, { packets: 1 })),
  board: bulletinBoard.build(parseOptions(bulletinBoard, { patience: "1s" })),
  synchronous: synchronous.build(parseOptions(synchronous, {})),
  holding: holdingBuffer.build(parseOptions(holdingBuffer, {})),
};

describe.each([gangs, singles, transfers])(
  "a knot of multicast packets",
  ({ masks, shots }) => {
    it.each([built.asynchronous, built.central, built.board, built.holding])(
      "comes undone with $name, which keeps nothing from other inputs",
      (replication) => {
        const network = run(replication, masks, shots);
        expect(network.idle()).toBe(true);
        expect(network.diagnose()).toBeUndefined();
      },
    );
  },
);

describe("the wait-for cycle", () => {
  it("names the gang for which an output is kept", () => {
    const network = run(built.synchronous, gangs.masks, gangs.shots);
    expect(network.idle()).toBe(false);
    expect(steps(network)).toEqual([
      "0:1 input waits for 0:4 input, gang",
      "0:4 input waits for 1:4 input, room",
      "1:1 input waits for 0:1 input, room",
      "1:4 input waits for 1:1 input, gang",
    ]);
  });

  it("names the packet that has the holding buffer which inputs share", () => {
    const network = run(sharing(1), transfers.masks, transfers.shots);
    expect(network.idle()).toBe(false);
    expect(steps(network)).toEqual([
      "0:1 input waits for 0:3 holding, holding buffer",
      "0:3 holding waits for 1:4 input, room",
      "1:2 holding waits for 0:1 input, room",
      "1:4 input waits for 1:2 holding, holding buffer",
    ]);
  });

  it("is not there with two holding buffers, or where packets go one way", () => {
    expect(run(sharing(2), transfers.masks, transfers.shots).idle()).toBe(true);
    expect(run(sharing(1), singles.masks, singles.shots).idle()).toBe(true);
  });

  /*
   * Every host h sends two packets of 1024 ticks to the hosts of the switches h + 1, h + 2 and h + 3. The first is delivered to h + 1 from 240 on and
   * held there; from 1284 on it goes to h + 2, is delivered there from 2308 on, when the buffer is free, and held. Its place is known to be free at
   * 3352, and the second packet of h + 1, whose turn it is, takes it. That has two outputs and waits for the buffer, and so it is at every switch.
   */
  it("goes through the holding buffers of lanes where a ring is routed in a cycle", () => {
    const { fabric, tables } = ring(4);
    const hops = [[2], [1, 2], [1, 2], [1]];
    const masks = [0, 1, 2, 3].map((sw) =>
      [0, 1, 2, 3].map((h) => hops[(sw - h + 4) % 4]!),
    );
    const network = createNetwork({
      fabric,
      tables: withMulticast(fabric, tables, masks),
      switchModels: [
        modelOf({ inputBuffer: { packets: 1 }, replication: built.holding }),
      ],
      hca: plainHca,
      traffic: [
        scripted(
          [0, 1, 2, 3].flatMap((h) =>
            Array.from({ length: 2 }, () => ({
              source: 4 + h,
              dlid: 0xc000 + h,
              birth: 0,
              bytes: 256,
            })),
          ),
        ),
      ],
      tickPs: 1000,
      checked: true,
    });
    play(network, 1e6);
    expect(network.idle()).toBe(false);
    expect(steps(network)).toEqual(
      [0, 1, 2, 3].flatMap((sw) => [
        `${sw}:3 holding waits for ${(sw + 1) % 4}:3 input, room`,
        `${sw}:3 input waits for ${sw}:3 holding, holding buffer`,
      ]),
    );
  });

  it("goes through central queues where a ring is routed in a cycle", () => {
    const { fabric, tables } = ring(4);
    // MLID h goes where LID h + 1 does: to host h, forwards around the ring. Every host sends to the one three switches on.
    const masks = tables.lft.map((row) =>
      [1, 2, 3, 4].map((lid) => [row[lid]!]),
    );
    const network = createNetwork({
      fabric,
      tables: withMulticast(fabric, tables, masks),
      switchModels: [
        modelOf({ inputBuffer: { packets: 1 }, replication: built.central }),
      ],
      hca: plainHca,
      traffic: [
        scripted(
          [0, 1, 2, 3].flatMap((h) =>
            Array.from({ length: 12 }, () => ({
              source: 4 + h,
              dlid: 0xc000 + ((h + 3) % 4),
              birth: 0,
              bytes: 256,
            })),
          ),
        ),
      ],
      tickPs: 1000,
      checked: true,
    });
    play(network, 1e6);
    expect(network.idle()).toBe(false);
    expect(steps(network)).toEqual(
      [0, 1, 2, 3].flatMap((sw) => [
        `${sw}:2 central waits for ${(sw + 1) % 4}:3 input, room`,
        `${sw}:3 input waits for ${sw}:2 central, room`,
      ]),
    );
  });
});
