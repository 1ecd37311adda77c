import { hopsTo, UNREACHABLE } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";

/** Least numbers of switches that packets from every switch to an endport must cross, by breadth-first search; rows are kept. */
export class Shortest {
  readonly #fabric: Fabric;
  readonly #rows = new Map<number, Uint16Array>();
  readonly #queue: Int32Array;

  constructor(fabric: Fabric) {
    this.#fabric = fabric;
    this.#queue = new Int32Array(fabric.switchCount);
  }

  /**
   * Switch -> cables to the switch of the endport (one less than the switches that a packet crosses); `UNREACHABLE` where the fabric has no way.
   *
   * Complexity: O(ports) for the first endport of a switch, O(1) for the others; 2 bytes a switch.
   */
  row(destination: EndportIx): Uint16Array {
    const fabric = this.#fabric;
    const sw =
      destination < fabric.switchCount
        ? destination
        : (fabric.attachment(destination)?.sw ?? -1);
    let row = this.#rows.get(sw);
    if (row === undefined) {
      row =
        sw < 0
          ? new Uint16Array(fabric.switchCount).fill(UNREACHABLE)
          : hopsTo(
              fabric,
              sw as SwitchIx,
              new Uint16Array(fabric.switchCount),
              this.#queue,
            );
      this.#rows.set(sw, row);
    }
    return row;
  }
}
