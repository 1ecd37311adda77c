import type { LinePlace } from "@fabriclab/reading";

/** A link inside a board, from a pin of an instance to a port of the board or to a pin of another instance. */
export interface LinkDefinition {
  readonly pin: string;
  readonly port?: string;
  readonly peer?: string;
  readonly peerPin?: string;
  readonly width: number | undefined;
  readonly speed: string | undefined;
  readonly place: LinePlace;
}

/** A chip, or a board by its name, in a board. */
export interface InstanceDefinition {
  readonly name: string;
  readonly chip?: { readonly isSwitch: boolean; readonly ports: number };
  readonly board?: string | undefined;
  readonly links: readonly LinkDefinition[];
  readonly place: LinePlace;
}

/** SYSTEM or TOPSYSTEM. */
export interface BoardDefinition {
  readonly instances: readonly InstanceDefinition[];
}

/** A kind of system that `.topo` files name. */
export interface SystemDefinition {
  /** All names that stand for it. */
  readonly names: readonly string[];
  readonly top: BoardDefinition;
  /** By name, `LEAF:12x` for a modified one. */
  readonly boards: ReadonlyMap<string, BoardDefinition>;
}

/** One chip of a system, by its path in it: `leaf1/U1`. */
export interface SystemChip {
  readonly path: string;
  readonly isSwitch: boolean;
  readonly ports: number;
}

/** A pin of a chip. */
export interface SystemPin {
  readonly path: string;
  readonly num: number;
  readonly width: number | undefined;
  readonly speed: string | undefined;
}

/** A system put together: its chips, the cables between them, and where its front ports lead. */
export interface BuiltSystem {
  readonly chips: readonly SystemChip[];
  readonly cables: readonly (readonly [SystemPin, SystemPin])[];
  readonly ports: ReadonlyMap<string, SystemPin>;
}
