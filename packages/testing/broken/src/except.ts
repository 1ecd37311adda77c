import type { RoutingContext, RoutingRule } from "@fabriclab/spec";
import { shortest } from "./shortest.ts";

/** A rule that answers for itself at some (switch, owner of the LID), and else as `shortest`. */
export function except(
  context: RoutingContext,
  own: (at: string, owner: string, out: Uint8Array) => number | undefined,
): RoutingRule {
  const { fabric, lids } = context;
  const rule = shortest(context);
  const name = (node: number): string => fabric.nodeName[node] ?? "";
  return {
    candidates: (at, lid, out) =>
      own(
        name(at),
        name(fabric.endportNode[lids.owner[lid] ?? -1] ?? -1),
        out,
      ) ?? rule.candidates(at, lid, out),
  };
}

/** Answers with one port. */
export const port = (out: Uint8Array, num: number): number => {
  out[0] = num;
  return 1;
};
