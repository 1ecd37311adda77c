import { FabricBuilder } from "@fabriclab/fabric";
import { randomStream } from "@fabriclab/kernel";
import type {
  Fabric,
  ForwardingTables,
  TrafficTablesContext,
} from "@fabriclab/spec";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";

/** One switch with hosts A, B, C … (or as named) on ports 1, 2, 3 … */
export function starOf(names: readonly string[]): Fabric {
  const builder = new FabricBuilder("star");
  const hub = builder.addSwitch("hub", names.length);
  names.forEach((name, i) => {
    builder.connect(hub, i + 1, builder.addHost(name), 1);
  });
  return builder.build();
}

/** What traffic is given on such a star: host `i` has LID 100 + i, the SL of a pair is what `pathSl` says. */
export function starContext(
  fabric: Fabric,
  {
    seed = 1,
    tickPs = 4000,
    lanes = 1,
    pathSl = (_from: number, _to: number): number => 0,
  } = {},
): TrafficTablesContext {
  const hosts = Array.from(
    { length: fabric.hostCount },
    (_, i) => (fabric.switchCount + i) as EndportIx,
  );
  const base = (host: number): number => 100 + host - fabric.switchCount;
  const topLid = 100 + fabric.hostCount;
  const tables: ForwardingTables = {
    lids: {
      baseLid: Uint16Array.from({ length: fabric.endportCount }, (_, e) =>
        e < fabric.switchCount ? 0 : base(e),
      ),
      lmc: new Uint8Array(fabric.endportCount),
      owner: new Int32Array(topLid + 1).fill(-1),
      topLid,
    },
    lft: [],
    lanes,
    engine: "star",
    pathLid: (_, to) => base(to) as Lid,
    pathSl: (from, to) =>
      pathSl(from - fabric.switchCount, to - fabric.switchCount) as Sl,
  };
  return {
    fabric,
    hosts,
    tables,
    tickPs,
    random: (name) => randomStream(seed, name),
    bytePs: () => 4000,
  };
}
