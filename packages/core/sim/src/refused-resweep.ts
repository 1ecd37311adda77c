import { FabricError, type Fabric } from "@fabriclab/spec";
import { formatTime, type Ps } from "@fabriclab/units";
import { cableName } from "./port-name.ts";

/**
 * The error of a re-sweep, with the moment. Without advice of its own it names the links that are down: what it says is of the fabric without them.
 *
 * @param dead those links
 */
export function refusedResweep(
  error: FabricError,
  at: Ps,
  fabric: Fabric,
  dead: ReadonlySet<number>,
): FabricError {
  const { code, message, where, got, expected, cause } = error;
  const hint = error.hint ?? downInWords(fabric, dead);
  return new FabricError({
    code,
    message: `${message} (at the re-sweep of ${formatTime(at)})`,
    where,
    ...(got === undefined ? {} : { got }),
    ...(expected === undefined ? {} : { expected }),
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause }),
  });
}

function downInWords(
  fabric: Fabric,
  dead: ReadonlySet<number>,
): string | undefined {
  const [first] = dead;
  if (first === undefined) return undefined;
  const [are, such] =
    dead.size === 1 ? ["link is", ""] : ["links are", "such as "];
  return `${dead.size} ${are} down then, ${such}${cableName(fabric, fabric.linkPorts[2 * first] ?? 0)}: restore what is needed before, or do without this re-sweep`;
}
