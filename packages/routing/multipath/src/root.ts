import { FabricError, nearest, type Fabric } from "@fabriclab/spec";

/**
 * The switch that a user names as root.
 *
 * @param root its NodeDescription, or its index (the fabric's order)
 * @throws FabricError E_MULTIPATH_ROOT when it is no switch, or the name of several
 */
export function rootSwitch(fabric: Fabric, root: string | number): number {
  const { nodeName, switchCount } = fabric;
  const switches = nodeName.slice(0, switchCount);
  const found =
    typeof root === "number"
      ? [root].filter((index) => index < switchCount)
      : [...switches.keys()].filter((sw) => switches[sw] === root);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const close =
    typeof root === "string" && found.length === 0
      ? nearest(root, switches)
      : undefined;
  throw new FabricError({
    code: "E_MULTIPATH_ROOT",
    message:
      found.length > 1
        ? `${found.length} switches have the name of the root`
        : "The root is no switch of the fabric",
    where: { path: "routing.root" },
    got:
      typeof root === "string" && nodeName.includes(root, switchCount)
        ? `${root}, which is a host`
        : String(root),
    expected: `the name of one of the ${switchCount} switches, such as ${switches.slice(0, 3).join(", ")}, or an index from 0 to ${switchCount - 1}`,
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  });
}
