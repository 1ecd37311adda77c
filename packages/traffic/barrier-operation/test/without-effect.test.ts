import { parseOptions, type OptionsInput } from "@fabriclab/spec";
import { barrierOperation } from "@fabriclab/traffic-barrier-operation";
import { describe, expect, it } from "vitest";

const idle = (options: OptionsInput<typeof barrierOperation.params>) =>
  Object.keys(
    barrierOperation.withoutEffect?.(parseOptions(barrierOperation, options)) ??
      {},
  );
const registers = [{ switch: "A", parent: "none" as const, children: [1, 2] }];

describe("parameters without effect", () => {
  it("are those of all groups that every group has for itself", () => {
    expect(idle({ groups: 2 })).toEqual([]);
    expect(idle({ groups: [{ registers }, { registers }] })).toEqual([
      "members",
      "parent",
      "root",
    ]);
    expect(idle({ groups: [{ registers }, { members: [1, 2] }] })).toEqual([
      "members",
    ]);
    expect(idle({ groups: [{ registers }, { parent: 3 }] })).toEqual([
      "parent",
    ]);
    expect(idle({ groups: [{ root: "A" }, {}] })).toEqual([]);
  });

  it("are the spread of one group, and the interval where no second barrier and no other group needs it", () => {
    expect(idle({})).toEqual(["stagger"]);
    expect(idle({ barriers: 1 })).toEqual(["stagger", "interval"]);
    expect(idle({ barriers: 1, groups: 2 })).toEqual([]);
    expect(idle({ barriers: 1, groups: 2, stagger: false })).toEqual([
      "interval",
    ]);
    expect(idle({ barriers: 1, intervals: "exponential" })).toEqual([
      "stagger",
    ]);
  });
});
