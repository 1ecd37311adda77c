// A torus of 6 x 5 x 4 switches with two hosts each, and the mesh that is left when its rings are opened.
import { parseOptions } from "@fabriclab/spec";
import { torus } from "@fabriclab/topology-torus";

for (const open of [false, true]) {
  const options = parseOptions(torus, { x: 6, y: 5, hostsPerSwitch: 2, open });
  const fabric = torus.build(options);
  console.log(
    `${fabric.name}: ${fabric.hostCount} hosts, ${fabric.switchCount} switches, ${fabric.linkCount} links, diameter ${torus.claims.diameter?.(options)} switches`,
  );
}
