import type { Fabric, LidTable, RoutingRule } from "@fabriclab/spec";
import type { Lid, SwitchIx } from "@fabriclab/units";
import { adaptiveWays, legalFirstHops, offeredHops } from "./turns.ts";

/** A complete 2-D mesh whose switches are named `N(x,y)` and whose hosts `H(x,y)`, and a rule of turn model routing on it. */
export interface TurnModelCase {
  readonly fabric: Fabric;
  readonly lids: LidTable;
  readonly rule: RoutingRule;
}

/** Sizes of meshes on which a turn model is to be tried: square, long, one line, one switch. */
export const turnModelSizes = [
  [4, 4],
  [3, 6],
  [6, 3],
  [1, 5],
  [5, 1],
  [2, 2],
  [1, 1],
] as const;

/** First hops offered at a switch towards a node, by their names: `WS` = west, then south; `-` = out of the mesh. */
export const hopsBetween = (
  given: TurnModelCase,
  at: string,
  to: string,
): string => offersBetween(given, at, to).join("");

function offersBetween(
  { fabric, lids, rule }: TurnModelCase,
  at: string,
  to: string,
): readonly string[] {
  const nodeAt = (name: string): number => {
    const node = fabric.findNode(name);
    if (node === undefined) throw new RangeError(`no node ${name}`);
    return node;
  };
  const endport = fabric.nodeEndport[nodeAt(to)] ?? -1;
  return offeredHops(
    rule,
    nodeAt(at) as SwitchIx,
    (lids.baseLid[endport] ?? 0) as Lid,
  );
}

/**
 * Where a rule does not offer exactly the first hops of all shortest paths without a forbidden turn; one line per pair, empty = nowhere.
 *
 * @param forbidden turns, such as `NE`
 */
export function wrongFirstHops(
  given: TurnModelCase,
  columns: number,
  rows: number,
  forbidden: readonly string[],
): readonly string[] {
  const wrong: string[] = [];
  for (let a = 0; a < columns * rows; a++)
    for (let b = 0; b < columns * rows; b++) {
      const [ax, ay] = [Math.floor(a / rows), a % rows];
      const [bx, by] = [Math.floor(b / rows), b % rows];
      const due =
        a === b
          ? "-"
          : [...legalFirstHops(bx - ax, by - ay, forbidden)].sort().join("");
      const from = `N(${ax},${ay})`;
      const to = `H(${bx},${by})`;
      const offered = [...offersBetween(given, from, to)].sort().join("");
      if (offered !== due)
        wrong.push(`${from} to ${to}: ${offered} instead of ${due}`);
    }
  return wrong;
}

/** What is wrong with the turns that packets can take: a cycle of channels, a forbidden turn, or, where there is room for all, one never taken. */
export function wrongTurns(
  { fabric, rule, lids }: TurnModelCase,
  forbidden: readonly string[],
  roomForAll: boolean,
): readonly string[] {
  const { turns, cycle } = adaptiveWays(fabric, rule, lids);
  const wrong = cycle.map((channel) => `channel ${channel} is in a cycle`);
  for (const turn of forbidden)
    if (turns.has(turn)) wrong.push(`turn ${turn} is taken`);
  // 4 ways straight on and 8 turns, of which none leads back.
  const all = 4 + 8 - forbidden.length;
  if (roomForAll && turns.size !== all)
    wrong.push(`${turns.size} ways of ${all} are taken`);
  return wrong;
}
