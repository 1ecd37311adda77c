import type { Blocked } from "./network.ts";

/** A buffer whose head waits for space in other buffers. Plain data: a part of a split network sends its holds to whoever looks for cycles. */
export interface Hold {
  /** Identity of the buffer, the same in all parts of a network. */
  readonly at: number;
  /** What the head waits for: the buffer without room, and the step in words. */
  readonly waits: readonly { readonly to: number; readonly blocked: Blocked }[];
}

/** A hold of which some waits are alternatives. */
export interface AnyHold {
  readonly at: number;
  readonly waits: readonly (Hold["waits"][number] & {
    readonly any: boolean;
  })[];
}

/**
 * Leaves out alternatives of which one can still come true, so that every wait that remains is for something that must come true. A buffer is
 * stuck if it waits for a stuck one, or if all its alternatives are stuck: the largest set of buffers for which that holds.
 */
export function withoutWaysOut(found: readonly AnyHold[]): Hold[] {
  if (!found.some(({ waits }) => waits.some(({ any }) => any)))
    return [...found];
  const stuck = new Set(found.map(({ at }) => at));
  const isStuck = ({ waits }: AnyHold): boolean => {
    const choices = waits.filter(({ any }) => any);
    return (
      waits.some(({ any, to }) => !any && stuck.has(to)) ||
      (choices.length > 0 && choices.every(({ to }) => stuck.has(to)))
    );
  };
  for (let before = -1; before !== stuck.size;) {
    before = stuck.size;
    for (const hold of found) if (!isStuck(hold)) stuck.delete(hold.at);
  }
  return found
    .map(({ at, waits }) => {
      const choices = waits.filter(({ any }) => any);
      const keep = choices.every(({ to }) => stuck.has(to));
      return { at, waits: waits.filter(({ any }) => !any || keep) };
    })
    .filter(({ waits }) => waits.length > 0);
}

/**
 * A cycle among holds: the one that a search in the order of `at` meets first, so that it does not depend on how a network was split.
 *
 * @returns its steps; packets are numbered along the cycle
 */
export function findCycle(
  holds: readonly Hold[],
): readonly Blocked[] | undefined {
  const holdAt = new Map(holds.map((hold) => [hold.at, hold]));
  // Depth-first search without recursion; `path` holds the buffers being explored and which of their edges is next.
  const finished = new Set<number>();
  for (const { at: start } of [...holds].sort((a, b) => a.at - b.at)) {
    const path: { hold: Hold; next: number }[] = [];
    const depth = new Map<number, number>();
    const enter = (hold: Hold): void => {
      depth.set(hold.at, path.length);
      path.push({ hold, next: 0 });
    };
    if (!finished.has(start)) enter(holdAt.get(start)!);
    while (path.length > 0) {
      const top = path[path.length - 1]!;
      const edge = top.hold.waits[top.next++];
      if (edge === undefined) {
        finished.add(top.hold.at);
        depth.delete(top.hold.at);
        path.pop();
        continue;
      }
      const seen = depth.get(edge.to);
      if (seen !== undefined)
        return path.slice(seen).map(({ hold, next }, k) => ({
          ...hold.waits[next - 1]!.blocked,
          packet: k + 1,
        }));
      const next = holdAt.get(edge.to);
      if (next !== undefined && !finished.has(edge.to)) enter(next);
    }
  }
  return undefined;
}
