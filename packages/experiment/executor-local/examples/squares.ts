import { runTasks } from "@fabriclab/experiment-executor-local";
import { memoryStore } from "@fabriclab/experiment-store";

const tasks = [1, 2, 3].map((n) => ({
  key: `square of ${n}`,
  label: `square of ${n}`,
  input: { n },
}));
const store = memoryStore();
const module = new URL("./squares.task.ts", import.meta.url);

for (const round of ["first", "second"]) {
  const outcomes = await runTasks({ module, tasks, store });
  for (const outcome of outcomes) {
    console.log(round, JSON.stringify(outcome));
  }
}
