import { command } from "@fabriclab/tooling-tsup";

export default command({
  entry: {
    main: "src/main.ts",
    // modules that worker threads load, from files of their own
    "run-thread": "src/run-thread.ts",
    "run-task": "src/run-task.ts",
    "shard-task": "src/sweep/shard-task.ts",
    "compare-task": "src/compare/task.ts",
    "fail-task": "src/fail/task.ts",
    "gunzip-thread": "src/gunzip-thread.ts",
    "zhou2007-task": "src/reproduce/zhou2007/run/task.ts",
    "kim2007-task": "src/reproduce/kim2007/run/task.ts",
    "hpp2008-task": "src/reproduce/hpp2008/run/task.ts",
    "zhou2010-task": "src/reproduce/zhou2010/run/task.ts",
  },
});
