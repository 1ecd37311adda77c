import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { doOrder } from "@fabriclab/experiment-executor-slurm";

// Element 1 of 2 does every second task.
const folder = mkdtempSync(join(tmpdir(), "fabriclab-element-"));
const order = join(folder, "order.json");
const tasks = ["a", "b", "c", "d"].map((key) => ({
  key,
  label: key,
  input: key,
}));
writeFileSync(order, JSON.stringify({ elements: 2, tasks }));
const failed = await doOrder(order, {
  element: 1,
  finished: ({ key }) => key === "d",
  run: (input) => {
    console.log(`runs ${String(input)}`);
    return Promise.resolve();
  },
});
console.log(`${failed} failed`);
rmSync(folder, { recursive: true });
