import { FabricBuilder } from "@fabriclab/fabric";
import { portsTowards } from "@fabriclab/paths";
import type {
  Fabric,
  ForwardingTables,
  MulticastGroup,
  MulticastTables,
} from "@fabriclab/spec";
import {
  NO_PORT,
  type EndportIx,
  type Lid,
  type Mlid,
  type Sl,
  type SwitchIx,
} from "@fabriclab/units";
import { plainLids } from "./compile.ts";

/** Switches in a row with `hosts` hosts each. */
export function row(switches: number, hosts: number): Fabric {
  const builder = new FabricBuilder(`${switches} switches in a row`);
  const refs = Array.from({ length: switches }, (_, s) =>
    builder.addSwitch(`S${s}`, hosts + 2),
  );
  for (const [s, ref] of refs.entries()) {
    for (let h = 0; h < hosts; h++)
      builder.connect(ref, h + 1, builder.addHost(`H${s}.${h}`), 1);
    const next = refs[s + 1];
    if (next !== undefined) builder.connect(ref, hosts + 1, next, hosts + 2);
  }
  return builder.build();
}

/** Host endports in order. */
export function hostEndports(fabric: Fabric): EndportIx[] {
  return Array.from(
    { length: fabric.endportCount - fabric.switchCount },
    (_, i) => (fabric.switchCount + i) as EndportIx,
  );
}

/** Shortest paths on one lane, lowest port first; a group's MLID is 0xC000 + its id, its ports those on the way from the first source. */
export function plainTables(
  fabric: Fabric,
  groups: readonly MulticastGroup[] = [],
): ForwardingTables {
  const lids = plainLids(fabric);
  const towards = portsTowards(fabric);
  const out = new Uint8Array(255);
  const lft = Array.from({ length: fabric.switchCount }, (_, sw) =>
    Uint8Array.from(lids.owner, (owner) => {
      if (owner < 0) return NO_PORT;
      if (owner === sw) return 0;
      const at =
        owner < fabric.switchCount
          ? undefined
          : fabric.attachment(owner as EndportIx);
      if (at?.sw === sw) return at.num;
      const to = owner < fabric.switchCount ? (owner as SwitchIx) : at?.sw;
      if (to === undefined || towards(sw as SwitchIx, to, out) === 0)
        return NO_PORT;
      return out[0] ?? NO_PORT;
    }),
  );
  const multicast =
    groups.length === 0
      ? {}
      : { multicast: plainMulticast(fabric, lft, groups) };
  return {
    lids,
    lft,
    lanes: 1,
    engine: "plain",
    pathLid: (_, destination) => (lids.baseLid[destination] ?? 0) as Lid,
    pathSl: () => 0 as Sl,
    ...multicast,
  };
}

function plainMulticast(
  fabric: Fabric,
  lft: readonly Uint8Array[],
  groups: readonly MulticastGroup[],
): MulticastTables {
  const mlidCount = Math.max(...groups.map(({ id }) => id)) + 1;
  const words = 8;
  const masks = new Int32Array(fabric.switchCount * mlidCount * words);
  for (const { id, members, sources } of groups)
    for (const source of sources)
      for (const member of members) {
        if (member === source) continue;
        // plainLids gives endport e the LID e + 1.
        let sw: number = fabric.attachment(source)?.sw ?? 0;
        for (let hop = 0; hop <= fabric.switchCount; hop++) {
          const num = lft[sw]?.[member + 1] ?? NO_PORT;
          const at = (sw * mlidCount + id) * words + (num >> 5);
          masks[at] = (masks[at] ?? 0) | (1 << (num & 31));
          const next =
            fabric.portNode[
              fabric.portPeer[(fabric.portStart[sw] ?? 0) + num - 1] ?? -1
            ] ?? fabric.switchCount;
          if (next >= fabric.switchCount) break;
          sw = next;
        }
      }
  return {
    groups,
    mlidCount,
    firstMlid: 0,
    words,
    masks,
    mlids: (_, group) => [(0xc000 + group) as Mlid],
    plan: "one per group",
  };
}
