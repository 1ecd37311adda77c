import type { ConnectionOptions } from "./params.ts";

/**
 * Options of connections that have no effect beside the others, with the reason: for `withoutEffect` of a traffic plugin.
 *
 * @param key the plugin's name for the parameter
 */
export function idleConnectionOptions(
  key: string,
  options: ConnectionOptions | undefined,
): Record<string, string> {
  if (options?.refused === "wait")
    return {
      [`${key}.rounds`]:
        "with `refused: wait` paths are tried until one is had",
    };
  if (options?.rounds === 1)
    return {
      [`${key}.retryDelay`]: "with `rounds: 1` there is no second round",
    };
  return {};
}
