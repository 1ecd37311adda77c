import { library } from "@fabriclab/tooling-tsup";

// Why the second entry, and no splitting: the loop is imported again for every network (src/fresh.ts), so it must be a file of its own.
export default library({
  entry: ["src/index.ts", "src/loop.ts"],
  splitting: false,
});
