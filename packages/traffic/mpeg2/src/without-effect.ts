import type { VideoOptions } from "./video-params.ts";

/** Parameters of any video without effect beside the others, with the reason. */
export function withoutEffect({
  connection,
  multicast,
}: VideoOptions): Record<string, string> {
  const idle: Record<string, string> = {};
  if (connection?.refused === "wait")
    idle["connection.rounds"] =
      "with `refused: wait` paths are tried until one is had";
  else if (connection?.rounds === 1)
    idle["connection.retryDelay"] = "with `rounds: 1` there is no second round";
  if (multicast?.share === 0)
    for (const key of ["groups", "members", "scheme", "sl"])
      idle[`multicast.${key}`] = "with `share: 0` no stream goes to a group";
  return idle;
}
