import { endportName, FabricError, type TrafficContext } from "@fabriclab/spec";
import { nearest, type EndportIx } from "@fabriclab/units";

/**
 * Hosts as a user names them: a name, or an index into the fabric's hosts.
 *
 * @param key the parameter, for messages
 * @throws FabricError `E_MULTICAST_OPERATION_HOST` for one that does not exist or is named twice.
 */
export function resolveHosts(
  context: TrafficContext,
  refs: string | number | readonly (string | number)[],
  key: string,
): EndportIx[] {
  const { fabric, hosts } = context;
  const byName = new Map(
    hosts.map((host) => [endportName(fabric, host), host] as const),
  );
  const list: readonly (string | number)[] =
    typeof refs === "object" ? refs : [refs];
  const found = list.map((ref) => {
    const host = typeof ref === "number" ? hosts[ref] : byName.get(ref);
    if (host !== undefined) return host;
    const close =
      typeof ref === "string" ? nearest(ref, [...byName.keys()]) : undefined;
    throw new FabricError({
      code: "E_MULTICAST_OPERATION_HOST",
      message: "There is no such host",
      where: { path: key },
      got: String(ref),
      expected: `a host's name, or an index from 0 to ${hosts.length - 1}`,
      ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
    });
  });
  const twice = found.findIndex((host, i) => found.indexOf(host) !== i);
  if (twice >= 0) {
    throw new FabricError({
      code: "E_MULTICAST_OPERATION_HOST",
      message: "A host is listed twice",
      where: { path: key },
      got: String(list[twice]),
      expected: "each host at most once",
    });
  }
  return found;
}
