import type { Check } from "@fabriclab/testing-conformance";
import { describe, expect, it } from "vitest";
import type { Broken } from "../src/index.ts";
import { claimVariants } from "./claim-variants.ts";
import { failing } from "./failing.ts";

interface Claiming {
  readonly name: string;
  readonly claims: object;
}

/**
 * Each broken plugin fails its check and no other; and each check that a kit has, whatever is claimed, is failed by one of them, so that a check
 * that cannot fail, or that nobody has seen fail, does not pass here.
 */
export function family<Plugin extends Claiming, Setup>(
  title: string,
  broken: readonly Broken<Plugin, Setup>[],
  checksOf: (plugin: Plugin, setup: Setup) => Check[],
): void {
  describe(`the kit for ${title}`, () => {
    for (const { plugin, setup, fails } of broken)
      it(`finds what is wrong with ${plugin.name}, and nothing else: not that ${fails}`, () => {
        const failures = failing(checksOf(plugin, setup));
        expect(failures.map(({ check }) => check)).toEqual([fails]);
        expect(failures[0]?.message).toMatch(/where: \S/);
        expect(failures[0]?.message).toMatch(/to do: \S/);
      });

    it("has a broken plugin for every check", () => {
      const names = broken
        .slice(0, 1)
        .flatMap(({ plugin, setup }) =>
          claimVariants({ ...plugin.claims }).flatMap((claims) =>
            checksOf({ ...plugin, claims }, setup).map(({ name }) => name),
          ),
        );
      expect(names.length).toBeGreaterThan(3);
      expect([...new Set(broken.map(({ fails }) => fails))].sort()).toEqual(
        [...new Set(names)].sort(),
      );
    });
  });
}
