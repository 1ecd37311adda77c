import {
  defineLaneScheduler,
  type LaneScheduler,
  PAPERS,
  type VlArbEntry,
  type VlArbTable,
} from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import { z } from "zod";
import { iba } from "./citations.ts";
import { checkEntries, entriesParam } from "./entries.ts";
import { createAscendingTables, isAscending } from "./ascending-tables.ts";
import { createTableWalk } from "./table-walk.ts";
import { refuseUnlisted } from "./unlisted.ts";

/** Unit of the limit of high priority, in blocks of 64 bytes: 4096 bytes. */
const LIMIT_UNIT = 64;
/** Limit of high priority that stands for none. */
const UNLIMITED = 255;

const params = z.object({
  high: entriesParam("the high-priority table")
    .describe(
      "high-priority table as in OpenSM's options, VL:weight with commas, weights in units of 64 bytes, whole numbers of eight bits (0 to 255); a packet costs its bytes rounded up to 64; absent = the tables', else `0:4`, also beside a `low` that is written; empty text = no VL",
    )
    .meta({ unit: "VL:64B" }),
  low: entriesParam("the low-priority table")
    .describe(
      "low-priority table, likewise; absent = the tables', else every VL but VL0 with weight 4",
    )
    .meta({ unit: "VL:64B" }),
  highLimit: z
    .int()
    .min(0)
    .max(UNLIMITED)
    .optional()
    .describe(
      "limit of high priority: n x 4096 bytes before a packet of the low-priority table gets its chance; 0 = one packet, 255 = unlimited; absent = the tables', else 0",
    )
    .meta({ unit: "4096 B" }),
});

/** OpenSM's tables (`qos_vlarb_high 0:4`, `qos_vlarb_low 1:4,…`, `qos_high_limit 0`), for as many lanes as there are. */
export const openSmTables = (lanes: number): VlArbTable => ({
  high: [{ vl: 0, weight: 4 }],
  low: Array.from({ length: Math.min(15, lanes) - 1 }, (_, k) => ({
    vl: k + 1,
    weight: 4,
  })),
  highLimit: 0,
});

/** Named VLs must be there: a table that the user wrote is meant as it is. Tables of a dump may name any, as in hardware. */
function refuseMissingLanes(
  entries: readonly VlArbEntry[] | undefined,
  name: string,
  lanes: number,
): void {
  const missing = entries?.find(({ vl }) => vl >= lanes);
  if (missing === undefined) return;
  throw new FabricError({
    code: "E_VL_ARBITRATION_LANE",
    message: `${name} names a VL that the switches do not have`,
    got: `${missing.vl}:${missing.weight}`,
    expected: `VLs 0 to ${lanes - 1}`,
    hint: "leave the entry out, or give the switch more virtual lanes",
  });
}

function createVlArbitration(
  table: VlArbTable,
  outputs: number,
  lanes: number,
): LaneScheduler {
  checkEntries(table.high, "the high-priority table");
  checkEntries(table.low, "the low-priority table");
  const high = createTableWalk(table.high, outputs);
  const low = createTableWalk(table.low, outputs);
  if ((high.lanes | low.lanes) === 0)
    throw new FabricError({
      code: "E_VL_ARBITRATION_WEIGHTS",
      message: "the VL arbitration tables give no VL any weight",
      got: `entries: ${table.high.length} of high priority, ${table.low.length} of low, weights of 0`,
      expected: "a weight above 0 for every VL that carries packets",
    });
  if (table.highLimit === UNLIMITED) {
    const weighty = (entries: readonly VlArbEntry[]) =>
      entries.filter(({ weight }) => weight > 0);
    const [first, second] = [weighty(table.high), weighty(table.low)];
    if (isAscending(first) && isAscending(second))
      return createAscendingTables(first, second, outputs, lanes);
  }
  const highLanes = high.lanes;
  const lowLanes = low.lanes;
  const unlisted = ~(highLanes | lowLanes);
  const refuse = (waiting: number): never =>
    refuseUnlisted(waiting, unlisted, lanes);
  const limit =
    table.highLimit === UNLIMITED ? Infinity : table.highLimit * LIMIT_UNIT;
  /** Output -> blocks of high priority sent since low priority had its chance. */
  const sent = new Float64Array(outputs);

  const limited = limit !== Infinity;
  const spent = (output: number): boolean =>
    limited && sent[output]! > 0 && sent[output]! >= limit;

  return {
    pick(output, asking) {
      if ((asking & unlisted) !== 0) refuse(asking & unlisted);
      const wanted = asking & highLanes;
      if (wanted !== 0 && ((asking & lowLanes) === 0 || !spent(output)))
        return high.next(output, wanted);
      return low.next(output, asking & lowLanes);
    },
    granted(output, lane, bytes) {
      const blocks = (bytes + 63) >> 6;
      const bit = 1 << lane;
      if ((bit & unlisted) !== 0) refuse(bit);
      if (!limited) {
        if ((highLanes & bit) !== 0) high.charge(output, lane, blocks);
        else low.charge(output, lane, blocks);
        return;
      }
      // Which table it was follows from the state: a VL of both is served from the low table only when the limit is spent.
      const over = spent(output);
      if ((highLanes & bit) !== 0 && (!over || (lowLanes & bit) === 0)) {
        // Spent, and yet high: low priority had its chance and nothing to send.
        sent[output] = (over ? 0 : sent[output]!) + blocks;
        high.charge(output, lane, blocks);
      } else {
        sent[output] = 0;
        low.charge(output, lane, blocks);
      }
    },
  };
}

/**
 * InfiniBand's VL arbitration: packets of the high-priority table first, in weighted round-robin, until `highLimit` is spent; then one of the
 * low-priority table. A whole packet is sent while the residual of an entry is positive.
 */
export const vlArbitration = defineLaneScheduler({
  name: "vl-arbitration",
  summary:
    "InfiniBand's two tables: high priority first up to its limit, weighted round-robin in each.",
  cites: [iba, PAPERS.kim2007],
  params,
  claims: { fair: false },
  isToldShares: ({ high, low, highLimit }, vlArb) =>
    [high, low, highLimit, vlArb].some((one) => one !== undefined),
  build: ({ high, low, highLimit }) => ({
    name: "vl-arbitration",
    create(outputs, lanes, vlArb) {
      refuseMissingLanes(high, "the high-priority table", lanes);
      refuseMissingLanes(low, "the low-priority table", lanes);
      const given = vlArb ?? openSmTables(lanes);
      return createVlArbitration(
        {
          high: high ?? given.high,
          low: low ?? given.low,
          highLimit: highLimit ?? given.highLimit,
        },
        outputs,
        lanes,
      );
    },
  }),
});
