import type { Options } from "@fabriclab/spec";
import type { params } from "./params.ts";

/** Parameters without effect beside the others, with the reason. */
export function withoutEffect({
  groups,
  barriers,
  intervals,
  stagger,
}: Options<typeof params>): Record<string, string> {
  const idle: Record<string, string> = {};
  if (typeof groups !== "number")
    for (const key of ["members", "parent", "root"] as const)
      if (
        groups.every(
          (group) => group.registers !== undefined || group[key] !== undefined,
        )
      )
        idle[key] = "every group in `groups` says for itself what its tree is";
  const count = typeof groups === "number" ? groups : groups.length;
  if (count === 1) idle["stagger"] = "there is one group";
  const isSpread = stagger && count > 1;
  if (barriers === 1 && intervals === "constant" && !isSpread)
    idle["interval"] = "with `barriers: 1` there is no next";
  return idle;
}
