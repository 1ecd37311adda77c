import { rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { drawFigure, renderPng } from "@fabriclab/experiment-plot";
import {
  claimsJson,
  csv,
  reportHtml,
  type Claim,
} from "@fabriclab/experiment-report";
import { makeFolder } from "@fabriclab/experiment-store";
import { FabricError } from "@fabriclab/spec";
import { packageVersions } from "./code-identity.ts";
import type { Reproduction, Study } from "./reproduction.ts";

/** Writes the files of a finished study into `out`: report.html, claims.json, data.csv, data.json and figures/. */
export async function writeReport(
  reproduction: Reproduction,
  out: string,
  study: Study,
): Promise<{ readonly claims: readonly Claim[]; readonly report: string }> {
  const claims = reproduction.claims(study);
  const figures = reproduction.figures(study);
  const { summary, tables, parameters, notes } = reproduction.account(study);
  const { columns, rows } = reproduction.data(study);
  const drawn = figures.map((figure) => ({ figure, svg: drawFigure(figure) }));
  const { citation, name } = reproduction;

  for (const { figure, svg } of drawn) {
    await write(join(out, "figures", `${figure.id}.svg`), svg);
    await write(join(out, "figures", `${figure.id}.png`), renderPng(svg));
  }
  await write(join(out, "claims.json"), claimsJson(name, claims));
  await write(join(out, "data.csv"), csv(columns, rows));
  await write(
    join(out, "data.json"),
    `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`,
  );
  const report = join(out, "report.html");
  await write(
    report,
    reportHtml({
      title: `Reproduction of ${name}${study.options.quick ? " (quick)" : ""}`,
      citation: `${citation.authors}: ${citation.title}. ${citation.venue}, ${citation.year}.`,
      summary,
      claims,
      figures: drawn.map(({ figure, svg }) => ({
        id: figure.id,
        svg,
        caption: figure.caption,
      })),
      tables,
      parameters,
      notes,
      commands: [commandOf(name, study)],
      seeds: reproduction.seeds(study.options),
      versions: packageVersions(reproduction.packages),
      files: [
        { name: "claims.json", what: "the claims with numbers and verdicts" },
        {
          name: "data.csv, data.json",
          what: reproduction.dataIs ?? "every run: case, seed, times, bound",
        },
        { name: "figures/", what: "the figures as SVG and PNG" },
      ],
    }),
  );
  return { claims, report };
}

function commandOf(name: string, { options }: Study): string {
  const words = ["npx -y pnpm@12 fabriclab reproduce", name];
  if (options.quick) words.push("--quick");
  if (options.seeds !== undefined) words.push("--seeds", String(options.seeds));
  if (options.frames !== undefined)
    words.push("--frames", String(options.frames));
  return words.join(" ");
}

/** Whole or not at all: whoever looks at a report while it is written again sees the old one or the new one. */
async function write(
  file: string,
  content: string | Uint8Array,
): Promise<void> {
  try {
    await makeFolder(dirname(file));
    const temporary = `${file}.${process.pid}.tmp`;
    await writeFile(temporary, content);
    await rename(temporary, file);
  } catch (cause) {
    throw new FabricError({
      code: "E_REPRODUCE_UNWRITABLE",
      message: "cannot write the report",
      where: { file },
      got: cause instanceof Error ? cause.message : String(cause),
      expected: "a folder that this user may write to",
      hint: "choose another folder with -o",
      cause,
    });
  }
}
