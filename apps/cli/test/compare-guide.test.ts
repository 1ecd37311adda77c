import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transcript } from "./transcript.ts";

/** The files that the guide tells its readers to copy. */
const machine = fileURLToPath(
  new URL("../../docs/guides/examples/machine", import.meta.url),
);

transcript(
  "guides/compare.md",
  (folder) => {
    for (const name of ["plan.topo", "real.topo", "job.txt"])
      copyFileSync(join(machine, name), join(folder, name));
  },
  { shell: (line) => execFileSync("sh", ["-c", line], { encoding: "utf8" }) },
);
