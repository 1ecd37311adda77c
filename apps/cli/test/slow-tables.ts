import { writeSync } from "node:fs";
import { defineRouting } from "@fabriclab/spec";
import { minhop } from "@fabriclab/routing-minhop";

/** As a routing whose tables take minutes in one step; it says when it begins. */
export const slowTables = defineRouting({
  ...minhop,
  name: "slow-tables",
  create(options, context) {
    writeSync(2, "tables begun\n");
    for (const until = performance.now() + 60_000; performance.now() < until;);
    return minhop.create(options, context);
  },
});
