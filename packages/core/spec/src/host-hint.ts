import { nearest } from "@fabriclab/units";
import { adapterHost } from "./adapter-host.ts";

/**
 * What to say to who names a host that is not there: the nearest of the names, as `endportName` gives them. Of a host with several ports, or adapters, each has a
 * name of its own, and who writes the host's alone (`n11` of `n11 mlx5_0`) means none other that is spelled alike; such names are told, all of them.
 *
 * Complexity: O(names).
 */
export function hostHint(
  name: string,
  names: readonly string[],
): string | undefined {
  const ports = names.filter((one) => {
    const node = one.replace(/:\d+$/, "");
    return one !== name && (node === name || adapterHost(node) === name);
  });
  if (ports.length > 1)
    return `each of its ports has a name of its own: ${ports.join(", ")}`;
  const close = ports[0] ?? nearest(name, names);
  return close === undefined ? undefined : `did you mean ${close}?`;
}
