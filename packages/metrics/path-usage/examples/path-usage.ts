// Every host of 16 sends to each of the others over a fat tree with a path of its own per host: are all channels used alike?
import { pathUsage } from "@fabriclab/metrics-path-usage";
import { run } from "../../throughput/examples/laboratory.part.ts";

const operation = { sources: "all", group: "all", send: "unicast" };
const { metrics } = await run(operation, pathUsage, { top: 1 });
for (const [name, { value }] of Object.entries(metrics))
  console.log(name.padEnd(20), Number(value.toFixed(3)));
