import type { FabricView } from "../../shared/protocol.ts";

/** Cables up to which each direction has a line of its own. */
export const BOTH_WAYS = 4000;

/** Pixels of a node's diameter and of a line's width. */
export interface Sizes {
  readonly switches: number;
  readonly hosts: number;
  readonly lines: number;
}

/** Sizes by how much there is to draw. */
export function sizes(view: FabricView): Sizes {
  const nodes = view.switchCount + view.hostCount;
  const step = [60, 300, 1500, 6000].findIndex((most) => nodes <= most);
  return (
    [
      { switches: 22, hosts: 12, lines: 3 },
      { switches: 16, hosts: 8, lines: 2.2 },
      { switches: 10, hosts: 5, lines: 1.5 },
      { switches: 7, hosts: 3.2, lines: 0.6 },
    ][step] ?? { switches: 5, hosts: 2.2, lines: 0.3 }
  );
}
