import { sequential } from "@fabriclab/addressing-sequential";
import { spf } from "@fabriclab/routing-spf";
import { torusXy } from "@fabriclab/routing-torus-xy";
import {
  FabricError,
  parseOptions,
  type OptionsInput,
  type TablesContext,
} from "@fabriclab/spec";
import { ruleCase } from "@fabriclab/testing-conformance";
import { kimFigure4a } from "@fabriclab/testing-fabrics";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, expect, it } from "vitest";
import { classLanes } from "../src/index.ts";

const { context } = ruleCase(kimFigure4a(), sequential, spf);
const build = (
  options: OptionsInput<typeof classLanes.params> = {},
  on: TablesContext = context,
) => classLanes.build(on, parseOptions(classLanes, options));

/** Multicast on SL and VL 6 and 7. */
const separate = {
  realTimeSl: "0-5",
  realTimeVl: "0-5",
  multicastSl: "6-7",
  multicastVl: "6-7",
};

const text = (entries: readonly { vl: number; weight: number }[] | undefined) =>
  entries?.map(({ vl, weight }) => `${vl}:${weight}`).join(",");

describe("class-lanes by default", () => {
  const made = build();

  it("has real-time traffic on VL 0 to 7, best effort on VL 8 to 14, by SL, and does not send on SL 15", () => {
    const due = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    expect([...(made.hostSl2vl ?? [])]).toEqual(due);
    expect(made.lanes).toBe(15);
    // b has four ports: rows for every input and output, the switch's own among them
    expect(made.sl2vl?.[1]).toHaveLength(5 * 5 * 16);
    for (let row = 0; row < 25; row++)
      expect([
        ...(made.sl2vl?.[1] ?? []).slice(16 * row, 16 * row + 16),
      ]).toEqual(due);
  });

  it("has the former in the high-priority table, the latter in the low, all of one weight", () => {
    expect(text(made.vlArb?.high)).toBe(
      "0:17,1:17,2:17,3:17,4:17,5:17,6:17,7:17",
    );
    expect(text(made.vlArb?.low)).toBe(
      "8:17,9:17,10:17,11:17,12:17,13:17,14:17",
    );
    expect(made.vlArb?.highLimit).toBe(8);
  });
});

describe("the four policies of kim2007", () => {
  it("1, shared: multicast's service levels take the lanes of real-time traffic", () => {
    const { hostSl2vl, vlArb } = build({
      policy: "shared",
      realTimeSl: "0-5",
      realTimeVl: "0-5",
      multicastSl: "6-7",
      receivers: 9,
    });
    expect([...(hostSl2vl ?? [])].slice(0, 9)).toEqual([
      0, 1, 2, 3, 4, 5, 0, 1, 8,
    ]);
    expect(text(vlArb?.high)).toBe("0:17,1:17,2:17,3:17,4:17,5:17");
  });

  it.each([
    // R = 4: 10, 10 x 4, 10 x (1 + ln 4) = 23.86
    ["equal", 4, 10],
    ["linear", 4, 40],
    ["logarithmic", 4, 24],
    // R = 1 keeps the weight under each
    ["equal", 1, 10],
    ["linear", 1, 10],
    ["logarithmic", 1, 10],
    // R = 25: 250; 10 x (1 + ln 25) = 42.19
    ["linear", 25, 250],
    ["logarithmic", 25, 42],
  ] as const)(
    "%s, %i receivers: a lane of multicast has the weight %i beside 10 of a unicast lane",
    (policy, receivers, weight) => {
      const { vlArb, hostSl2vl } = build({
        ...separate,
        policy,
        receivers,
        weight: 10,
      });
      expect(text(vlArb?.high)).toBe(
        `0:10,1:10,2:10,3:10,4:10,5:10,6:${weight},7:${weight}`,
      );
      expect([...(hostSl2vl ?? [])].slice(6, 8)).toEqual([6, 7]);
    },
  );
});

