import {
  findPlugin,
  parseOverride,
  readParts,
  type PlacedUse,
  type Registry,
} from "@fabriclab/formats-scenario";
import { cabledHosts, composeTables, type TableSource } from "@fabriclab/sim";
import {
  DEFAULT_PLUGINS,
  FabricError,
  type Fabric,
  type ForwardingTables,
  type LidTable,
  type MulticastGroup,
  type RoutingPlugin,
  type TablesProgress,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { Context } from "./context.ts";
import { shellWord } from "./shell-word.ts";
import type { TableFlags, TableParts } from "./table-flags.ts";
import { blamingTableFlags } from "./table-places.ts";

/**
 * The plugins that the flags name, with what `--set` says of their parameters.
 *
 * @throws FabricError `E_CLI_UNKNOWN_PLUGIN`, what `--set` gets wrong
 */
export function tablePartsOf(context: Context, flags: TableFlags): TableParts {
  const { registry } = context;
  const routing = namedRouting(registry, flags.routing);
  const addressing =
    flags.addressing ?? routing.defaultAddressing ?? DEFAULT_PLUGINS.addressing;
  findPlugin(
    registry,
    "addressing",
    addressing,
    { path: "--addressing" },
    "E_CLI_UNKNOWN_PLUGIN",
  );
  const lanes = flags.lanes ?? routing.defaultLanes;
  const named = {
    routing: flags.routing,
    addressing,
    tables: flags.tables ?? routing.defaultTables ?? DEFAULT_PLUGINS.tables,
    multicast: flags.multicast,
  };
  const options = {
    registry,
    overrides: (flags.set ?? []).map((text) => parseOverride(text)),
  };
  try {
    return lanes === undefined
      ? readParts(named, options)
      : readParts({ ...named, lanes }, options);
  } catch (error) {
    const path = FabricError.is(error) ? (error.where.path ?? "") : "";
    // a name that no plugin has: --set has a file, its own text
    if (FabricError.is(error) && error.where.file === undefined)
      if (Object.hasOwn({ ...named, lanes }, path))
        throw error.moved(`--${path}`);
    throw error;
  }
}

/** @throws FabricError `E_CLI_UNKNOWN_PLUGIN`; of several names, which `compare` and `fail` take, that there is one here */
function namedRouting(registry: Registry, name: string): RoutingPlugin {
  try {
    const where = { path: "--routing" };
    return findPlugin(
      registry,
      "routing",
      name,
      where,
      "E_CLI_UNKNOWN_PLUGIN",
    ) as unknown as RoutingPlugin;
  } catch (error) {
    if (!FabricError.is(error) || !name.includes(",")) throw error;
    throw error.hinting(
      `one routing here; several are compared by fabriclab compare --fabric FILE --engines ${shellWord(name)}`,
    );
  }
}

/** The same parts, with more options of the routing. */
export const withRoutingOptions = (
  { routing, ...parts }: TableParts,
  more: Readonly<Record<string, unknown>>,
): TableParts => ({
  ...parts,
  routing: { ...routing, options: { ...routing.options, ...more } },
});

/**
 * Tables of a fabric, computed.
 *
 * @param kept the LIDs of the fabric's file, for `--lids keep`
 * @param onProgress told how far routing and table builders are
 * @throws FabricError `E_CLI_NO_LIDS`, what the plugins refuse
 */
export function computeTables(
  fabric: Fabric,
  parts: TableParts,
  groups: readonly MulticastGroup[],
  flags: TableFlags,
  kept: LidTable | undefined,
  onProgress?: TablesProgress,
): ForwardingTables {
  const hosts = cabledHosts(fabric);
  const use = ({ plugin, options }: PlacedUse) => ({ plugin, options });
  const addressing = use(parts.addressing);
  if (flags.lids === "keep") {
    const lids = keptLids(fabric, hosts, flags.fabric, kept);
    addressing.plugin = {
      ...addressing.plugin,
      assign: () => lids,
    } as typeof addressing.plugin;
  }
  const source = {
    addressing,
    routing: use(parts.routing),
    unicast: use(parts.tables),
    multicast: use(parts.multicast),
    ...(parts.lanes === undefined ? {} : { lanes: use(parts.lanes) }),
  } as unknown as TableSource;
  return blamingTableFlags(flags, parts, () =>
    composeTables(fabric, source, groups, hosts, onProgress),
  );
}

/** The LIDs of the fabric's file. @throws FabricError `E_CLI_NO_LIDS` */
function keptLids(
  fabric: Fabric,
  hosts: readonly EndportIx[],
  file: string,
  lids: LidTable | undefined,
): LidTable {
  const without = hosts.find((host) => (lids?.baseLid[host] ?? 0) === 0);
  if (lids !== undefined && without === undefined) return lids;
  const place = { file, path: "--lids keep" };
  // Why one refusal for none and for those of several subnets in one file: which it was stands in the notes of the file.
  throw new FabricError(
    lids === undefined || without === undefined
      ? {
          code: "E_CLI_NO_LIDS",
          message: "The fabric's file has no LIDs that could be kept.",
          where: place,
          got: "no LIDs, or such as cannot be one table, which a note then says",
          expected:
            "a file that ibnetdiscover wrote on a configured fabric, in which no two ports have one LID",
          hint: "use --lids assign",
        }
      : {
          code: "E_CLI_NO_LIDS",
          message: "The fabric's file does not give every host a LID.",
          where: place,
          got: `none for ${fabric.nodeName[fabric.endportNode[without] ?? 0] ?? ""}`,
          expected: "a file that ibnetdiscover wrote on a configured fabric",
          hint: "use --lids assign",
        },
  );
}
