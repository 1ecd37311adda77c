import { createConnections, type Connections } from "@fabriclab/connection";
import { FabricError, type TrafficTablesContext } from "@fabriclab/spec";
import type { VideoOptions } from "./video-params.ts";

/**
 * Connections for the streams of a video traffic, where it asks for them.
 *
 * @throws FabricError `E_MPEG2_CONNECTION` where streams go to groups, or choose their paths otherwise
 */
export function reservePaths(
  context: TrafficTablesContext,
  { connection, multicast, paths }: VideoOptions,
): Connections | undefined {
  if (connection === undefined) return undefined;
  const clash =
    multicast !== undefined
      ? "multicast"
      : paths !== "single"
        ? `paths: ${paths}`
        : undefined;
  if (clash === undefined) return createConnections(context, connection);
  throw new FabricError({
    code: "E_MPEG2_CONNECTION",
    message:
      "A connection has one receiver, and its path is the one that its probe reserves",
    where: { path: "connection" },
    got: clash,
    expected: "connection without multicast, and with paths: single",
  });
}
