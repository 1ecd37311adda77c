import { library } from "@fabriclab/tooling-tsup";

// The worker is a file of its own: threads are started from it.
export default library({ entry: ["src/index.ts", "src/worker.ts"] });
