import type {
  Fabric,
  ForwardingTables,
  VlArbEntry,
  VlArbTable,
} from "@fabriclab/spec";
import { NO_PORT, type SwitchIx } from "@fabriclab/units";
import { sl2vlDifferences, type Sl2vlDiff } from "./sl2vl.ts";

/** What differs in a switch's forwarding table. */
export interface SwitchDiff {
  readonly sw: SwitchIx;
  /** Entries that lead to another port. */
  readonly moved: number;
  /** Entries that the second lacks. */
  readonly lost: number;
  /** Entries that the first lacks. */
  readonly gained: number;
}

/** What differs between two sets of tables of one fabric. */
export interface TableDiff {
  /** Entries compared: (switch, LID of an endport) of which at least one set has one. */
  readonly entries: number;
  readonly moved: number;
  readonly lost: number;
  readonly gained: number;
  /** Endports that have LIDs in both, with another base LID or LMC. */
  readonly relidded: number;
  /** Endports that have LIDs in one set alone, as those of a switch that is down have none in a dump. */
  readonly lidsOnlyIn: { readonly a: number; readonly b: number };
  readonly sl2vl: Sl2vlDiff;
  /** Parts of VL arbitration that differ, where both sets have it; entries of weight 0, which are skipped, make no difference. */
  readonly vlArb: readonly ("high" | "low" | "highLimit")[];
  /** The set that alone has VL arbitration, which is then not compared: the other says nothing of it. */
  readonly vlArbOnlyIn?: "a" | "b";
  /** Data VLs; not held against each other where one set alone has SL2VL tables. */
  readonly lanes: readonly [before: number, after: number];
  /** Multicast port masks that differ: (switch, MLID). */
  readonly multicast: number;
  /** Switches with differences, most first. */
  readonly switches: readonly SwitchDiff[];
  /** Of all that was compared: SL2VL tables that one set alone has are not. */
  readonly isSame: boolean;
}

/**
 * Compares two sets of tables of one fabric entry by entry. Entries are matched by their endport and their place in its block of LIDs, so that LIDs may
 * differ; LIDs that nobody owns are left out.
 *
 * Complexity: O(switches · LIDs).
 */
export function diffTables(
  fabric: Fabric,
  a: ForwardingTables,
  b: ForwardingTables,
): TableDiff {
  const pairs = lidPairs(fabric, a, b);
  const lidsA = Int32Array.from(pairs, ([lid]) => lid);
  const lidsB = Int32Array.from(pairs, ([, lid]) => lid);
  let entries = 0;
  const switches: SwitchDiff[] = [];
  for (let sw = 0; sw < fabric.switchCount; sw++) {
    const [one, other] = [a.lft[sw], b.lft[sw]];
    let [moved, lost, gained] = [0, 0, 0];
    for (let at = 0; at < lidsA.length; at++) {
      const lidA = lidsA[at] ?? -1;
      const lidB = lidsB[at] ?? -1;
      const before = lidA < 0 ? NO_PORT : (one?.[lidA] ?? NO_PORT);
      const after = lidB < 0 ? NO_PORT : (other?.[lidB] ?? NO_PORT);
      if (before !== NO_PORT || after !== NO_PORT) entries += 1;
      if (before === after) continue;
      if (after === NO_PORT) lost += 1;
      else if (before === NO_PORT) gained += 1;
      else moved += 1;
    }
    if (moved + lost + gained > 0)
      switches.push({ sw: sw as SwitchIx, moved, lost, gained });
  }
  const total = (what: "moved" | "lost" | "gained"): number =>
    switches.reduce((sum, one) => sum + one[what], 0);
  const size = (one: SwitchDiff): number => one.moved + one.lost + one.gained;
  const { relidded, lidsOnlyIn } = lidDifferences(fabric, a, b);
  const sl2vl = sl2vlDifferences(fabric, a, b);
  const multicast = multicastDifferences(fabric, a, b);
  const vlArb = vlArbDifferences(a.vlArb, b.vlArb);
  const only = a.vlArb === undefined ? "b" : "a";
  return {
    entries,
    moved: total("moved"),
    lost: total("lost"),
    gained: total("gained"),
    relidded,
    lidsOnlyIn,
    sl2vl,
    vlArb,
    ...((a.vlArb === undefined) === (b.vlArb === undefined)
      ? {}
      : { vlArbOnlyIn: only }),
    lanes: [a.lanes, b.lanes],
    multicast,
    switches: switches.toSorted((p, q) => size(q) - size(p) || p.sw - q.sw),
    isSame:
      switches.length === 0 &&
      relidded + lidsOnlyIn.a + lidsOnlyIn.b === 0 &&
      sl2vl.changed + sl2vl.lost + sl2vl.gained === 0 &&
      vlArb.length === 0 &&
      multicast === 0 &&
      // Why: a set without SL2VL tables, as dump_fts takes them, does not say how many lanes there are.
      (sl2vl.onlyIn !== null || a.lanes === b.lanes),
  };
}

