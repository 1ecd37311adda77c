import { addPorts, clearPorts, type PortMask } from "@fabriclab/spec";

/** A multicast packet that waits for its outputs. */
export interface WaitingGang {
  readonly slot: number;
  /** Its outputs; valid while it waits. */
  readonly wanted: PortMask;
  /** Tick at which its header came into the buffer. */
  readonly arrived: number;
  /** Tick at which it became head. */
  readonly since: number;
}

/** The waiting multicast packets of every switch, oldest first; of the same tick the lowest slot. */
export class WaitingGangs {
  readonly #bySwitch: WaitingGang[][];
  readonly #maskWords: number;
  /** (switch, slot) -> the outputs of its packet, made when the slot has its first one and used again: no packet allocates a mask. */
  readonly #masks: (PortMask | undefined)[][];

  constructor(switches: number, inputSlots: number, maskWords: number) {
    this.#bySwitch = Array.from({ length: switches }, () => []);
    this.#masks = Array.from({ length: switches }, () =>
      Array.from<undefined>({ length: inputSlots }),
    );
    this.#maskWords = maskWords;
  }

  of(sw: number): readonly WaitingGang[] {
    return this.#bySwitch[sw] ?? [];
  }

  /** The packet of `slot` waits from tick `since` on; `wanted` is copied. */
  add(
    sw: number,
    slot: number,
    wanted: PortMask,
    arrived: number,
    since: number,
  ): void {
    const list = this.#bySwitch[sw];
    if (list === undefined) return;
    const at = list.findIndex(
      (other) =>
        other.arrived > arrived ||
        (other.arrived === arrived && other.slot > slot),
    );
    const gang = { slot, wanted: this.#copy(sw, slot, wanted), arrived, since };
    list.splice(at < 0 ? list.length : at, 0, gang);
  }

  remove(sw: number, slot: number): void {
    const list = this.#bySwitch[sw];
    const at = list?.findIndex((gang) => gang.slot === slot) ?? -1;
    if (at >= 0) list?.splice(at, 1);
  }

  #copy(sw: number, slot: number, wanted: PortMask): PortMask {
    const masks = this.#masks[sw] ?? [];
    const mask = (masks[slot] ??= new Int32Array(this.#maskWords));
    clearPorts(mask);
    addPorts(mask, wanted);
    return mask;
  }
}
