// What the conformance kit says about each broken routing.
import { brokenRoutings } from "@fabriclab/testing-broken";
import { routingChecks } from "@fabriclab/testing-conformance";

for (const { plugin, setup } of brokenRoutings.slice(0, 4))
  for (const check of routingChecks(plugin, setup)) {
    try {
      check.run();
    } catch (error) {
      console.log(
        `${plugin.name}: ${error instanceof Error ? error.message : ""}`,
      );
    }
  }
