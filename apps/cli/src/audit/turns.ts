import {
  LidTree,
  PathClasses,
  stepsUp,
  switchRanks,
  walk,
} from "@fabriclab/paths";
import {
  endportName,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";
import { nodeName } from "../naming/names.ts";
import type { AuditReport } from "./report.ts";

/** Pairs that a report shows with their way. */
const EXAMPLES = 3;

/**
 * The pairs whose packets turn up after they went down, which up/down routing forbids, with roots that are known.
 *
 * Complexity: O(endports · (endports + switches · classes)), `PathClasses`.
 */
export function illegalTurns(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[],
  roots: readonly SwitchIx[],
): NonNullable<AuditReport["illegalTurns"]> {
  const ranks = switchRanks(fabric, roots);
  const isUp = Uint8Array.from(fabric.portPeer, (peer, channel) =>
    peer >= 0 && stepsUp(fabric, ranks, channel) ? 1 : 0,
  );
  const classes = new PathClasses(fabric, tables, endports);
  const tree = new LidTree(fabric, tables);
  const turns = new Uint8Array(fabric.switchCount);
  const examples: { source: EndportIx; destination: EndportIx }[] = [];
  let pairs = 0;
  for (const destination of endports) {
    classes.load(destination);
    for (let group = 0; group < classes.count; group++) {
      tree.load(classes.lid(group));
      if (!markTurns(tree, isUp, turns)) continue;
      const sources = classes.sources(group);
      let found = 0;
      for (let sw = 0; sw < fabric.switchCount; sw++)
        if (turns[sw] === 1) found += sources[sw] ?? 0;
      if (found === 0) continue;
      pairs += found;
      for (const [place, source] of endports.entries()) {
        if (examples.length === EXAMPLES) break;
        const entry = classes.entry[place] ?? -1;
        if (classes.classOf[place] === group && turns[entry] === 1)
          examples.push({ source, destination });
      }
    }
  }
  const way = (channel: number): string =>
    isUp[channel] === 1 ? "up" : "down";
  return {
    pairs,
    examples: examples.map(({ source, destination }) => {
      const { channels, switches } = walk(fabric, tables, source, destination);
      // Channels begin with the source's own, the last one leads to the destination.
      return {
        source: endportName(fabric, source),
        destination: endportName(fabric, destination),
        path: switches.map((sw, i) => {
          const next = channels[i + 1];
          return next === undefined || i + 1 === switches.length
            ? nodeName(fabric, sw)
            : `${nodeName(fabric, sw)} ${way(next)}`;
        }),
      };
    }),
  };
}

/** Marks the switches from which a packet for the tree's LID turns up after down; says whether there are any. */
function markTurns(
  { next, channel, order, delivering }: LidTree,
  isUp: Uint8Array,
  turns: Uint8Array,
): boolean {
  let any = false;
  turns.fill(0);
  // Nearest first, so that the rest of a switch's way is known.
  for (let i = delivering - 1; i >= 0; i--) {
    const sw = order[i] ?? 0;
    const on = next[sw] ?? -1;
    if (on < 0) continue;
    const here = channel[sw] ?? 0;
    const there = channel[on] ?? 0;
    const turnsHere =
      (next[on] ?? -1) >= 0 && isUp[here] === 0 && isUp[there] === 1;
    if (turnsHere || turns[on] === 1) {
      turns[sw] = 1;
      any = true;
    }
  }
  return any;
}
