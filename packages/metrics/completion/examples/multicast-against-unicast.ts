// One host of 16 sends 1 KiB to all others: by multicast, and by 15 unicast copies.
import { completion } from "@fabriclab/metrics-completion";
import { run } from "../../throughput/examples/laboratory.part.ts";

for (const send of ["multicast", "unicast"]) {
  const operation = { group: "all", sourceAt: "P(000)", size: "1KiB", send };
  const { metrics } = await run(operation, completion);
  for (const [name, { value, unit }] of Object.entries(metrics))
    console.log(send.padEnd(9), name.padEnd(20), value.toFixed(1), unit);
}
// Zero load through five switches: 4 ns a byte, six flights of 20 ns, five times 100 ns.
console.log("closed form of the multicast:", 4 * 1024 + 6 * 20 + 5 * 100, "ns");
