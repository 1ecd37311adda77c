import {
  checkMulticastGroups,
  defineMulticastTables,
  notASource,
  portMaskWords,
  type Fabric,
  type MulticastGroup,
  type MulticastTables,
  type MulticastTablesPlugin,
  type TablesContext,
} from "@fabriclab/spec";
import {
  NO_PORT,
  type EndportIx,
  type Lid,
  type Mlid,
  type SwitchIx,
} from "@fabriclab/units";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";
import { ring, row } from "./fabrics.ts";
import { contextOn, type BrokenTablesSetup } from "./unicast-tables.ts";

/** Sets a port of one MLID. */
type SetPort = (sw: number, num: number) => void;

/** The union of the paths from each source, one MLID for every (group, source); `spoil` adds what is wrong. */
function union(
  context: TablesContext,
  spoil?: (set: SetPort, source: EndportIx, group: MulticastGroup) => void,
): MulticastTables {
  const { fabric, groups, lids, routing } = context;
  const keys = groups.flatMap((group) =>
    group.sources.map((source) => ({ group, source })),
  );
  const words = portMaskWords(fabric);
  const masks = new Int32Array(fabric.switchCount * keys.length * words);
  const out = new Uint8Array(255);
  for (const [k, { group, source }] of keys.entries()) {
    const set: SetPort = (sw, num) => {
      const at = (sw * keys.length + k) * words + (num >> 5);
      masks[at] = (masks[at] ?? 0) | (1 << (num & 31));
    };
    for (const member of group.members) {
      if (member === source) continue;
      let sw: number = fabric.attachment(source)?.sw ?? fabric.switchCount;
      while (sw < fabric.switchCount) {
        routing.candidates(
          sw as SwitchIx,
          (lids.baseLid[member] ?? 0) as Lid,
          out,
        );
        set(sw, out[0] ?? NO_PORT);
        sw = peerOf(fabric, sw, out[0] ?? 0);
      }
    }
    spoil?.(set, source, group);
  }
  return {
    groups,
    mlidCount: keys.length,
    firstMlid: 0,
    words,
    masks,
    plan: "per-source",
    mlids(source, group) {
      const k = keys.findIndex(
        (key) => key.source === source && key.group.id === group,
      );
      if (k < 0) throw notASource(fabric, source, group);
      return [(0xc000 + k) as Mlid];
    },
  };
}

function peerOf(fabric: Fabric, sw: number, num: number): number {
  return (
    fabric.portNode[
      fabric.portPeer[(fabric.portStart[sw] ?? 0) + num - 1] ?? -1
    ] ?? fabric.switchCount
  );
}

const tables = (
  name: string,
  build: (context: TablesContext) => MulticastTables,
  { checked = true, exactlyOnce = true } = {},
): MulticastTablesPlugin =>
  defineMulticastTables({
    name: `broken-${name}`,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: { exactlyOnce },
    build(context) {
      if (checked) checkMulticastGroups(context.fabric, context.groups);
      return build(context);
    },
  });

const setup = [{ context: contextOn(row(6)) }];
let calls = 0;

/** Attachment of an endport. */
const leaf = (
  fabric: Fabric,
  endport: EndportIx,
): { sw: number; num: number } =>
  fabric.attachment(endport) ?? { sw: 0, num: 0 };

export const brokenMulticastTables: readonly Broken<
  MulticastTablesPlugin,
  BrokenTablesSetup
