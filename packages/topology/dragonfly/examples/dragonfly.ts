// Dragonflies of the same switches: the largest, and one that has cables to spare between its groups.
import { parseOptions } from "@fabriclab/spec";
import { dragonfly } from "@fabriclab/topology-dragonfly";

for (const groups of [0, 5]) {
  const options = parseOptions(dragonfly, { groups });
  const fabric = dragonfly.build(options);
  console.log(
    `${fabric.name}: ${fabric.hostCount} hosts, ${fabric.switchCount} switches, ${fabric.linkCount} links, diameter ${dragonfly.claims.diameter?.(options)} switches`,
  );
}
