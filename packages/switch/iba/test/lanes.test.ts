import { matrix } from "@fabriclab/switch-arbiters";
import { asynchronous } from "@fabriclab/switch-replication";
import { vlArbitration } from "@fabriclab/switch-vl-arbitration";
import { parseOptions, type SwitchModel } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { iba } from "../src/index.ts";

const build = (options: object): SwitchModel =>
  iba.build(parseOptions(iba, options), {
    arbiter: matrix.build({}),
    laneScheduler: vlArbitration.build(parseOptions(vlArbitration, {})),
    replication: asynchronous.build({}),
  });

describe("the lanes of iba", () => {
  it("are 15 for data and VL15, which has no limit", () => {
    const model = build({ inputBuffer: "8KiB" });
    expect(model.lanes).toBe(16);
    expect(model.inputBufferPerLane).toHaveLength(16);
    expect(model.inputBufferPerLane?.slice(0, 15)).toEqual(
      Array(15).fill({ bytes: 8192 }),
    );
    expect(model.inputBufferPerLane?.[15]).toEqual({ packets: Infinity });
  });

  it("are as many as said without management", () => {
    const model = build({ management: false, virtualLanes: 3 });
    expect(model.lanes).toBe(3);
    expect(model.inputBufferPerLane).toBeUndefined();
  });

  it("cannot be few with management", () => {
    expect(() => build({ virtualLanes: 4 })).toThrow(
      expect.objectContaining({
        code: "E_IBA_LANES",
        hint: expect.stringMatching(
          /^for 4 lanes beside VL15 send on service levels 0 to 3 only/,
        ) as string,
      }),
    );
    for (const virtualLanes of [0, 16])
      expect(() => build({ virtualLanes })).toThrow(/virtualLanes/);
  });
});

describe("the stages of iba", () => {
  it("are five, the last behind the crossbar where there are output buffers", () => {
    const behind = build({ stageDelay: "30ns", outputBuffer: "1 packet" });
    expect([behind.routingDelay, behind.outputDelay]).toEqual([
      120_000, 30_000,
    ]);
    const before = build({});
    expect([before.routingDelay, before.outputDelay]).toEqual([
      100_000,
      undefined,
    ]);
  });

  it("hand their parts on", () => {
    const model = build({});
    expect(model.arbiter.name).toBe("matrix");
    expect(model.laneScheduler.name).toBe("vl-arbitration");
    expect(model.crossbarScheduler).toBeUndefined();
    expect(iba.defaultLaneScheduler).toBe(vlArbitration.name);
  });
});
