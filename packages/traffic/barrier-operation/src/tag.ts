import type { BarrierType } from "./barrier-machine.ts";

/** What befalls a packet on its link, drawn when it is sent. */
export const Fate = { arrives: 0, lost: 1, corrupted: 2 } as const;
export type Fate = (typeof Fate)[keyof typeof Fate];

/** Barrier groups that a packet's four bits can tell apart. */
export const MOST_GROUPS = 16;

/** Barriers are numbered modulo this; even, so that a number's parity is the sequence bit. */
export const NUMBERS = 2 ** 22;

/**
 * A barrier packet as a tag of 31 bits: its type (bits 0-1), its fate (2-3), whether it repeats another (4), its group (5-8) and the number of the
 * barrier (9-30). Switches and hosts read of the number its lowest bit only.
 */
export const barrierTag = (
  type: BarrierType,
  fate: Fate,
  again: boolean,
  group: number,
  number: number,
): number =>
  type |
  (fate << 2) |
  (again ? 16 : 0) |
  (group << 5) |
  ((number & (NUMBERS - 1)) << 9);

export const typeOf = (tag: number): BarrierType => (tag & 3) as BarrierType;
export const fateOf = (tag: number): Fate => ((tag >> 2) & 3) as Fate;
export const isAgain = (tag: number): boolean => (tag & 16) !== 0;
export const groupOf = (tag: number): number => (tag >> 5) & 15;
export const numberOf = (tag: number): number => tag >>> 9;
