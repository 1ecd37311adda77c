/** A multicast packet that waits for its outputs. */
export interface WaitingGang {
  readonly slot: number;
  /** Outputs, a bit each. */
  readonly wanted: number;
  /** Tick at which its header came into the buffer. */
  readonly arrived: number;
  /** Tick at which it became head. */
  readonly since: number;
}

/** The waiting multicast packets of every switch, oldest first; of the same tick the lowest slot. */
export class WaitingGangs {
  readonly #bySwitch: WaitingGang[][];

  constructor(switches: number) {
    this.#bySwitch = Array.from({ length: switches }, () => []);
  }

  of(sw: number): readonly WaitingGang[] {
    return this.#bySwitch[sw] ?? [];
  }

  add(sw: number, gang: WaitingGang): void {
    const list = this.#bySwitch[sw];
    if (list === undefined) return;
    const at = list.findIndex(
      (other) =>
        other.arrived > gang.arrived ||
        (other.arrived === gang.arrived && other.slot > gang.slot),
    );
    list.splice(at < 0 ? list.length : at, 0, gang);
  }

  remove(sw: number, slot: number): void {
    const list = this.#bySwitch[sw];
    const at = list?.findIndex((gang) => gang.slot === slot) ?? -1;
    if (at >= 0) list?.splice(at, 1);
  }
}
