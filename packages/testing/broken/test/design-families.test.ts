import {
  addressingChecks,
  laneTablesChecks,
  multicastTablesChecks,
  tablesChecks,
  topologyChecks,
  type Check,
} from "@fabriclab/testing-conformance";
import { describe, expect, it } from "vitest";
import {
  brokenAddressings,
  brokenLaneTables,
  brokenMulticastTables,
  brokenTopologies,
  brokenUnicastTables,
  type Broken,
} from "../src/index.ts";
import { failing } from "./failing.ts";

/** Checks of every plugin as a document; the broken routings show that they work. */
const documents = [
  "name, summary and citations are in order",
  "every parameter has a description and a unit",
  "an unknown parameter is refused",
];

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

    it("has a broken plugin for every check", () => {
      const covered = new Set([
        ...broken.map(({ fails }) => fails),
        ...documents,
      ]);
      for (const { plugin, setup } of broken.slice(0, 1))
        expect(
          checksOf(plugin, setup)
            .map(({ name }) => name)
            .filter((name) => !covered.has(name)),
        ).toEqual([]);
    });
  });
}

family("topologies", brokenTopologies, topologyChecks);
family("addressings", brokenAddressings, addressingChecks);
family("unicast tables", brokenUnicastTables, tablesChecks);
family("multicast tables", brokenMulticastTables, multicastTablesChecks);
family("lane tables", brokenLaneTables, laneTablesChecks);
