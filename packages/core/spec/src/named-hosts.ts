import { FabricError, type EndportIx } from "@fabriclab/units";
import { z } from "zod";
import { endportName } from "./endport-name.ts";
import { hostHint } from "./host-hint.ts";
import type { TrafficContext } from "./traffic.ts";

/** A host as a user writes it: its name, or its index among the fabric's hosts. */
export type HostRef = string | number;

/** A host by its name or index. */
export const hostRefParam = (): z.ZodType<HostRef, HostRef> =>
  z.union([z.string().min(1), z.int().min(0)], {
    error: "the name of a host, or its index",
  });

/** A host, or several. */
export const hostRefsParam = (): z.ZodType<
  HostRef | HostRef[],
  HostRef | HostRef[]
> =>
  z.union([hostRefParam(), z.array(hostRefParam()).min(1)], {
    error: "a host (name or index), or a list of hosts",
  });

/**
 * The hosts that a user named, in the order of the list. O(hosts + names).
 *
 * @param refusal code of the refusal, and the parameter that the names stand in
 * @throws FabricError of the code given, for a host that does not exist or is listed twice
 */
export function namedHosts(
  { fabric, hosts }: Pick<TrafficContext, "fabric" | "hosts">,
  refs: HostRef | readonly HostRef[],
  { code, path }: { readonly code: `E_${string}`; readonly path: string },
): EndportIx[] {
  const byName = new Map(
    hosts.map((host) => [endportName(fabric, host), host] as const),
  );
  const seen = new Set<EndportIx>();
  const list: readonly HostRef[] = typeof refs === "object" ? refs : [refs];
  return list.map((ref) => {
    const host = typeof ref === "number" ? hosts[ref] : byName.get(ref);
    if (host === undefined) {
      const hint =
        typeof ref === "string" ? hostHint(ref, [...byName.keys()]) : undefined;
      throw new FabricError({
        code,
        message: "There is no such host",
        where: { path },
        got: String(ref),
        expected: `a host's name, or an index from 0 to ${hosts.length - 1}`,
        ...(hint === undefined ? {} : { hint }),
      });
    }
    if (seen.has(host))
      throw new FabricError({
        code,
        message: "A host is listed twice",
        where: { path },
        got: String(ref),
        expected: "each host at most once",
      });
    seen.add(host);
    return host;
  });
}
