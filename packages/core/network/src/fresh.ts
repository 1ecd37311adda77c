import { networkOf } from "./create.ts";
import { createLoop } from "./loop.ts";
import type { Network, NetworkConfig } from "./network.ts";

/** Copies of the loop's module in one process; later networks share them in turn, with equal results and, as V8 then shares their code, at less speed. */
export const LOOP_COPIES = 64;

let made = 0;

/**
 * A network whose loop comes from a fresh copy of its module (an import with a query of its own), so that V8 compiles it for this network
 * alone. Worth it for long runs; where modules cannot be imported by URL (some bundles) the static loop serves, with the same results.
 * A copy stays in memory for the life of the process and is never freed, hence {@link LOOP_COPIES}.
 */
export async function createFreshNetwork(
  config: NetworkConfig,
): Promise<Network> {
  const file = import.meta.url.endsWith(".ts") ? "./loop.ts" : "./loop.js";
  const url = new URL(file, import.meta.url);
  url.searchParams.set("copy", String(made++ % LOOP_COPIES));
  let factory = createLoop;
  try {
    const copy = (await import(/* @vite-ignore */ url.href)) as {
      createLoop: typeof createLoop;
    };
    factory = copy.createLoop;
  } catch (error) {
    // In a bundle the module is not there by itself: then speed is all that is lost. A module that is there and does not load is a fault.
    if (
      url.protocol === "file:" &&
      (error as { readonly code?: unknown }).code !== "ERR_MODULE_NOT_FOUND"
    )
      throw error;
  }
  return networkOf(config, factory);
}
