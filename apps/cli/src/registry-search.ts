import {
  findPlugin,
  type AnyPlugin,
  type Registry,
} from "@fabriclab/formats-scenario";
import type { PluginKind } from "@fabriclab/spec";

/** Every plugin of that name, in one family or in all. @throws FabricError `E_CLI_UNKNOWN_PLUGIN` where a family is given and has none */
export function findNamed(
  registry: Registry,
  name: string,
  family?: PluginKind,
): AnyPlugin[] {
  if (family !== undefined) {
    const where = { path: "list" };
    return [findPlugin(registry, family, name, where, "E_CLI_UNKNOWN_PLUGIN")];
  }
  const all = Object.values(registry).flat();
  const called = (one: string) => all.filter((plugin) => plugin.name === one);
  const exact = called(name);
  // `--multicast union` and its help call multicast-union so
  return exact.length > 0 ? exact : called(`multicast-${name}`);
}
