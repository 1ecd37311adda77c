import type { Guid } from "@fabriclab/units";
import type { LinePlace } from "./scanner.ts";

/** What one record of a file says about a node. */
export interface NodeFacts {
  readonly isSwitch: boolean;
  /** Undefined where the record does not say it. */
  readonly ports?: number | undefined;
  readonly name?: string | undefined;
  readonly guid?: Guid | undefined;
  /** The record is the node's own, not a neighbour's: own ones come first, and their name holds. Default true. */
  readonly own?: boolean;
}

/** What one record says about a port; `num` 0 is a switch's own. */
export interface PortFacts {
  readonly guid?: Guid | undefined;
  readonly lid?: number | undefined;
  readonly lmc?: number | undefined;
}

/** All that a file says about one node. */
export interface DraftNode {
  readonly key: string;
  readonly isSwitch: boolean;
  ports: number | undefined;
  /** Highest port that a record names. */
  highest: number;
  name: string | undefined;
  guid: Guid | undefined;
  own: boolean;
  place: LinePlace;
  readonly portGuids: Map<number, Guid>;
  readonly lids: Map<
    number,
    { readonly lid: number; lmc: number | undefined; readonly line: number }
  >;
}

/** A port as people know it: a switch has one with LIDs, a host perhaps several. */
export const nameOf = (
  { key, name, isSwitch }: Pick<DraftNode, "key" | "name" | "isSwitch">,
  num: number,
): string => (isSwitch ? (name ?? key) : `${name ?? key}:${num}`);

/** One end of a cable. */
export interface DraftEnd {
  readonly key: string;
  readonly num: number;
}

/** One record of a cable; the two ends of a cable have one each. */
export interface DraftCable {
  readonly from: DraftEnd;
  readonly to: DraftEnd;
  readonly width: number | undefined;
  readonly speed: string | undefined;
  readonly place: LinePlace;
}
