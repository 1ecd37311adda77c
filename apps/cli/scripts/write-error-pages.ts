import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorPages } from "../src/errors/page.ts";

// Writes apps/docs/errors from the catalogue that `fabriclab explain` prints.
const folder = join(import.meta.dirname, "../../docs/errors");
mkdirSync(folder, { recursive: true });
const pages = errorPages();
for (const name of readdirSync(folder)) {
  if (!pages.has(name)) rmSync(join(folder, name));
}
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
