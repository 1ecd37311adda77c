import { FabricError, hostHint } from "@fabriclab/spec";

/** The hosts of a run by their names; by their indices where nobody said names. */
export type HostNames = ReadonlyMap<string, number>;

/** Name -> index of the host. Complexity: O(count). */
export const hostNames = (
  count: number,
  names: readonly string[] | undefined,
): HostNames =>
  new Map(
    Array.from({ length: count }, (_, host) => [
      names?.[host] ?? String(host),
      host,
    ]),
  );

/**
 * The index of the host of this name.
 *
 * @param at the code and the path of a refusal
 * @throws FabricError with that code where there is no such host
 */
export function hostNamed(
  name: string,
  hosts: HostNames,
  at: { readonly code: FabricError["code"]; readonly path: string },
): number {
  const host = hosts.get(name);
  if (host !== undefined) return host;
  const known = [...hosts.keys()];
  // Why: YAML cuts [P(0,1)] at the comma, and nothing else tells the user so.
  const cut = known.find((one) => one.startsWith(`${name},`));
  const hint =
    cut === undefined
      ? hostHint(name, known)
      : `a name with a comma needs quotes in a list: "${cut}"`;
  throw new FabricError({
    code: at.code,
    message: "There is no such host",
    where: { path: at.path },
    got: name,
    expected: `one of the ${known.length} hosts, such as ${known.slice(0, 3).join(", ")}`,
    ...(hint === undefined ? {} : { hint }),
  });
}
