import type { ForwardingTables } from "@fabriclab/spec";

/** Tables as switches go by them that choose among no ports. */
export function onePortEach({
  portSets: _,
  portSetWords: __,
  ...tables
}: ForwardingTables): ForwardingTables {
  return tables;
}
