import type { Options } from "@fabriclab/spec";
import type { params } from "./params.ts";

/** Parameters without effect beside the others, with the reason. */
export function withoutEffect(
  options: Options<typeof params>,
): Record<string, string> {
  const { send, framing, members, sourceAt, repeats, sl } = options;
  const idle: Record<string, string> = {};
  if (send === "multicast")
    idle["order"] = "`send: multicast` sends one packet to all members";
  if (framing === "jumbo")
    idle["mtu"] = "with `framing: jumbo` a message is one packet";
  if (members === undefined)
    idle["allowNonMember"] = "it is about `members`, which is absent";
  else
    for (const key of ["group", "groups", "sourceMember"])
      idle[key] = "`members` replaces it";
  if (sourceAt !== undefined) idle["sources"] = "`sourceAt` lists the sources";
  if (repeats === 1) idle["interval"] = "with `repeats: 1` there is no next";
  if (!Array.isArray(sl) || sl.length < 2)
    idle["slChoice"] = "there are not several service levels in `sl`";
  return idle;
}
