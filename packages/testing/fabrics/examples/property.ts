// Random fabrics for a property test; the same seed gives the same ones.
import fc from "fast-check";
import { randomFabric } from "@fabriclab/testing-fabrics";

for (const fabric of fc.sample(randomFabric({ maxSwitches: 4, maxHosts: 4 }), {
  numRuns: 3,
  seed: 1,
})) {
  console.log(
    `${fabric.switchCount} switches, ${fabric.hostCount} hosts, ${fabric.linkCount} links, ${new Set(fabric.linkSpeed).size} speeds`,
  );
}
fc.assert(
  fc.property(
    randomFabric(),
    (fabric) => fabric.linkCount >= fabric.switchCount - 1 + fabric.hostCount,
  ),
);
console.log("every one has enough cables to be connected");
