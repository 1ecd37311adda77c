import { withoutLinks } from "@fabriclab/fabric";
import { FabricError, type RoutingPlugin } from "@fabriclab/spec";
import type { Finding } from "./check.ts";
import { compileCase, type CompiledCase, type RoutingCase } from "./compile.ts";
import { portName, switchLinks } from "./fabric-copy.ts";
import { badWalk, unreached } from "./routing-searches.ts";

/** Takes links between switches away, one at a time (up to eight, spread over the fabric). */
export function faultFinding(
  plugin: RoutingPlugin,
  cases: readonly RoutingCase[],
): Finding | undefined {
  for (const given of cases) {
    // What is wrong already without a fault is found by the other checks.
    if (faulty(compileCase(plugin, given)) !== undefined) continue;
    const links = switchLinks(given.fabric);
    const step = Math.max(1, Math.floor(links.length / 8));
    for (let i = 0; i < links.length; i += step) {
      const link = links[i] ?? 0;
      const cut = portName(given.fabric, given.fabric.linkPorts[2 * link] ?? 0);
      const finding = oneFault(plugin, {
        ...given,
        fabric: withoutLinks(given.fabric, [link]),
      });
      if (finding !== undefined)
        return {
          ...finding,
          where: `${finding.where}, without the link at ${cut}`,
        };
    }
  }
  return undefined;
}

function oneFault(
  plugin: RoutingPlugin,
  given: RoutingCase,
): Finding | undefined {
  let made: CompiledCase;
  try {
    made = compileCase(plugin, given);
  } catch (error) {
    if (!FabricError.is(error) || error.code.endsWith("_NOT_WRITTEN"))
      throw error;
    return undefined;
  }
  if (!plugin.claims.toleratesFaults)
    return {
      what: "a fabric with a fault was accepted",
      where: given.fabric.name,
      todo: "refuse it with a FabricError, or claim toleratesFaults: true",
    };
  const finding = faulty(made);
  return finding === undefined
    ? undefined
    : {
        ...finding,
        todo: "build the tables from the cables that are left, or refuse with a FabricError",
      };
}

/** Packets that go astray, and pairs that are joined by cables but not by the tables. */
function faulty(made: CompiledCase): Finding | undefined {
  return (
    badWalk(made, ["loop", "dead-port", "wrong-endport", "no-lane"]) ??
    unreached(made)
  );
}
