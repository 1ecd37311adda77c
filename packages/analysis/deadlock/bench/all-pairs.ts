// Time and memory of the all-pairs dependency graph and its components on three-level fat trees of 36-port switches: 11,664 hosts, 1,620 switches.
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { threeLevels } from "./three-levels.part.ts";

for (const ports of [24, 36]) {
  const { fabric, tables } = threeLevels(ports);
  const start = performance.now();
  const free = isDeadlockFree(fabric, tables);
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${fabric.hostCount} hosts, ${fabric.switchCount} switches: ${free ? "no loop" : "a loop"} in ${seconds.toFixed(1)} s, ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  );
}
