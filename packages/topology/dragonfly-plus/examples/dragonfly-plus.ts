// A dragonfly+ of 40-port switches with half of their ports down.
import { parseOptions } from "@fabriclab/spec";
import { dragonflyPlus } from "@fabriclab/topology-dragonfly-plus";

const options = parseOptions(dragonflyPlus, {
  hostsPerLeaf: 20,
  leaves: 20,
  spines: 20,
  globalLinks: 20,
  groups: 6,
});
const fabric = dragonflyPlus.build(options);
console.log(
  `${fabric.name}: ${fabric.hostCount} hosts, ${fabric.switchCount} switches, ${fabric.linkCount} links, diameter ${dragonflyPlus.claims.diameter?.(options)} switches`,
);
