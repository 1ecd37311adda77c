// Time and memory of the unicast audit on three-level fat trees; of 36-port switches: 11,664 hosts, 1,620 switches.
import { auditUnicast } from "@fabriclab/analysis-reachability";
import { dModK } from "./d-mod-k.part.ts";

for (const ports of [24, 36]) {
  const { fabric, tables } = dModK(ports, 3);
  const start = performance.now();
  const { pairs, unreachable } = auditUnicast(fabric, tables);
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${fabric.hostCount} hosts, ${fabric.switchCount} switches: ${pairs} pairs, ${unreachable.count} unreachable, in ${seconds.toFixed(1)} s, ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  );
}
