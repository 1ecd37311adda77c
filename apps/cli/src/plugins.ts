import {
  extendRegistry,
  type AnyPlugin,
  type Registry,
} from "@fabriclab/formats-scenario";
import { loadPlugin } from "./load-plugin.ts";
import { watchPlugins } from "./plugin-calls.ts";
import { takenNames } from "./plugin-names.ts";
import { builtInPlugins } from "./plugin-packages.ts";
import { qosLanes } from "./qos-lanes.ts";
import { dumpTables } from "./tables-dump.ts";
import { fileTopology, type Tell } from "./topology-file.ts";
import { fileTraces } from "./trace-traffic.ts";

export interface RegistryOptions {
  /** Modules named with `--plugin`. */
  readonly modules?: readonly string[];
  /** What the readers of a file of `topology file` or a folder of `tables dump` passed over; default: nobody. */
  readonly tell?: Tell;
}

/**
 * The plugins by family: those that come with the command, then those that the user named. What the latter throw when they are called is told as theirs
 * (`watchPlugins`).
 *
 * @throws FabricError `E_CLI_PLUGIN_…`
 */
export async function loadRegistry(
  options: RegistryOptions = {},
): Promise<Registry> {
  const plugins: AnyPlugin[] = builtInPlugins();
  plugins.push(
    fileTopology(".", options.tell),
    dumpTables(".", options.tell),
    qosLanes(".", options.tell),
    fileTraces("."),
  );
  const names = takenNames(plugins);
  for (const specifier of new Set(options.modules)) {
    const { url, plugins: all } = await loadPlugin(specifier);
    plugins.push(...watchPlugins(specifier, url, names.add(specifier, all)));
  }
  return extendRegistry({}, plugins);
}
