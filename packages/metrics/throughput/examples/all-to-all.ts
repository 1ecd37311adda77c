// Every host of 16 multicasts 4 KiB to all others: what each host link delivers until the last packet is there.
import { throughput } from "@fabriclab/metrics-throughput";
import { run } from "./laboratory.part.ts";

const operation = { sources: "all", group: "all", size: "4KiB" };
const { metrics } = await run(operation, throughput);
const accepted = metrics["throughput"]?.value ?? NaN;
const packets = metrics["throughput.packets"]?.detail?.["delivered"];
console.log(`${packets} packets delivered`);
console.log(
  `accepted load above 0.9: ${accepted > 0.9}, below 1: ${accepted < 1}`,
);
console.log(`fairness ${metrics["throughput.fairness"]?.value}`);
