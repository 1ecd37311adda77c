// A HyperX of two dimensions, one with two cables between switches, and a hypercube.
import { parseOptions } from "@fabriclab/spec";
import { hyperx } from "@fabriclab/topology-hyperx";

for (const input of [
  {},
  { sizes: "4,4", parallel: 2, hostsPerSwitch: 8 },
  { sizes: "2,2,2,2", hostsPerSwitch: 1 },
]) {
  const options = parseOptions(hyperx, input);
  const fabric = hyperx.build(options);
  console.log(
    `${fabric.name}: ${fabric.hostCount} hosts, ${fabric.switchCount} switches, ${fabric.linkCount} links, diameter ${hyperx.claims.diameter?.(options)} switches`,
  );
}
