import type { PluginKey } from "./keys.ts";
import type { AnyPlugin } from "./registry.ts";

/** Of the family `tables`: what a plugin makes. */
const makesOf = (plugin: AnyPlugin): string | undefined =>
  (plugin as { makes?: string }).makes;

/** Whether a plugin reads finished tables. */
export const isFinished = (plugin: AnyPlugin): boolean =>
  makesOf(plugin) === "finished";

/**
 * Whether a plugin of a key's family may stand under that key: `tables`, `multicast` and `lanes` share a family, and differ in what their plugins make.
 *
 * @param finished whether finished tables will do, where the key takes them
 */
export const fitsKey = (
  plugin: AnyPlugin,
  key: PluginKey,
  finished = true,
): boolean =>
  key.makes === undefined ||
  makesOf(plugin) === key.makes ||
  (finished && key.finished === true && isFinished(plugin));
