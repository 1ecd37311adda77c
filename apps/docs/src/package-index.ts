import { libraries } from "./repository.ts";
import { marks } from "./package-marks.ts";

/** The page that lists all packages by family. */
export function packageIndex(): string {
  const all = libraries();
  const families = [...new Set(all.map(({ family }) => family))].sort();
  return [
    "# Packages",
    "",
    `${all.length} packages, each installed alone. \`fabriclab list\` prints the plugins of the command, \`fabriclab explain NAME\` what one does.`,
    "",
    ...families.flatMap((family) => [
      `## ${family}`,
      "",
      "| package | what it does |",
      "| --- | --- |",
      ...all
        .filter((p) => p.family === family)
        .map(
          ({ shortName, manifest }) =>
            `| [${manifest.name}](/packages/${family}/${shortName}) | ${marks(manifest.description ?? "")} |`,
        ),
      "",
    ]),
  ].join("\n");
}