>[] = [
  {
    fails: "no copy circulates",
    // Both ways round a ring, at every switch.
    plugin: tables("cycle", (context) =>
      union(context, (set) => {
        for (let sw = 0; sw < context.fabric.switchCount; sw++)
          for (const num of [1, 2]) set(sw, num);
      }),
    ),
    setup: [{ context: contextOn(ring(5)) }],
  },
  {
    fails: "every member gets exactly one copy",
    plugin: tables("lossy", (context) => {
      const made = union(context);
      const { sw, num } = leaf(
        context.fabric,
        (context.fabric.endportCount - 1) as EndportIx,
      );
      for (let k = 0; k < made.mlidCount; k++) {
        const at = (sw * made.mlidCount + k) * made.words;
        const others = (made.masks[at] ?? 0) & ~(1 << num);
        // Only where the switch has something else to send on, so that no copy ends there.
        if (others !== 0) made.masks[at] = others;
      }
      return made;
    }),
    setup: [{ context: contextOn(row(3, 2)) }],
  },
  {
    fails: "nobody else gets a copy, as claimed",
    plugin: tables("generous", (context) =>
      union(context, (set, source, group) => {
        const { sw } = leaf(context.fabric, source);
        for (
          let endport = context.fabric.switchCount;
          endport < context.fabric.endportCount;
          endport++
        ) {
          const at = leaf(context.fabric, endport as EndportIx);
          // Hosts of the source's own switch, members or not.
          if (
            at.sw === sw &&
            endport !== source &&
            group.members.includes(source)
          )
            set(at.sw, at.num);
        }
      }),
    ),
    setup: [{ context: contextOn(row(3, 2)) }],
  },
  {
    fails: "nobody but members and sources gets a copy",
    plugin: tables(
      "shouting",
      (context) =>
        union(context, (set, source) => {
          const { sw } = leaf(context.fabric, source);
          // All hosts of the source's own switch.
          for (
            let endport = 0;
            endport < context.fabric.endportCount;
            endport++
          ) {
            const at = leaf(context.fabric, endport as EndportIx);
            if (endport >= context.fabric.switchCount && at.sw === sw)
              set(at.sw, at.num);
          }
        }),
      { exactlyOnce: false },
    ),
    setup: [{ context: contextOn(row(3, 2)) }],
  },
  {
    fails: "no copy ends at a switch",
    plugin: tables("overshoot", (context) =>
      union(context, (set) => {
        // The last switch but one always sends on to the last, member or not: found wherever the way leads there.
        set(context.fabric.switchCount - 2, 2);
      }),
    ),
    setup,
  },
  {
    fails: "MLIDs are within the hardware's range and every group has its plan",
    plugin: tables("nameless", (context) => ({ ...union(context), plan: "" })),
    setup,
  },
  {
    fails: "a source that was not declared is refused",
    plugin: tables("all-comers", (context) => {
      const made = union(context);
      return {
        ...made,
        mlids(source, group) {
          try {
            return made.mlids(source, group);
          } catch {
            return [0xc000 as Mlid];
          }
        },
      };
    }),
    setup,
  },
  {
    fails: "a group of one, its own source, is refused",
    plugin: tables("lonely", (context) => union(context), { checked: false }),
    setup,
  },
  {
    fails: "foreign fabrics are refused",
    plugin: tables("cosmopolitan", (context) => union(context)),
    setup: [...setup, { context: contextOn(row(3)), foreign: true }],
  },
  {
    fails: "the same input gives the same tables",
    plugin: tables("fickle", (context) => {
      calls += 1;
      const made = union(context);
      // A bit of port 0, which forwards nothing that these checks look for, comes and goes.
      return {
        ...made,
        masks:
          calls % 2 === 0
            ? made.masks
            : Int32Array.from(
                made.masks,
                (mask) => mask | (mask === 0 ? 1 << 9 : 0),
              ),
      };
    }),
    setup: [{ context: contextOn(row(6)) }],
  },
  {
    fails: "the fabric is not written to",
    plugin: tables("vandal", (context) => {
      context.fabric.linkSpeed[0] =
        ((context.fabric.linkSpeed[0] ?? 0) + 1) % 4;
      return union(context);
    }),
    setup: [{ context: contextOn(row(4)) }],
  },
  ...badDocuments(
    tables("document", (context) => union(context)),
    setup,
  ),
];
