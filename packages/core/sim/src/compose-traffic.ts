import { randomStream } from "@fabriclab/kernel";
import {
  endportName,
  FabricError,
  type Fabric,
  type ForwardingTables,
  type MulticastGroup,
  type Traffic,
  type TrafficContext,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { groupView } from "./compose-tables.ts";
import type { TrafficUse } from "./experiment.ts";

/** What every traffic entry of an experiment shares. */
export interface TrafficWorld {
  readonly fabric: Fabric;
  readonly hosts: readonly EndportIx[];
  readonly seed: number;
  readonly tickPs: number;
  bytePs(host: EndportIx): number;
}

/** A traffic entry and its groups, before tables exist. */
export interface PlannedTraffic {
  readonly use: TrafficUse;
  readonly context: TrafficContext;
  /** As the plugin numbers them. */
  readonly groups: readonly MulticastGroup[];
  /** Id of its first group among all groups. */
  readonly firstGroup: number;
}

/**
 * Asks every traffic for its groups.
 *
 * Random streams are named `<plugin>#<n>/<name>`, n counting the entries of the same plugin: adding a traffic of another kind changes no stream.
 *
 * @throws FabricError `E_SIM_GROUP_IDS` where a plugin does not number its groups 0, 1, 2 …
 */
export function planTraffic(
  world: TrafficWorld,
  uses: readonly TrafficUse[],
): PlannedTraffic[] {
  const seen = new Map<string, number>();
  let firstGroup = 0;
  return uses.map((use, entry) => {
    const { name } = use.plugin;
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    const context: TrafficContext = {
      fabric: world.fabric,
      hosts: world.hosts,
      tickPs: world.tickPs,
      bytePs: (host) => world.bytePs(host),
      random: (stream) => randomStream(world.seed, `${name}#${nth}/${stream}`),
    };
    const groups = blaming(use.plugin, `traffic[${entry}]`, () =>
      use.plugin.groups(context, use.options),
    );
    for (const [index, group] of groups.entries()) {
      if (group.id === index) continue;
      throw new FabricError({
        code: "E_SIM_GROUP_IDS",
        message: `traffic ${name} does not number its groups from 0`,
        where: { path: group.name },
        got: `id ${group.id} at index ${index}`,
        expected: String(index),
      });
    }
    const planned = { use, context, groups, firstGroup };
    firstGroup += groups.length;
    return planned;
  });
}

/** The groups of all traffic, renumbered so that ids are indices. */
export function allGroups(
  planned: readonly PlannedTraffic[],
): MulticastGroup[] {
  return planned.flatMap(({ groups, firstGroup }) =>
    groups.map((group) => ({
      id: firstGroup + group.id,
      name: group.name,
      members: group.members,
      sources: group.sources,
    })),
  );
}

/** Creates each traffic against its own view of the tables. */
export function createTraffic(
  planned: readonly PlannedTraffic[],
  tables: ForwardingTables,
  network: Pick<
    TrafficTablesContext,
    "idleLatency" | "mtu" | "barrierLane" | "multicastLane"
  >,
): Traffic[] {
  return planned.map(({ use, context, groups, firstGroup }, index) => {
    const at = `traffic[${index}]`;
    const { pattern } = use;
    const parts =
      pattern === undefined
        ? {}
        : {
            pattern: blaming(pattern.plugin, `${at}.pattern`, () =>
              pattern.plugin.create(
                context.hosts.length,
                pattern.options,
                context.random(`pattern/${pattern.plugin.name}`),
                context.hosts.map((host) => endportName(context.fabric, host)),
              ),
            ),
          };
    const view = groupView(tables, firstGroup, groups);
    return blaming(use.plugin, at, () =>
      use.plugin.create(
        { ...context, tables: view, ...network },
        use.options,
        parts,
      ),
    );
  });
}

/**
 * What a plugin makes. An error that names a parameter as the plugin knows it, or a part of one, names it as the experiment does: `paths` is `traffic[1].paths`,
 * `multicast.members` is `traffic[1].multicast.members`; one that names nothing, the plugin itself.
 */
function blaming<Made>(
  plugin: { readonly params: { readonly shape: object } },
  at: string,
  make: () => Made,
): Made {
  try {
    return make();
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    const { path } = error.where;
    if (path === undefined) throw error.moved(at);
    const parameter = path.split(/[.[]/, 1)[0] ?? "";
    throw Object.hasOwn(plugin.params.shape, parameter)
      ? error.moved(`${at}.${path}`)
      : error;
  }
}
