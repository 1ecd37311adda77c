import { FabricBuilder, type LinkSpec } from "@fabriclab/fabric";
import type {
  Fabric,
  ForwardingTables,
  MulticastTables,
} from "@fabriclab/spec";
import type { Mlid } from "@fabriclab/units";
import { tablesOf } from "./yardstick.ts";

/** One switch with a host at each port; LID of host h = h + 1. */
export function star(
  hosts: number,
  link: (h: number) => LinkSpec = () => ({}),
): { fabric: Fabric; tables: ForwardingTables } {
  const builder = new FabricBuilder("star");
  const sw = builder.addSwitch("S", hosts);
  for (let h = 0; h < hosts; h++)
    builder.connect(sw, h + 1, builder.addHost(`H${h}`), 1, link(h));
  const fabric = builder.build();
  return {
    fabric,
    tables: tablesOf(
      fabric,
      [
        Uint8Array.from({ length: hosts + 1 }, (_, lid) =>
          lid === 0 ? 255 : lid,
        ),
      ],
      1,
    ),
  };
}

/** A chain of switches with `hosts` hosts each; ports 1 … hosts to the hosts, then left, then right. */
export function chain(
  switches: number,
  hosts: number,
): { fabric: Fabric; tables: ForwardingTables } {
  const builder = new FabricBuilder("chain");
  const refs = Array.from({ length: switches }, (_, s) =>
    builder.addSwitch(`S${s}`, hosts + 2),
  );
  for (let s = 0; s < switches; s++) {
    for (let h = 0; h < hosts; h++)
      builder.connect(refs[s]!, h + 1, builder.addHost(`H${s}.${h}`), 1);
    if (s > 0) builder.connect(refs[s - 1]!, hosts + 2, refs[s]!, hosts + 1);
  }
  const fabric = builder.build();
  const lft = refs.map((_, s) =>
    Uint8Array.from({ length: switches * hosts + 1 }, (_, lid) => {
      const at = Math.floor((lid - 1) / hosts);
      return lid === 0
        ? 255
        : at < s
          ? hosts + 1
          : at > s
            ? hosts + 2
            : ((lid - 1) % hosts) + 1;
    }),
  );
  return { fabric, tables: tablesOf(fabric, lft, 1) };
}

/** A one-way ring of switches with a host each (port 1; 2 = forwards, 3 = backwards), all traffic routed forwards: one lane deadlocks. */
export function ring(switches: number): {
  fabric: Fabric;
  tables: ForwardingTables;
} {
  const builder = new FabricBuilder("ring");
  const refs = Array.from({ length: switches }, (_, s) =>
    builder.addSwitch(`S${s}`, 3),
  );
  refs.forEach((ref, s) =>
    builder.connect(ref, 1, builder.addHost(`H${s}`), 1),
  );
  refs.forEach((ref, s) =>
    builder.connect(ref, 2, refs[(s + 1) % switches]!, 3),
  );
  const fabric = builder.build();
  const lft = refs.map((_, s) =>
    Uint8Array.from({ length: switches + 1 }, (_, lid) =>
      lid === 0 ? 255 : lid - 1 === s ? 1 : 2,
    ),
  );
  return { fabric, tables: tablesOf(fabric, lft, 1) };
}

/** The same tables with port masks: `masks[switch]` maps MLID number (from 0) to port numbers. */
export function withMulticast(
  fabric: Fabric,
  tables: ForwardingTables,
  masks: readonly (readonly (readonly number[])[])[],
): ForwardingTables {
  const mlidCount = masks[0]!.length;
  let largest = 0;
  for (let sw = 0; sw < fabric.switchCount; sw++)
    largest = Math.max(
      largest,
      fabric.portStart[sw + 1]! - fabric.portStart[sw]!,
    );
  const words = Math.ceil((largest + 1) / 32);
  const bits = new Int32Array(fabric.switchCount * mlidCount * words);
  masks.forEach((groups, sw) =>
    groups.forEach((ports, k) => {
      for (const port of ports)
        bits[(sw * mlidCount + k) * words + (port >> 5)]! |= 1 << port;
    }),
  );
  const multicast: MulticastTables = {
    groups: [],
    mlidCount,
    firstMlid: 0,
    words,
    masks: bits,
    mlids: (_, group) => [(0xc000 + group) as Mlid],
    plan: "by hand",
  };
  return { ...tables, multicast };
}
