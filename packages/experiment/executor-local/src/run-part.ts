import type { NetworkPart } from "@fabriclab/network";
import type { Journal } from "@fabriclab/spec";
import {
  F_DELIVERED,
  F_DROPPED,
  F_EVENTS,
  F_HOPS,
  F_IDLE,
  F_IN_FLIGHT,
  F_INJECTED,
  F_INJECTED_BYTES,
  F_SOURCE_WAIT,
  FIGURES,
  type PartMemory,
} from "./part-memory.ts";

/**
 * Runs a part to a tick, however often its journal must be read on the way: other parts wait for it, so nobody may stop before.
 *
 * @param through where the run of all parts is going, perhaps in several orders: see `Network.run`
 * @param take is given each piece of the journal; it must copy it
 */
export function runPart(
  network: NetworkPart,
  until: number,
  through: number,
  take: (journal: Journal) => void,
): void {
  do {
    network.run(until, through);
    take(network.journal);
    network.clearJournal();
  } while (network.now < until);
}

/** Puts a part's counts where all threads see them. */
export function publishCounts(
  { figures }: PartMemory,
  part: number,
  network: NetworkPart,
): void {
  const at = part * FIGURES;
  const { counts } = network;
  figures[at + F_INJECTED] = counts.injected;
  figures[at + F_INJECTED_BYTES] = counts.injectedBytes;
  figures[at + F_SOURCE_WAIT] = counts.sourceWait;
  figures[at + F_DELIVERED] = counts.delivered;
  figures[at + F_DROPPED] = counts.dropped;
  figures[at + F_IN_FLIGHT] = counts.inFlight;
  figures[at + F_EVENTS] = counts.events;
  figures[at + F_HOPS] = counts.packetHops;
  figures[at + F_IDLE] = network.idle() ? 1 : 0;
}
