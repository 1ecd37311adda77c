// One host of 16 sends a message to each of the others, one by one: which channels carry the most packets?
import { linkLoad } from "@fabriclab/metrics-link-load";
import { run } from "../../throughput/examples/laboratory.part.ts";

const operation = { group: "all", sourceAt: "P(000)", send: "unicast" };
const { metrics } = await run(operation, linkLoad, { top: 6 });
const packets = metrics["link-load.packets"]?.detail ?? {};
for (const [channel, count] of Object.entries(packets))
  console.log(channel.padEnd(10), count);
