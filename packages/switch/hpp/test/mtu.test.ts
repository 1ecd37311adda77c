import { parseOptions } from "@fabriclab/spec";
import { matrix, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { asynchronous } from "@fabriclab/switch-replication";
import { describe, expect, it } from "vitest";
import { hpp } from "../src/index.ts";

const build = (options: object) =>
  hpp.build(parseOptions(hpp, options), {
    arbiter: matrix.build({}),
    laneScheduler: roundRobinLanes.build({}),
    replication: asynchronous.build({}),
  });

const refusal = expect.objectContaining({ code: "E_HPP_MTU_ABOVE_BUFFER" });

describe("the MTU", () => {
  it("is 1 KiB, of which a buffer holds four", () => {
    expect(build({})).toMatchObject({
      mtu: 1024,
      inputBuffer: { bytes: 4096 },
    });
  });

  it("is refused where a buffer does not hold it", () => {
    expect(() => build({ inputBuffer: "1023B" })).toThrow(refusal);
    expect(() => build({ mtu: "4097B" })).toThrow(refusal);
    expect(() => build({ transmitBuffer: "512B" })).toThrow(refusal);
    expect(build({ inputBuffer: "512B", mtu: "512B" }).mtu).toBe(512);
    expect(build({ transmitBuffer: "1 packet" }).mtu).toBe(1024);
  });
});

describe("the lane of barriers", () => {
  it("is the last one, where there is one", () => {
    expect(build({}).barrierLane).toBe(3);
    expect(build({ unicastLanes: 8, mixed: false }).barrierLane).toBe(8);
    expect(build({ barrier: false }).barrierLane).toBeUndefined();
  });

  it("comes after that of multicasts, where there is one", () => {
    expect(build({}).multicastLane).toBe(2);
    expect(build({ unicastLanes: 4 }).multicastLane).toBe(4);
    expect(build({ mixed: false }).multicastLane).toBeUndefined();
  });
});
