import { cpSync } from "node:fs";
import { join } from "node:path";

// What `view` serves comes along with the built command.
const here = import.meta.dirname;
cpSync(
  join(here, "../../docs/playground/dist"),
  join(here, "../dist/playground"),
  { recursive: true },
);
