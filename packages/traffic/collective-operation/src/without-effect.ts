import type { Options } from "@fabriclab/spec";
import type { params } from "./params.ts";

/** Parameters without effect beside the others, with the reason. */
export function withoutEffect({
  algorithm,
  repeats,
}: Options<typeof params>): Record<string, string> {
  const idle: Record<string, string> = {};
  if (algorithm !== "tree")
    idle["latency"] = "only the tree of `algorithm: tree` is made for it";
  if (repeats === 1) idle["interval"] = "with `repeats: 1` there is no next";
  return idle;
}
