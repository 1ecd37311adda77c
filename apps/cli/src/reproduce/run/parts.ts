import type { Experiment, Use } from "@fabriclab/sim";
import { parseOptions, type Params } from "@fabriclab/spec";
import { ps } from "@fabriclab/units";

/** A plugin with options as a scenario writes them. Reading them costs more than a small run: keep what does not change. */
export const use = <P extends { params: Params; name: string; kind: string }>(
  plugin: P,
  options: object = {},
): Use<P> => ({ plugin, options: parseOptions(plugin, options) }) as Use<P>;

/** The options of a described part: all but its kind. */
export const without = <T extends { readonly kind: string }>({
  kind: _,
  ...options
}: T) => options;

/** What the experiments of finite multicast operations have in common: they run to their end and are measured whole. */
export const toTheEnd: Pick<Experiment, "measure" | "threads" | "checked"> = {
  measure: {
    warmup: ps(0),
    precision: 0.05,
    confidence: 0.95,
    maxTime: ps(1e15),
    maxPackets: Number.MAX_SAFE_INTEGER,
  },
  threads: 1,
  checked: false,
};
