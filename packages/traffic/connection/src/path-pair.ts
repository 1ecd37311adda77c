import { channelsOf } from "@fabriclab/connection";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, Lid } from "@fabriclab/units";

/** The paths of a connection, one way. */
export interface PathPair {
  readonly primary: Lid;
  /** Undefined where every LID of the destination leads along the primary path. */
  readonly alternate: Lid | undefined;
  /** Channels between switches that both paths use. */
  readonly shared: number;
}

/**
 * A path (the routing's, unless another is given), and of all other paths the one that shares the fewest channels with it, then the shortest, then that of the lowest LID. Others
 * are those of the multipath plan, else the other LIDs of the destination (LMC).
 *
 * Complexity: the number of LIDs times the length of a path.
 */
export function pathPair(
  fabric: Fabric,
  tables: ForwardingTables,
  source: EndportIx,
  destination: EndportIx,
  primary = tables.pathLid(source, destination),
): PathPair {
  const { lids, multipath } = tables;
  const first = channelsOf(fabric, tables, source, primary) ?? [];
  const base = lids.baseLid[destination] ?? 0;
  const others =
    multipath
      ?.paths(source, destination)
      .map(({ value }) => multipath.lid(destination, value)) ??
    Array.from(
      { length: 2 ** (lids.lmc[destination] ?? 0) },
      (_, offset) => (base + offset) as Lid,
    );
  let best: { lid: Lid; shared: number; length: number } | undefined;
  for (const lid of others) {
    const channels = channelsOf(fabric, tables, source, lid);
    if (channels === undefined) continue;
    // The cables of the two hosts are on every path.
    const shared = channels
      .slice(1, -1)
      .filter((port) => first.includes(port)).length;
    if (shared === channels.length - 2 && channels.length === first.length)
      continue;
    const { length } = channels;
    if (
      best === undefined ||
      shared < best.shared ||
      (shared === best.shared &&
        (length < best.length || (length === best.length && lid < best.lid)))
    )
      best = { lid, shared, length };
  }
  return { primary, alternate: best?.lid, shared: best?.shared ?? 0 };
}
