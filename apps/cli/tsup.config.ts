import { command } from "@fabriclab/tooling-tsup";

export default command({
  entry: {
    main: "src/main.ts",
    // a task module is loaded by worker threads, from a file of its own
    "zhou2007-task": "src/reproduce/zhou2007/run/task.ts",
  },
});
