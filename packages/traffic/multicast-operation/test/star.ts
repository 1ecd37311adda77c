import { FabricBuilder } from "@fabriclab/fabric";
import { randomStream } from "@fabriclab/kernel";
import {
  lidTable,
  type Fabric,
  type ForwardingTables,
  type MulticastTables,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import type { EndportIx, Lid, Mlid, Sl } from "@fabriclab/units";

/** Hosts on ports 1, 2, 3 … of one switch, or of a chain of them, 100 hosts each. */
export function star(names: readonly string[]): Fabric {
  const builder = new FabricBuilder("star");
  const hubs = Array.from({ length: Math.ceil(names.length / 100) }, (_, i) =>
    builder.addSwitch(`hub${i}`, 102),
  );
  hubs.slice(1).forEach((hub, i) => {
    builder.connect(hubs[i]!, 102, hub, 101);
  });
  names.forEach((name, i) => {
    const hub = hubs[Math.floor(i / 100)]!;
    builder.connect(hub, (i % 100) + 1, builder.addHost(name), 1);
  });
  return builder.build();
}

/** Hosts `h0`, `h1`, … on one switch. */
export const hosts = (count: number): Fabric =>
  star(Array.from({ length: count }, (_, i) => `h${i}`));

interface Extra {
  readonly seed?: number;
  readonly tickPs?: number;
  readonly multicast?: boolean;
  /** MLIDs of a (source, group); default: one, 0xC000 + group. */
  readonly mlids?: (source: number, group: number) => number[];
}

/** Host `i` has LID 2000 - i (descending, so that LID order is not host order); its path SL is the destination's index modulo 8. */
export function context(
  fabric: Fabric,
  extra: Extra = {},
): TrafficTablesContext {
  const { seed = 1, tickPs = 4000, multicast = true } = extra;
  const mlids = extra.mlids ?? ((_, group) => [0xc000 + group]);
  const base = (host: number): number => 2000 - (host - fabric.switchCount);
  const multicastTables: MulticastTables = {
    groups: [],
    mlidCount: 0,
    firstMlid: 0,
    words: 1,
    masks: new Int32Array(0),
    mlids: (source, group) =>
      mlids(source - fabric.switchCount, group) as Mlid[],
    plan: "one per group",
  };
  const tables: ForwardingTables = {
    lids: lidTable(
      Uint16Array.from({ length: fabric.endportCount }, (_, e) =>
        e < fabric.switchCount ? 0 : base(e),
      ),
      new Uint8Array(fabric.endportCount),
    ),
    lft: [],
    lanes: 1,
    engine: "star",
    pathLid: (_, to) => base(to) as Lid,
    pathSl: (_, to) => ((to - fabric.switchCount) % 8) as Sl,
    ...(multicast ? { multicast: multicastTables } : {}),
  };
  return {
    fabric,
    hosts: Array.from(
      { length: fabric.hostCount },
      (_, i) => (fabric.switchCount + i) as EndportIx,
    ),
    tables,
    tickPs,
    random: (name) => randomStream(seed, name),
    bytePs: () => 4000,
  };
}
