import { parseOptions } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { asynchronous } from "@fabriclab/switch-replication";
import { describe, expect, it } from "vitest";
import { relay } from "../src/index.ts";

const buffersOf = (options: object) => {
  const { inputBuffer, outputBuffer } = relay.build(
    parseOptions(relay, options),
    {
      arbiter: roundRobin.build({}),
      laneScheduler: roundRobinLanes.build({}),
      replication: asynchronous.build({}),
    },
  );
  return { inputBuffer, outputBuffer };
};

describe("the buffer of a VL", () => {
  it("is one packet unless something else is said", () => {
    expect(buffersOf({ virtualLanes: 4 })).toEqual({
      inputBuffer: { packets: 1 },
      outputBuffer: { packets: 1 },
    });
  });

  it("is the size given, where that is per lane", () => {
    expect(buffersOf({ virtualLanes: 4, inputBuffer: "8KiB" })).toEqual({
      inputBuffer: { bytes: 8192 },
      outputBuffer: { packets: 1 },
    });
  });

  it("is the port's size divided by the VLs, in whole 64-byte blocks, where that is per port", () => {
    expect(
      buffersOf({
        virtualLanes: 4,
        bufferPer: "port",
        inputBuffer: "8KiB",
        outputBuffer: "0 packets",
      }),
    ).toEqual({ inputBuffer: { bytes: 2048 }, outputBuffer: { packets: 0 } });
    expect(
      buffersOf({
        virtualLanes: 3,
        bufferPer: "port",
        inputBuffer: "1000B",
        outputBuffer: "6 packets",
      }),
    ).toEqual({ inputBuffer: { bytes: 320 }, outputBuffer: { packets: 2 } });
  });

  it("must not come out at nothing or in parts of packets", () => {
    for (const inputBuffer of ["1 packet", "6 packets", "128B"])
      expect(() =>
        buffersOf({
          virtualLanes: 4,
          bufferPer: "port",
          inputBuffer,
          outputBuffer: "4 packets",
        }),
      ).toThrow(expect.objectContaining({ code: "E_RELAY_BUFFER_SHARE" }));
  });
});
