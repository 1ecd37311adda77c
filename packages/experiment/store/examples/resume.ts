import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { experimentKey, fileStore } from "@fabriclab/experiment-store";

const folder = mkdtempSync(join(tmpdir(), "results-"));
const code = { "@fabriclab/sim": "1.0.0" };

for (const round of ["first", "second"]) {
  const store = fileStore(folder);
  for (const load of [0.1, 0.2]) {
    const key = experimentKey({ topology: "fat-tree", load }, 1, code);
    if (await store.has(key)) {
      console.log(`${round} round, load ${load}: in the store`);
    } else {
      await store.put(key, { load, latency: 748_000 });
      console.log(`${round} round, load ${load}: computed`);
    }
  }
}
rmSync(folder, { recursive: true });
