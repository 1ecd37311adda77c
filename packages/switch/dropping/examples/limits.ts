import { parseOptions } from "@fabriclab/spec";
import { hll } from "@fabriclab/switch-dropping";

// The patience of a droppable packet that becomes head of its queue, in ticks of 1 ns.
for (const hv of [0, 8, 10, 19]) {
  const drop = hll.build(parseOptions(hll, { hv })).create(1, 1000);
  console.log(`HV ${hv}: ${drop.patience(0, 0, 1, 0, 0) / 1000} us`);
}
