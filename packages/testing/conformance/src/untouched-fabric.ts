import type { Fabric } from "@fabriclab/spec";
import { check, type Check } from "./check.ts";
import { watch } from "./fabric-copy.ts";

/**
 * That a plugin writes to none of the fabrics that it is given: they are shared by everything.
 *
 * @param cases of the kit, one after the other
 * @param fabricOf the fabric of a case
 * @param act lets the plugin do its work on a case
 */
export const untouchedFabric = <Case>(
  cases: readonly Case[],
  fabricOf: (given: Case) => Fabric,
  act: (given: Case) => unknown,
): Check =>
  check("the fabric is not written to", () => {
    for (const given of cases) {
      const fabric = fabricOf(given);
      const touched = watch(fabric);
      act(given);
      const array = touched();
      if (array !== undefined)
        return {
          what: `${array} was changed`,
          where: fabric.name,
          todo: "copy what you change: a fabric is shared by everything",
        };
    }
    return undefined;
  });