function lidDifferences(
  fabric: Fabric,
  { lids: a }: ForwardingTables,
  { lids: b }: ForwardingTables,
): Pick<TableDiff, "relidded" | "lidsOnlyIn"> {
  let [relidded, onlyInA, onlyInB] = [0, 0, 0];
  for (let i = 0; i < fabric.endportCount; i++) {
    const [own, other] = [a.baseLid[i] ?? 0, b.baseLid[i] ?? 0];
    if (own === 0 || other === 0) {
      if (own > 0) onlyInA += 1;
      if (other > 0) onlyInB += 1;
    } else if (own !== other || a.lmc[i] !== b.lmc[i]) relidded += 1;
  }
  return { relidded, lidsOnlyIn: { a: onlyInA, b: onlyInB } };
}

/** LIDs that mean the same in both: [in a, in b], -1 where the endport has no such LID there. */
function lidPairs(
  fabric: Fabric,
  a: ForwardingTables,
  b: ForwardingTables,
): [number, number][] {
  const pairs: [number, number][] = [];
  const block = ({ lids }: ForwardingTables, endport: number): number =>
    (lids.baseLid[endport] ?? 0) === 0 ? 0 : 2 ** (lids.lmc[endport] ?? 0);
  for (let endport = 0; endport < fabric.endportCount; endport++) {
    const [own, other] = [block(a, endport), block(b, endport)];
    for (let k = 0; k < Math.max(own, other); k++)
      pairs.push([
        k < own ? (a.lids.baseLid[endport] ?? 0) + k : -1,
        k < other ? (b.lids.baseLid[endport] ?? 0) + k : -1,
      ]);
  }
  return pairs;
}

/** A set that has none differs nowhere. */
function vlArbDifferences(
  a: VlArbTable | undefined,
  b: VlArbTable | undefined,
): TableDiff["vlArb"] {
  if (a === undefined || b === undefined) return [];
  const said = (entries: readonly VlArbEntry[]): string =>
    entries
      .filter(({ weight }) => weight > 0)
      .map(({ vl, weight }) => `${vl}:${weight}`)
      .join();
  return [
    ...(said(a.high) === said(b.high) ? [] : (["high"] as const)),
    ...(said(a.low) === said(b.low) ? [] : (["low"] as const)),
    ...(a.highLimit === b.highLimit ? [] : (["highLimit"] as const)),
  ];
}

/** A set without multicast tables is like one whose masks are all empty. */
function multicastDifferences(
  fabric: Fabric,
  { multicast: a }: ForwardingTables,
  { multicast: b }: ForwardingTables,
): number {
  const first = Math.min(a?.firstMlid ?? 0, b?.firstMlid ?? 0);
  const end = Math.max(
    (a?.firstMlid ?? 0) + (a?.mlidCount ?? 0),
    (b?.firstMlid ?? 0) + (b?.mlidCount ?? 0),
  );
  const words = Math.max(a?.words ?? 0, b?.words ?? 0);
  const word = (of: typeof a, sw: number, mlid: number, at: number): number => {
    if (of === undefined || at >= of.words) return 0;
    const k = mlid - of.firstMlid;
    return k < 0 || k >= of.mlidCount
      ? 0
      : (of.masks[(sw * of.mlidCount + k) * of.words + at] ?? 0);
  };
  let count = 0;
  for (let sw = 0; sw < fabric.switchCount; sw++)
    for (let mlid = first; mlid < end; mlid++)
      for (let at = 0; at < words; at++)
        if (word(a, sw, mlid, at) !== word(b, sw, mlid, at)) {
          count += 1;
          break;
        }
  return count;
}
