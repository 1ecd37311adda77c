import { big } from "./tree.ts";
import { auditUnicast } from "@fabriclab/analysis-reachability";
const t0 = performance.now();
const { fabric, tables } = big(Number(process.argv[2] ?? 36), 3);
const t1 = performance.now();
console.log("built", fabric.switchCount, fabric.hostCount, Math.round(t1 - t0));
const a = auditUnicast(fabric, tables as never);
console.log(
  "audit",
  Math.round(performance.now() - t1),
  JSON.stringify({ ...a }),
  process.memoryUsage().rss / 2 ** 20,
);
