import { FabricError } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { parseOverride, readScenario } from "../src/index.ts";
import { registry } from "./plugins.ts";

const two = `topology: mesh
routing: xy
traffic:
  - { kind: poisson, load: 0.1, name: video }
  - { kind: poisson, load: 0.2, name: load }
metrics: [throughput, { kind: latency }]
`;
const one = two.replace(/.*video.*\n/, "");

const read = (text: string, sets: readonly string[]) =>
  readScenario(text, {
    file: "net.yaml",
    registry,
    overrides: sets.map((set) => parseOverride(set)),
  });
const loads = (text: string, ...sets: string[]): unknown[] =>
  read(text, sets).traffic.map(({ options }) => options["load"]);

function refusal(...sets: string[]): FabricError {
  try {
    read(two, sets);
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("a path into a list", () => {
  it("may call an entry by its name", () => {
    expect(loads(two, "traffic.video.load=0.4")).toEqual([0.4, 0.2]);
    expect(loads(two, "traffic.load.load=0.4")).toEqual([0.1, 0.4]);
  });

  it("does not begin with the name of an entry or a plugin, and the refusal says what it begins with", () => {
    expect(refusal("video.load=0.4").hint).toBe(
      "did you mean traffic.video.load?",
    );
    expect(refusal("mesh.columns=4").hint).toBe(
      "did you mean topology.columns?",
    );
    expect(refusal("latency.split=sl").hint).toBe(
      "did you mean metrics.latency.split?",
    );
    // Two entries are of that kind.
    expect(refusal("poisson.load=0.4").hint).toBeUndefined();
  });

  it("may call it by the name that an override before gave it", () => {
    expect(loads(two, "traffic[1].name=bulk", "traffic.bulk.load=0.4")).toEqual(
      [0.1, 0.4],
    );
  });

  it("may call it by its kind where no other is of that", () => {
    const text = two.replace("metrics: [throughput,", "metrics: [");
    const { metrics } = read(text, ["metrics.latency.kind=throughput"]);
    expect(metrics.map(({ plugin }) => plugin.name)).toEqual(["throughput"]);
    expect(
      loads(
        two.replace("poisson, load: 0.2", "multicast-operation"),
        "traffic.poisson.load=0.4",
      ),
    ).toEqual([0.4, undefined]);
  });

  it("may leave out a lone entry, whatever that is called", () => {
    for (const path of ["traffic.load", "traffic.load.load", "traffic[0].load"])
      expect(loads(one, `${path}=0.4`)).toEqual([0.4]);
  });

  it.each([
    [
      "traffic.vidio.load=0.4",
      "traffic.vidio",
      "traffic[0] to traffic[1], or traffic.video, or traffic.load",
      "did you mean traffic.video?",
    ],
    [
      "traffic.poisson.load=0.4",
      "traffic.poisson",
      "traffic[0] to traffic[1], or traffic.video, or traffic.load",
      undefined,
    ],
    [
      "traffic.size=64B",
      "traffic.size",
      "traffic[0].size to traffic[1].size, or traffic.video.size, or traffic.load.size",
      undefined,
    ],
    [
      "traffic[2].load=0.4",
      "traffic[2]",
      "traffic[0] to traffic[1]",
      undefined,
    ],
  ])("refuses %s, which leads to no entry", (set, got, expected, hint) => {
    const error = refusal(set);
    expect(error).toMatchObject({
      code: "E_SCENARIO_UNKNOWN_KEY",
      got,
      expected,
    });
    expect(error.hint).toBe(hint);
  });
});
