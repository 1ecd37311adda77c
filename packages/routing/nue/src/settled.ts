import type { SwitchLinks } from "@fabriclab/paths";

/** Switches whose way to a destination is found, in the order in which they were. */
export class Settled {
  /** Switch -> the link that it forwards by, -1 at the destination and where no way leads. */
  readonly out: Int32Array;
  /** Switch -> links to the destination when it was settled, -1 before. */
  readonly hops: Int32Array;
  /** Switch -> weight of its path. */
  readonly far: Float64Array;
  /** Turn -> switch; the first `count`. */
  readonly switches: Int32Array;
  /** Switch -> turn; of no meaning before it is settled. */
  readonly turn: Int32Array;
  count = 0;

  constructor({ switchCount }: SwitchLinks) {
    this.out = new Int32Array(switchCount);
    this.hops = new Int32Array(switchCount);
    this.far = new Float64Array(switchCount);
    this.switches = new Int32Array(switchCount);
    this.turn = new Int32Array(switchCount);
  }

  /** Begins anew with the destination. */
  begin(destination: number): void {
    this.out.fill(-1);
    this.hops.fill(-1);
    this.count = 0;
    this.settle(destination, -1, 0, 0);
  }

  settle(sw: number, link: number, hops: number, far: number): void {
    this.out[sw] = link;
    this.hops[sw] = hops;
    this.far[sw] = far;
    this.turn[sw] = this.count;
    this.switches[this.count++] = sw;
  }
}
