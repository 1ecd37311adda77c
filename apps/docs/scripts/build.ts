import { parseArgs } from "node:util";
import { buildSite } from "../src/site.ts";

// Builds the site into apps/docs/dist/site. --base /lab/ is for a server on which it stands under that path.
const { values } = parseArgs({
  options: {
    "no-reference": { type: "boolean", default: false },
    base: {
      type: "string",
      default: process.env["FABRICLAB_DOCS_BASE"] ?? "/",
    },
  },
});
const { folder, pages, packages } = await buildSite({
  reference: !values["no-reference"],
  base: values.base,
});
const { user, system } = process.cpuUsage();
console.log(
  `${pages} pages of ${packages} packages in ${folder}; ${((user + system) / 1e6).toFixed(0)} s of CPU time`,
);
