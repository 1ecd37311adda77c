import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { glossaryPage } from "../src/glossary.ts";

// Writes apps/docs/glossary.md from the words that `fabriclab explain` knows.
writeFileSync(
  join(import.meta.dirname, "../../docs/glossary.md"),
  glossaryPage(),
);
