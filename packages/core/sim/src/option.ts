import type { Use } from "./experiment.ts";

/** An option by its name, where the plugin has one so called: plugins that do not know each other call the same thing by the same name. */
export const option = (use: Use | undefined, key: string): unknown =>
  (use?.options as Readonly<Record<string, unknown>> | undefined)?.[key];
