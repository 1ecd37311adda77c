import {
  checkMulticastGroups,
  FabricError,
  notASource,
  portMaskWords,
  type Fabric,
  type MulticastGroup,
  type MulticastTables,
  type TablesContext,
} from "@fabriclab/spec";
import { requireGrid } from "@fabriclab/topology-mesh";
import {
  MLID_CAPACITY,
  MULTICAST_LID_MIN,
  type EndportIx,
  type Mlid,
} from "@fabriclab/units";
import { Labelling } from "./labelling.ts";
import type { PacketPath, Split } from "./path-plan.ts";

/** Where the members of a group are cabled, for one source: switch -> their ports. */
type Deliveries = ReadonlyMap<number, readonly number[]>;

/** One packet: its path, and at which switches it leaves copies. */
interface Packet {
  readonly path: PacketPath;
  readonly serves: readonly number[];
  readonly deliveries: Deliveries;
}

/**
 * One MLID for every packet of every (group, source): at each switch of its path the mask holds the next hop and the ports of the members there.
 *
 * A path visits no switch twice, because labels only rise or only fall along it, so no ingress port has to be known.
 *
 * Complexity: O(Σ sources · path length) time, switches · MLIDs words of memory.
 *
 * @throws FabricError E_HAMILTONIAN_PATH_UNSUPPORTED_FABRIC, E_HAMILTONIAN_PATH_MLID_OVERFLOW; those of `checkMulticastGroups`
 */
export function pathTables(
  { fabric, groups }: TablesContext,
  firstMlid: number,
  name: string,
  split: Split,
): MulticastTables {
  const shape = requireGrid(fabric, {
    code: "E_HAMILTONIAN_PATH_UNSUPPORTED_FABRIC",
    kind: "mesh",
    hint: "use multicast-spanning-tree, which works on any fabric",
  });
  checkMulticastGroups(fabric, groups);
  const labelling = new Labelling(shape);
  const packets: Packet[] = [];
  const plan = new Map<number, Map<EndportIx, readonly Mlid[]>>();
  for (const group of groups) {
    const bySource = new Map<EndportIx, readonly Mlid[]>();
    plan.set(group.id, bySource);
    for (const source of new Set(group.sources)) {
      const first = packets.length;
      const deliveries = deliveriesOf(fabric, group, source);
      const start = fabric.attachment(source)?.sw ?? 0;
      const targets = [...deliveries.keys()].filter((sw) => sw !== start);
      const paths = split(labelling, shape, start, targets);
      if (deliveries.has(start) && paths.length === 0)
        paths.push({ start, hops: [], serves: [] });
      for (const [index, path] of paths.entries()) {
        // Members at the source's own switch ride on the first packet.
        const serves = index === 0 ? [start, ...path.serves] : path.serves;
        packets.push({ path, serves, deliveries });
      }
      bySource.set(
        source,
        paths.map(
          (_, k) => (MULTICAST_LID_MIN + firstMlid + first + k) as Mlid,
        ),
      );
    }
  }
  refuseOverflow(packets.length, firstMlid, groups);
  return {
    groups,
    mlidCount: packets.length,
    firstMlid,
    words: portMaskWords(fabric),
    masks: masksOf(fabric, packets),
    plan: `${name}: one per source and packet`,
    mlids(source, group): readonly Mlid[] {
      const found = plan.get(group)?.get(source);
      if (found === undefined) throw notASource(fabric, source, group);
      return found;
    },
  };
}

function deliveriesOf(
  fabric: Fabric,
  group: MulticastGroup,
  source: EndportIx,
): Deliveries {
  const found = new Map<number, number[]>();
  for (const member of new Set(group.members)) {
    if (member === source) continue;
    const attached = fabric.attachment(member);
    if (attached === undefined) continue;
    const ports = found.get(attached.sw);
    if (ports === undefined) found.set(attached.sw, [attached.num]);
    else ports.push(attached.num);
  }
  return found;
}

function masksOf(fabric: Fabric, packets: readonly Packet[]): Int32Array {
  const words = portMaskWords(fabric);
  const masks = new Int32Array(fabric.switchCount * packets.length * words);
  for (const [k, { path, serves, deliveries }] of packets.entries()) {
    const set = (sw: number, port: number): void => {
      const at = (sw * packets.length + k) * words + (port >> 5);
      masks[at] = (masks[at] ?? 0) | (1 << (port & 31));
    };
    let at = path.start;
    for (const hop of path.hops) {
      set(at, hop.port);
      at = hop.sw;
    }
    for (const sw of serves)
      for (const port of deliveries.get(sw) ?? []) set(sw, port);
  }
  return masks;
}

function refuseOverflow(
  needed: number,
  firstMlid: number,
  groups: readonly MulticastGroup[],
): void {
  const available = MLID_CAPACITY - firstMlid;
  if (needed <= available) return;
  throw new FabricError({
    code: "E_HAMILTONIAN_PATH_MLID_OVERFLOW",
    message:
      "there are more packets of sources to groups than multicast LIDs in a subnet",
    where: { path: "multicast" },
    got: `${needed} MLIDs for ${groups.length} groups`,
    expected: `at most ${available}`,
    hint: "declare fewer groups or fewer sources, or take multicast-union with plan: shared",
  });
}
