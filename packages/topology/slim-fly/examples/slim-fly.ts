// Slim Flies of three sizes: never more than three switches from host to host.
import { parseOptions } from "@fabriclab/spec";
import { slimFly } from "@fabriclab/topology-slim-fly";

for (const order of [5, 7, 9]) {
  const options = parseOptions(slimFly, { order });
  const fabric = slimFly.build(options);
  console.log(
    `${fabric.name}: ${fabric.hostCount} hosts, ${fabric.switchCount} switches, ${fabric.linkCount} links, diameter ${slimFly.claims.diameter?.(options)} switches`,
  );
}
