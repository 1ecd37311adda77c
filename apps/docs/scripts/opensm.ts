import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { besideOpensm } from "../src/validation/opensm-comparison.ts";
import { opensmText } from "../src/validation/opensm-table.ts";
import { docs } from "../src/repository.ts";

// Writes what the validation page says of OpenSM; needs its dumps in the shared folder.
const rows = besideOpensm();
if (rows.length === 0) {
  console.error("there are no dumps of OpenSM beside the repository");
  process.exit(1);
}
writeFileSync(join(docs, "validation/opensm.jsonl"), opensmText(rows));
console.log(`${rows.length} dumps of OpenSM compared`);
