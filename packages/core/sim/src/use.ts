import { parseOptions, type OptionsInput, type Params } from "@fabriclab/spec";
import { ps } from "@fabriclab/units";
import type { Measure, Use } from "./experiment.ts";

/**
 * A plugin with options as a user writes them; defaults are filled in.
 *
 * @throws FabricError of `parseOptions`: `E_SPEC_NO_PLUGIN`, `E_SPEC_UNKNOWN_PARAMETER`, `E_SPEC_BAD_PARAMETER`, or the quantity's own
 */
export function use<
  T extends {
    readonly name: string;
    readonly kind: string;
    readonly params: Params;
  },
>(plugin: T, input?: OptionsInput<T["params"]>): Use<T> {
  // Why the cast: the compiler does not see that T's own parameter table is the one that Use looks up.
  const options = parseOptions(plugin, input ?? {}) as Use<T>["options"];
  return { plugin, options };
}

/** What a scenario that does not say gets: 5 % at 95 %, automatic warm-up, at most 100 ms of simulated time or ten million packets. */
export const defaultMeasure: Measure = {
  warmup: "auto",
  precision: 0.05,
  confidence: 0.95,
  maxTime: ps(100_000_000_000),
  maxPackets: 10_000_000,
};
