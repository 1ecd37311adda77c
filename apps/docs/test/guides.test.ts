import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { metricKit } from "@fabriclab/testing-conformance";
import { describe, expect, it } from "vitest";
import { late } from "../guides/examples/late.ts";
import { transcript } from "../../cli/test/transcript.ts";

transcript("guides/add-an-algorithm.md", (folder) => {
  for (const name of ["lowest.ts", "late.ts"]) {
    const file = join(import.meta.dirname, "../guides/examples", name);
    // the packages that it imports are found from where it really is
    writeFileSync(
      join(folder, name),
      `export * from ${JSON.stringify(file)};\n`,
    );
  }
});

metricKit(late, [{}, { bound: "0s" }], { describe, it });

transcript("guides/reproduce-a-figure.md");

transcript("guides/use-the-output.md");

transcript("guides/plots.md");

it("shows on the page about algorithms what the files of its examples hold", () => {
  const guides = join(import.meta.dirname, "../guides");
  const text = (name: string): string =>
    readFileSync(join(guides, name), "utf8");
  for (const name of ["lowest.ts", "late.ts"])
    expect(text("add-an-algorithm.md")).toContain(
      `\`\`\`ts\n${text(`examples/${name}`)}\`\`\`\n`,
    );
});
