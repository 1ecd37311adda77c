import { FabricError, nearest, type Fabric } from "@fabriclab/spec";

/**
 * The switch that a user names as root; 0, the default, also in a fabric of hosts back to back, which has none and no cycles to number.
 *
 * @param root its NodeDescription or NodeGUID (0x…), or its index (the fabric's order)
 * @throws FabricError E_MULTIPATH_ROOT when it is no switch, or the name of several
 */
export function rootSwitch(fabric: Fabric, root: string | number): number {
  const { nodeName, switchCount } = fabric;
  if (switchCount === 0 && root === 0) return 0;
  const switches = nodeName.slice(0, switchCount);
  const named =
    typeof root === "number"
      ? [root].filter((index) => index < switchCount)
      : [...switches.keys()].filter((sw) => switches[sw] === root);
  const byGuid =
    typeof root === "string" && /^0x[0-9a-f]{1,16}$/i.test(root)
      ? fabric.findGuid(BigInt(root))
      : undefined;
  const found =
    named.length > 0 || byGuid === undefined || !fabric.isSwitch(byGuid)
      ? named
      : [byGuid];
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
    expected:
      switchCount === 0
        ? "no root: the fabric has no switches"
        : `the name or GUID (0x…) of a switch (${switchCount} in all), such as ${switches.slice(0, 3).join(", ")}, or an index from 0 to ${switchCount - 1}`,
    ...(found.length > 1 ? { hint: "name it by its GUID" } : {}),
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  });
}
