import type { SwitchIx } from "@fabriclab/units";
import type { Line } from "./guid-text.ts";

/** Entries of one switch's LFT that name one port which the switch does not have. */
export interface ImpossiblePort {
  readonly sw: SwitchIx;
  readonly port: number;
  /** How many entries. */
  readonly lids: number;
  /** LID of the first of them, and where that stands; lines count from 1. */
  readonly lid: number;
  readonly file: string;
  readonly line: number;
}

/**
 * Takes LFT entries that name ports which their switches do not have, so that a dump of tables that are to be judged, not used, is read none the less. A
 * switch drops what such an entry is for.
 */
export class ImpossiblePorts {
  readonly #found = new Map<number, ImpossiblePort & { lids: number }>();

  add({ file, number }: Line, sw: SwitchIx, lid: number, port: number): void {
    const key = sw * 256 + port;
    const known = this.#found.get(key);
    if (known !== undefined) known.lids += 1;
    else this.#found.set(key, { sw, port, lids: 1, lid, file, line: number });
  }

  /** In the order of their lines. */
  all(): ImpossiblePort[] {
    return [...this.#found.values()];
  }
}
