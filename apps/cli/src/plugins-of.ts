import type { AnyPlugin } from "@fabriclab/formats-scenario";

/** Every value of a module that is a plugin of the contract's version 1; other exports are none of our business. */
export function pluginsOf(module: object): AnyPlugin[] {
  // Why sorted: a module's own namespace lists its exports by name, one that a bundler or a test runner made may not.
  return Object.entries(module)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, value]) => value as unknown)
    .filter(isPlugin);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isPlugin = (value: unknown): value is AnyPlugin =>
  isObject(value) &&
  value["spec"] === "1" &&
  typeof value["kind"] === "string" &&
  typeof value["name"] === "string" &&
  isObject(value["params"]);
