// Every host of 16 sends to each of the others, one path per pair: nothing can overtake.
import { order } from "@fabriclab/metrics-order";
import { run } from "../../throughput/examples/laboratory.part.ts";

const operation = { sources: "all", group: "all", send: "unicast" };
const { metrics } = await run(operation, order);
console.log("reordered", metrics["order"]?.value);
console.log("flows    ", metrics["order"]?.detail?.["flows"]);
