import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, Lid } from "@fabriclab/units";
import { channelsOf } from "./channels-of.ts";

/** A path that a connection may take. */
export interface Candidate {
  readonly lid: Lid;
  /** Its path bits; undefined where the tables have one path per pair. */
  readonly value: number | undefined;
  readonly channels: readonly number[];
}

/** The paths of a pair, fewest hops first; one where the tables have no more. */
export function candidatesOf(
  fabric: Fabric,
  tables: ForwardingTables,
  source: EndportIx,
  destination: EndportIx,
): Candidate[] {
  const { multipath } = tables;
  const offered: { lid: Lid; value: number | undefined }[] =
    multipath === undefined
      ? [{ lid: tables.pathLid(source, destination), value: undefined }]
      : multipath.paths(source, destination).map(({ value }) => ({
          lid: multipath.lid(destination, value),
          value,
        }));
  return offered.flatMap(({ lid, value }) => {
    const channels = channelsOf(fabric, tables, source, lid);
    return channels === undefined ? [] : [{ lid, value, channels }];
  });
}

/** The LID by which an answer goes back: the complement of the path bits, as the paper has it; else the path of the routing. */
export function returnLid(
  { multipath, pathLid }: ForwardingTables,
  from: EndportIx,
  to: EndportIx,
  value: number | undefined,
): Lid {
  if (multipath === undefined || value === undefined) return pathLid(from, to);
  return multipath.lid(to, 2 ** multipath.bits - 1 - value);
}
