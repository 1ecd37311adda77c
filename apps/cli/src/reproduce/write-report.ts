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
import { FabricError, type Json } from "@fabriclab/spec";
import { packageVersions } from "./code-identity.ts";
import { chosenParts, type ChosenParts } from "./part-of-study.ts";
import {
  made,
  type Account,
  type Data,
  type Reproduction,
  type Study,
  type StudyOptions,
} from "./reproduction.ts";

/** What a report is made of. */
interface Contents extends ChosenParts {
  readonly account: Account;
  readonly data: Data;
}

/** All of a study of which all runs were made. */
function wholeOf(reproduction: Reproduction, study: Study): Contents {
  return {
    figures: made(reproduction.figures(study)),
    claims: made(reproduction.claims(study)),
    account: reproduction.account(study),
    data: reproduction.data(study),
    runs: study.tasks.map((_, index) => index),
  };
}

/** Some figures and claims, with the data of their runs: what is said of a whole study, its tables among it, is left out. */
function partOf(
  reproduction: Reproduction,
  { options, tasks }: Pick<Study, "options" | "tasks">,
  results: readonly (Json | undefined)[],
  only: readonly string[],
): Contents {
  const chosen = chosenParts(reproduction, { options, tasks }, results, only);
  const { parameters, notes } = reproduction.account({
    options,
    tasks,
    results: results.map((one) => one ?? reproduction.sample),
  });
  return {
    ...chosen,
    account: {
      summary: [
        `A part of the study, ${only.join(", ")}: the ${chosen.runs.length} of ${tasks.length} runs that it needs.`,
      ],
      tables: [],
      parameters,
      notes,
    },
    data: reproduction.data({
      options,
      tasks: chosen.runs.map((index) => tasks[index]!),
      results: chosen.runs.map((index) => results[index]!),
    }),
  };
}

/**
 * Writes the files of a finished study, or of finished parts of it, into `out`: report.html, claims.json, data.csv, data.json and figures/.
 *
 * @param results by task; undefined = not run, as no part needs it
 */
export async function writeReport(
  reproduction: Reproduction,
  out: string,
  { options, tasks }: Pick<Study, "options" | "tasks">,
  results: readonly (Json | undefined)[],
  only?: readonly string[],
): Promise<{ readonly claims: readonly Claim[]; readonly report: string }> {
  const { figures, claims, account, data } =
    only === undefined
      ? wholeOf(reproduction, {
          options,
          tasks,
          results: results.map((one) => one!),
        })
      : partOf(reproduction, { options, tasks }, results, only);
  const { summary, tables, parameters, notes, discussion = [] } = account;
  const { columns, rows } = data;
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
      title: `Reproduction of ${name}${options.quick ? " (quick)" : ""}${only === undefined ? "" : `: ${only.join(", ")}`}`,
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
      notes: [...notes, ...discussion],
      commands: [commandOf(name, options, only)],
      seeds: reproduction.seeds(options),
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

function commandOf(
  name: string,
  options: StudyOptions,
  only: readonly string[] | undefined,
): string {
  const words = ["npx -y pnpm@12 fabriclab reproduce", name];
  if (options.quick) words.push("--quick");
  if (options.seeds !== undefined) words.push("--seeds", String(options.seeds));
  if (options.frames !== undefined)
    words.push("--frames", String(options.frames));
  if (only !== undefined) words.push("--only", only.join(","));
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
