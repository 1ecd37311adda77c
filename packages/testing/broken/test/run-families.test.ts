import {
  metricChecks,
  patternChecks,
  switchChecks,
  trafficChecks,
  type Check,
} from "@fabriclab/testing-conformance";
import { describe, expect, it } from "vitest";
import {
  brokenMetrics,
  brokenPatterns,
  brokenSwitches,
  brokenTraffics,
  lawlessMetrics,
  type Broken,
} from "../src/index.ts";
import { failing } from "./failing.ts";

function family<Plugin extends { readonly name: string }, Setup>(
  title: string,
  broken: readonly Broken<Plugin, Setup>[],
  checksOf: (plugin: Plugin, setup: Setup) => Check[],
): void {
  describe(`the kit for ${title}`, () => {
    it.each(broken.map((entry) => [entry.plugin.name, entry] as const))(
      "finds what is wrong with %s, and nothing else",
      (_, { plugin, setup, fails }) => {
        const failures = failing(checksOf(plugin, setup));
        expect(failures.map(({ check }) => check)).toEqual([fails]);
        expect(failures[0]?.message).toMatch(/where: \S/);
        expect(failures[0]?.message).toMatch(/to do: \S/);
      },
    );
  });
}

family("switches", brokenSwitches, switchChecks);
family("traffic", brokenTraffics, trafficChecks);
family("patterns", brokenPatterns, patternChecks);
family("metrics", brokenMetrics, metricChecks);

describe("the kit for metrics", () => {
  it.each(lawlessMetrics.map((entry) => [entry.plugin.name, entry] as const))(
    "finds every law that %s breaks",
    (_, { plugin, setup, fails }) => {
      expect(
        failing(metricChecks(plugin, setup)).map(({ check }) => check),
      ).toEqual(fails);
    },
  );
});
