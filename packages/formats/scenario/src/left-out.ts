import type { ErrorPlace } from "@fabriclab/spec";
import { pathText, type Path } from "./entry-path.ts";
import { pluginKeys } from "./keys.ts";
import { deepest, type Located } from "./located.ts";
import { overridable } from "./overridable.ts";
import type { Registry } from "./registry.ts";
import { unknownKey } from "./unknown-key.ts";

/**
 * Refuses to leave out what a part, or a section, has no key for: any other value of it would be refused when it is read.
 *
 * @throws FabricError `E_SCENARIO_UNKNOWN_KEY`
 */
export function checkLeftOut(
  root: Located,
  path: Path,
  where: ErrorPlace,
  registry: Registry,
  keys: readonly string[],
): void {
  const own = path.slice(0, -1);
  const isOfPart = own.length === (typeof path[1] === "number" ? 2 : 1);
  if (!isOfPart || own[0] === "offered") return;
  if (deepest(root, path).depth === path.length) return;
  const before = `${pathText(own)}.`;
  const known = overridable(root, registry, keys).flatMap((one) =>
    one.startsWith(before) ? one.slice(before.length) : [],
  );
  const isPlugin = pluginKeys.some(({ key }) => key === own[0]);
  if (isPlugin) known.push("kind");
  if (own[0] === "traffic") known.push("name");
  const key = String(path.at(-1));
  if (!known.includes(key)) throw unknownKey(pathText(path), known, key, where);
}
