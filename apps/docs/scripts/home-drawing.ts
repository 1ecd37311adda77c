import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { homeDrawings } from "../src/home-drawing.ts";
import { docs } from "../src/repository.ts";

// Writes the drawings of the home page, light and dark, into apps/docs/.vitepress; a test compares them with what this makes.
for (const [name, svg] of Object.entries(homeDrawings())) {
  writeFileSync(join(docs, ".vitepress", name), svg);
  console.log(name);
}
