import { FabricError, nearest, type ErrorPlace } from "@fabriclab/spec";
import { sayingWhere } from "./belongs.ts";
import type { PluginKeyName } from "./keys.ts";
import { plain, gotten, type Located } from "./located.ts";
import { isFinished } from "./fits-key.ts";
import { keyNamed } from "./parts.ts";
import type { Registry } from "./registry.ts";

/** @throws FabricError `E_SCENARIO_BAD_VALUE` for what is no mapping, `E_SCENARIO_UNKNOWN_KEY` */
export function checkTop(
  root: Located,
  known: readonly string[],
  registry: Registry,
): void {
  if (root.type !== "map") {
    throw new FabricError({
      code: "E_SCENARIO_BAD_VALUE",
      message: "A scenario is a mapping.",
      where: root.at,
      got: gotten(plain(root)),
      expected: "keys such as topology, routing and traffic",
    });
  }
  for (const [key, entry] of root.entries) {
    if (known.includes(key)) continue;
    const close = nearest(key, known);
    const unknown = new FabricError({
      code: "E_SCENARIO_UNKNOWN_KEY",
      message: `A scenario has no key ${key}.`,
      where: entry.at,
      got: key,
      expected: `one of ${known.join(", ")}`,
      ...(key === "sweep"
        ? {
            hint: "`fabriclab sweep` runs a scenario with this section; take it out to run a single point",
          }
        : close === undefined
          ? {}
          : { hint: `did you mean ${close}?` }),
    });
    throw sayingWhere(root, registry, unknown);
  }
}

/** What is said of a key that has no default and is not there. */
export function missing(
  key: string,
  registry: Registry,
  where: ErrorPlace,
): FabricError {
  const kind = keyNamed(key as PluginKeyName).kind;
  const names = (registry[kind] ?? []).map((plugin) => plugin.name).join(", ");
  const finished = registry.tables?.find(isFinished);
  return new FabricError({
    code: "E_SCENARIO_MISSING_KEY",
    message: `The scenario has no ${key}.`,
    where,
    got: "nothing",
    expected: `${key}: one of ${names}`,
    hint: `add a line \`${key}: …\`${key === "routing" && finished !== undefined ? `; or name finished tables: \`tables: { kind: ${finished.name}, … }\`` : ""}`,
  });
}
