import type { ChannelCounters, Fabric } from "@fabriclab/spec";
import { LOAD_CLASSES } from "../shared/protocol.ts";
import { portName } from "./names.ts";

/** Share of the mean that a stretch of the length of the memory replaces: what is shown is the load of the last few packet times. */
const MEMORY_PACKETS = 16;
const NAMED = 5;

/** Share of time that each channel carried a packet, of late. */
export class ChannelLoads {
  readonly #fabric: Fabric;
  readonly #memoryTicks: number;
  readonly #load: Float64Array;

  constructor(fabric: Fabric, packetTicks: number) {
    this.#fabric = fabric;
    this.#memoryTicks = MEMORY_PACKETS * packetTicks;
    this.#load = new Float64Array(fabric.portCount);
  }

  /** Takes in a stretch of `ticks`. */
  observe({ busyTicks }: ChannelCounters, ticks: number): void {
    const keep = Math.exp(-ticks / this.#memoryTicks);
    for (let port = 0; port < this.#load.length; port++)
      this.#load[port] =
        keep * (this.#load[port] ?? 0) +
        ((1 - keep) * (busyTicks[port] ?? 0)) / ticks;
  }

  /** 0 = less than a hundredth, else 1 ... `LOAD_CLASSES` in equal steps of the load. */
  classes(): Uint8Array {
    return Uint8Array.from(this.#load, (load) =>
      load < 0.01
        ? 0
        : Math.min(LOAD_CLASSES, 1 + Math.floor(load * LOAD_CLASSES)),
    );
  }

  /** The busiest channels between switches, in words. */
  busiest(): string[] {
    const { portNode, portPeer, switchCount, portStart } = this.#fabric;
    const best: number[] = [];
    for (let port = 0; port < (portStart[switchCount] ?? 0); port++) {
      if ((portNode[portPeer[port] ?? -1] ?? switchCount) >= switchCount)
        continue;
      const load = this.#load[port] ?? 0;
      if (load < 0.01) continue;
      let at = best.length;
      while (at > 0 && (this.#load[best[at - 1] ?? 0] ?? 0) < load) at -= 1;
      if (at < NAMED) best.splice(at, 0, port);
      if (best.length > NAMED) best.pop();
    }
    return best.map(
      (port) =>
        `${portName(this.#fabric, port)} to ${this.#fabric.nodeName[portNode[portPeer[port] ?? 0] ?? 0] ?? ""}: ${Math.round(100 * (this.#load[port] ?? 0))} %`,
    );
  }
}
