import { matrix, roundRobin } from "@fabriclab/switch-arbiters";

// Inputs 1 and 4 always ask, input 2 from the third round on.
for (const plugin of [roundRobin, matrix]) {
  const arbiter = plugin.build({}).create(1, 5);
  const served: number[] = [];
  for (let round = 0; round < 6; round++) {
    const input = arbiter.pick(0, round < 2 ? 0b10010 : 0b10110);
    arbiter.granted(0, input);
    served.push(input);
  }
  console.log(`${plugin.name}: ${served.join(" ")}`);
}
