import { JOURNAL_STRIDE, MAX_DROPPED_COPIES } from "@fabriclab/spec";
import type { BufferRoom } from "./buffer-room.ts";
import { UNLIMITED_PACKETS } from "./general/lane-buffers.ts";
import type { LinkDelays } from "./link-delays.ts";
import type { EngineConfig } from "./own-endports.ts";
import { waitsAtOwnEndports } from "./pool-room.ts";

/** Words of the journal beyond what one tick can write. */
export const JOURNAL_WORDS = (1 << 11) * JOURNAL_STRIDE;

/** What {@link journalSlack} has to know beside buffers and delays. */
interface SlackOptions {
  readonly lanes: number;
  /** Port number of the largest switch's last port. */
  readonly largest: number;
  /** The SL2VL tables have lanes that discard. */
  readonly sl2vlDiscards: boolean;
}

/** Words of the journal that one tick, or one change of the fabric, can write at most. */
export function journalSlack(
  config: EngineConfig,
  { outputPackets }: BufferRoom,
  { longestFlight, shortestLength }: LinkDelays,
  { lanes, largest, sl2vlDiscards }: SlackOptions,
): number {
  const { fabric, changes } = config;
  const ports = fabric.portCount;
  const endpoints = ports - fabric.portStart[fabric.switchCount]!;
  // Live changes: copies for dead outputs are recorded one by one, and a failure discards what waits for it and what is on it.
  const onLink =
    Math.ceil(longestFlight / Math.max(1, shortestLength)) + outputPackets + 3;
  const drops =
    changes === true
      ? ports * lanes * (largest + 1) + 2 * lanes * (2 * (largest + 1) + onLink)
      : (sl2vlDiscards ? 2 : 1) * ports * lanes;
  return (
    (4 * endpoints +
      Math.ceil(endpoints / MAX_DROPPED_COPIES) * drops +
      (waitsAtOwnEndports(config) ? UNLIMITED_PACKETS : 0)) *
    JOURNAL_STRIDE
  );
}