describe("classes", () => {
  it("take fewer lanes than service levels in turn, and lists in any notation", () => {
    const { hostSl2vl, lanes, vlArb } = build({
      realTimeSl: [0, 1, 2, 5],
      realTimeVl: "2,0",
      bestEffortSl: "8, 10-11",
      bestEffortVl: 1,
      bestEffortWeight: 3,
      highLimit: 255,
    });
    expect([...(hostSl2vl ?? [])]).toEqual([
      2, 0, 2, 15, 15, 0, 15, 15, 1, 15, 1, 1, 15, 15, 15, 15,
    ]);
    expect(lanes).toBe(3);
    expect(vlArb).toEqual({
      high: [
        { vl: 0, weight: 17 },
        { vl: 2, weight: 17 },
      ],
      low: [{ vl: 1, weight: 3 }],
      highLimit: 255,
    });
  });

  it("may be absent", () => {
    const { vlArb, lanes } = build({ bestEffortSl: "", bestEffortVl: "" });
    expect(vlArb?.low).toEqual([]);
    expect(lanes).toBe(8);
  });
});

describe("what is refused", () => {
  it.each([
    [{ realTimeVl: "0-7,15" }, "E_CLASS_LANES_MANAGEMENT", "realTimeVl"],
    [{ bestEffortVl: [15] }, "E_CLASS_LANES_MANAGEMENT", "bestEffortVl"],
    [{ realTimeVl: "0-16" }, "E_CLASS_LANES_LIST", "realTimeVl"],
    [{ realTimeSl: "0-" }, "E_CLASS_LANES_LIST", "realTimeSl"],
    [{ realTimeSl: "7-0" }, "E_CLASS_LANES_LIST", "realTimeSl"],
    [{ realTimeSl: "0,,1" }, "E_CLASS_LANES_LIST", "realTimeSl"],
    [{ realTimeSl: [0, 1, 0] }, "E_CLASS_LANES_LIST", "realTimeSl"],
    [{ realTimeSl: [-1] }, "E_CLASS_LANES_LIST", "realTimeSl"],
    [{ multicastSl: 16 }, "E_CLASS_LANES_LIST", "multicastSl"],
    [{ realTimeSl: [0.5] }, "E_SPEC_BAD_PARAMETER", "realTimeSl"],
    [{ realTimeSl: "0-8" }, "E_CLASS_LANES_TWICE", "bestEffortSl"],
    [{ realTimeVl: "0-8" }, "E_CLASS_LANES_TWICE", "bestEffortVl"],
    [{ multicastSl: "7" }, "E_CLASS_LANES_TWICE", "multicastSl"],
    [{ realTimeVl: "" }, "E_CLASS_LANES_NO_LANE", "realTimeVl"],
    [
      { realTimeSl: "", realTimeVl: "", bestEffortSl: "", bestEffortVl: "" },
      "E_CLASS_LANES_NO_LANE",
      "realTimeVl",
    ],
    [{ ...separate }, "E_CLASS_LANES_MULTICAST", "multicastVl"],
    [{ policy: "equal" }, "E_CLASS_LANES_MULTICAST", "multicastSl"],
    [
      { ...separate, multicastVl: "", policy: "linear" },
      "E_CLASS_LANES_MULTICAST",
      "multicastVl",
    ],
    [{ weight: 0 }, "E_CLASS_LANES_WEIGHTS", "weight"],
    [{ bestEffortWeight: 0 }, "E_CLASS_LANES_WEIGHTS", "bestEffortWeight"],
    [{ weight: 0, bestEffortWeight: 0 }, "E_CLASS_LANES_WEIGHTS", "weight"],
    [{ weight: 256 }, "E_SPEC_BAD_PARAMETER", "weight"],
    [{ highLimit: 256 }, "E_SPEC_BAD_PARAMETER", "highLimit"],
    [
      { ...separate, policy: "linear", receivers: 16 },
      "E_CLASS_LANES_WEIGHT",
      "receivers",
    ],
    [
      { ...separate, policy: "logarithmic", weight: 100, receivers: 5 },
      "E_CLASS_LANES_WEIGHT",
      "receivers",
    ],
  ] as const)("%j", (options, code, path) => {
    const error = refusal(() => build(options as never));
    expect(error.code).toBe(code);
    expect(error.where.path?.replace(/\[\d+\]$/, "")).toBe(path);
  });

  it("a routing that relies on lanes of its own", () => {
    const torus = ruleCase(
      mesh.build(parseOptions(mesh, { columns: 3, rows: 3, wrap: true })),
      sequential,
      torusXy,
    );
    expect(refusal(() => build({}, torus.context)).code).toBe(
      "E_CLASS_LANES_ROUTING",
    );
  });
});

function refusal(act: () => unknown): FabricError {
  try {
    act();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
