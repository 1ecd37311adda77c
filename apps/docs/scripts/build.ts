import { parseArgs } from "node:util";
import { buildSite } from "../src/site.ts";

// Builds the site into apps/docs/dist/site.
const { values } = parseArgs({
  options: { "no-reference": { type: "boolean", default: false } },
});
const { folder, pages, packages } = await buildSite({
  reference: !values["no-reference"],
});
const { user, system } = process.cpuUsage();
console.log(
  `${pages} pages of ${packages} packages in ${folder}; ${((user + system) / 1e6).toFixed(0)} s of CPU time`,
);
