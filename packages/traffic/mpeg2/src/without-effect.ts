import { idleConnectionOptions } from "@fabriclab/connection";
import type { VideoOptions } from "./video-params.ts";

/** Parameters of any video without effect beside the others, with the reason. */
export function withoutEffect({
  connection,
  multicast,
}: VideoOptions): Record<string, string> {
  const idle = idleConnectionOptions("connection", connection);
  if (multicast?.share === 0)
    for (const key of ["groups", "members", "scheme", "sl"])
      idle[`multicast.${key}`] = "with `share: 0` no stream goes to a group";
  return idle;
}
