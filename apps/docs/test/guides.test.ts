import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { transcript } from "../../cli/test/transcript.ts";

transcript("guides/add-an-algorithm.md", (folder) => {
  const file = join(import.meta.dirname, "../guides/examples/lowest.ts");
  // the packages that it imports are found from where it really is
  writeFileSync(
    join(folder, "lowest.ts"),
    `export * from ${JSON.stringify(file)};\n`,
  );
});

transcript("guides/reproduce-a-figure.md");

transcript("guides/use-the-output.md");

transcript("guides/plots.md");
