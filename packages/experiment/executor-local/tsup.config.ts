import { library } from "@fabriclab/tooling-tsup";

// The workers are files of their own: threads are started from them.
export default library({
  entry: ["src/index.ts", "src/worker.ts", "src/part-worker.ts"],
});
