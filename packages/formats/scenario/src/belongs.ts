import { FabricError } from "@fabriclab/spec";
import { pluginKeys, topKeys } from "./keys.ts";
import { deepest, plain, show, splitPath, type Located } from "./located.ts";
import { overridable } from "./overridable.ts";
import type { Registry } from "./registry.ts";

/**
 * A refusal of an unknown key with a hint which other part of this scenario has a key of that name: `link: { speed: EDR }` is
 * `topology: { speed: EDR }`, or that the scenario itself has: `switch: { arbiter: matrix }` is `arbiter: matrix` beside it. Where it has a hint already, or
 * nothing has such a key, it stays as it is.
 */
export function sayingWhere(
  root: Located,
  registry: Registry,
  error: FabricError,
): FabricError {
  if (error.hint !== undefined) return error;
  const path = splitPath(error.where.path ?? "");
  const key = path.at(-1);
  if (typeof key !== "string") return error;
  const parts = overridable(root, registry).flatMap((known) => {
    const steps = splitPath(known);
    return steps.length > 1 && steps.at(-1) === key
      ? [known.slice(0, -key.length - 1)]
      : [];
  });
  const [part] = parts;
  const written = deepest(root, path);
  const given = written.depth === path.length ? plain(written.value) : "…";
  const value = show(given);
  if (part === undefined)
    return path.length > 1 && isAtTop(key, given, registry)
      ? error.hinting(
          `${key} is a key of the scenario itself, beside ${String(path[0])}: ${key}: ${value}`,
        )
      : error;
  return error.hinting(
    `${key} is a key of ${parts.join(" or ")}: ${example(root, part, `${key}: ${value}`)}`,
  );
}

/** Whether a scenario has the key, and would take this value: `lanes: 2` in a switch is no builder of SL2VL tables. */
function isAtTop(key: string, value: unknown, registry: Registry): boolean {
  if (!topKeys.includes(key)) return false;
  const family = pluginKeys.find((one) => one.key === key);
  if (family === undefined) return true;
  const name =
    typeof value === "object" && value !== null && "kind" in value
      ? value.kind
      : value;
  return (registry[family.kind] ?? []).some((plugin) => plugin.name === name);
}

/** The part as it would be written with the key. */
function example(root: Located, part: string, entry: string): string {
  const steps = splitPath(part);
  const found = deepest(root, steps);
  const node = found.depth === steps.length ? plain(found.value) : undefined;
  const kind =
    typeof node === "object" && node !== null && "kind" in node
      ? node.kind
      : node;
  const name = typeof kind === "string" ? `kind: ${kind}, ` : "";
  return `${steps.length === 1 ? `${part}: ` : ""}{ ${name}${entry} }`;
}
