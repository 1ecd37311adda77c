// A tree of 40-port switches whose leaves have twice as many hosts as uplinks.
import { parseOptions } from "@fabriclab/spec";
import { xgft } from "@fabriclab/topology-xgft";

const options = parseOptions(xgft, {
  children: "26,40",
  parents: "13",
  ports: 40,
});
const fabric = xgft.build(options);
console.log(
  `${fabric.name}: ${fabric.hostCount} hosts, ${fabric.switchCount} switches, ${fabric.linkCount} links, diameter ${xgft.claims.diameter?.(options)} switches`,
);
