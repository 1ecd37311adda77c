import { FabricError } from "@fabriclab/spec";
import { deepest, plain, show, splitPath, type Located } from "./located.ts";
import { overridable } from "./overridable.ts";
import type { Registry } from "./registry.ts";

/**
 * A refusal of an unknown key with a hint which other part of this scenario has a key of that name: `link: { speed: EDR }` is
 * `topology: { speed: EDR }`. Where it has a hint already, or no part has one, it stays as it is.
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
  if (part === undefined) return error;
  const written = deepest(root, path);
  const value =
    written.depth === path.length ? show(plain(written.value)) : "…";
  return error.hinting(
    `${key} is a key of ${parts.join(" or ")}: ${example(root, part, `${key}: ${value}`)}`,
  );
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
