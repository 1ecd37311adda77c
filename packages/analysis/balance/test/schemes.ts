import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { sequential } from "@fabriclab/addressing-sequential";
import { randomStream } from "@fabriclab/kernel";
import { cyclic } from "@fabriclab/routing-cyclic";
import { xy } from "@fabriclab/routing-xy";
import {
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type MulticastGroup,
  type MulticastTablesPlugin,
  type OptionsInput,
  type Params,
} from "@fabriclab/spec";
import { composeTables } from "@fabriclab/sim";
import { linear } from "@fabriclab/tables-linear";
import { multicastSpanningTree } from "@fabriclab/tables-multicast-spanning-tree";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import type { EndportIx } from "@fabriclab/units";

export const tree = (ports: number, levels: number): Fabric =>
  fatTree.build(parseOptions(fatTree, { ports, levels }));

export const meshOf = (columns: number, rows: number): Fabric =>
  mesh.build(parseOptions(mesh, { columns, rows }));

export const hostsOf = (fabric: Fabric): EndportIx[] =>
  Array.from(
    { length: fabric.hostCount },
    (_, i) => (fabric.switchCount + i) as EndportIx,
  );

/** The groups that the papers' experiment draws. */
export const groupsOf = (
  fabric: Fabric,
  seed: number,
  options: Partial<OptionsInput<typeof multicastOperation.params>>,
): readonly MulticastGroup[] =>
  multicastOperation.groups(
    {
      fabric,
      hosts: hostsOf(fabric),
      tickPs: 4000,
      bytePs: () => 4000,
      random: (name) => randomStream(seed, name),
    },
    parseOptions(multicastOperation, options),
  );

/** The routing's tables, with its own multicast by the union of paths, or with OpenSM's tree. */
export function tablesFor(
  fabric: Fabric,
  groups: readonly MulticastGroup[],
  scheme: "cyclic" | "xy" | "opensm",
): ForwardingTables {
  const use = <P extends { readonly params: Params }>(plugin: P) => ({
    plugin,
    options: plugin.params.parse({}),
  });
  const multicast: MulticastTablesPlugin =
    scheme === "opensm" ? multicastSpanningTree : multicastUnion;
  return composeTables(
    fabric,
    {
      addressing: use(scheme === "xy" ? sequential : multipleLid),
      routing: use(scheme === "xy" ? xy : cyclic),
      unicast: use(linear),
      multicast: use(multicast),
    },
    groups,
    hostsOf(fabric),
  );
}
