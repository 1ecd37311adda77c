import {
  DropCause,
  PACKET_DROPPABLE,
  type DropFactory,
  type Traffic,
} from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { play, scripted } from "./scripted.ts";
import { ring } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** Drops what may be dropped when it has been head for a million ticks. */
const lifetime: DropFactory = {
  name: "lifetime",
  create: () => ({
    patience: (_, __, flags) =>
      (flags & PACKET_DROPPABLE) !== 0 ? 1_000_000 : -1,
    dropped: () => DropCause.headLifetime,
    sent: () => undefined,
  }),
};

const SWITCHES = 4;

/** On a ring that is passed one way, every host sends three packets two switches on, through buffers of one packet: they fill the ring. */
function jam(mayDrop: (source: number) => boolean, drop?: DropFactory) {
  const plain = scripted(
    Array.from({ length: 3 * SWITCHES }, (_, k) => ({
      source: SWITCHES + (k % SWITCHES),
      dlid: ((k + 2) % SWITCHES) + 1,
      birth: 0,
      bytes: 256,
    })),
  );
  const traffic: Traffic = {
    ...plain,
    streams: plain.streams.map((stream) => ({
      ...stream,
      next(draft) {
        const is = stream.next(draft);
        draft.flags = mayDrop(stream.source) ? PACKET_DROPPABLE : 0;
        return is;
      },
    })),
  };
  return createNetwork({
    ...ring(SWITCHES),
    switchModels: [
      modelOf({
        inputBuffer: { packets: 1 },
        ...(drop === undefined ? {} : { drop }),
      }),
    ],
    hca: plainHca,
    traffic: [traffic],
    tickPs: 1000,
    checked: true,
  });
}

describe("a cycle of packets that wait for each other", () => {
  it("is a deadlock without a drop policy, and where none of its heads may be dropped", () => {
    for (const network of [jam(() => true), jam(() => false, lifetime)]) {
      play(network, 900_000);
      expect(network.diagnose()).toHaveLength(SWITCHES);
      play(network, 20_000_000);
      expect(network.diagnose()).toHaveLength(SWITCHES);
      expect(network.idle()).toBe(false);
    }
  });

  it("is none where a head of it is going to be dropped", () => {
    for (const network of [
      jam(() => true, lifetime),
      jam((source) => source === SWITCHES, lifetime),
    ]) {
      // It stands, and the first lifetime has not ended.
      play(network, 900_000);
      expect(network.counts).toMatchObject({ dropped: 0 });
      expect(network.counts.inFlight).toBeGreaterThanOrEqual(SWITCHES);
      expect(network.diagnose()).toBeUndefined();
      play(network, 20_000_000);
      expect(network.counts.dropped).toBeGreaterThan(0);
      expect(network.idle()).toBe(true);
    }
  });
});
