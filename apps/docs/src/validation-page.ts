import { published } from "../../../packages/analysis/queueing/test/published.ts";
import { booksim2 } from "../../bench/src/booksim2/golden.ts";
import { comparedPoints } from "./booksim2-figure.ts";
import { marks } from "./package-marks.ts";
import { filesIn, libraries, root, textOf } from "./repository.ts";
import { testSentences } from "./test-sentences.ts";
import { claimsTables } from "./validation/claims-table.ts";
import { keptStudies } from "./validation/kept-claims.ts";
import { opensmRows, opensmTable } from "./validation/opensm-table.ts";
import { join } from "node:path";

/** Points of BookSim2 beside ours, with the difference that the tests allow. */
function besideBookSim2(): string[] {
  const compared = comparedPoints(textOf("apps/docs/validation/booksim2.md"));
  return [
    "![Mean latency over offered load. Lines are BookSim2, rings fabriclab; the table has the numbers.](/booksim2.svg)",
    "",
    "Lines: BookSim2. Rings: fabriclab, as `pnpm bench booksim2` printed it.",
    "",
    "| flits, offered load | fabriclab, cycles | BookSim2, cycles | difference | largest that the test allows |",
    "| --- | --- | --- | --- | --- |",
    ...booksim2.map(({ name, flits, rate, latency, tolerance }) => {
      const ours = compared.find(
        (one) => one.flits === flits && one.load === rate,
      )?.ours;
      const percent = (part: number): string => `${+(100 * part).toFixed(1)} %`;
      return `| ${name} | ${ours ?? "in the test only"} | ${latency} | ${ours === undefined ? "" : percent(ours / latency - 1)} | ${percent(tolerance)} |`;
    }),
    "",
  ];
}

/** What queueing theory says beside our functions, with the difference that the tests allow. */
function besideTheory(): string[] {
  return [
    "| quantity | source | theory | fabriclab | largest difference that the test allows |",
    "| --- | --- | --- | --- | --- |",
    ...published.map(
      ({ quantity, source, value, within, ours }) =>
        `| ${quantity} | ${source} | ${digits(value)} | ${digits(ours())} | ${within} |`,
    ),
    "",
    "Shown to six digits; the functions are those of [analysis/queueing](/packages/analysis/queueing).",
    "",
  ];
}

const digits = (value: number): string => `${Number(value.toPrecision(6))}`;

/** Against what independent of fabriclab a sentence of a test holds it. */
const oracles: readonly {
  readonly title: string;
  readonly words: RegExp;
  readonly text: string;
  readonly table?: () => string[];
}[] = [
  {
    title: "Beside OpenSM and ibdmchk",
    words: /OpenSM|ibdmchk|ibsim|\bdumps?\b/,
    text: "Tables, orders and verdicts are compared with OpenSM's dumps and ibdmchk's findings. Where these files are not at hand, the tests are skipped; the numbers below were taken where they are.",
    table: () =>
      opensmTable(opensmRows(textOf("apps/docs/validation/opensm.jsonl"))),
  },
  {
    title: "Beside theory",
    words:
      /closed form|M\/D\/1|zero.load|theor|published|bound|to the picosecond|reference|Dijkstra|exhausti/i,
    text: "Closed forms, published vectors, and reference code written in the tests for the purpose.",
    table: besideTheory,
  },
  {
    title: "Beside the papers' examples",
    words: /Fig(ure|\.)|zhou20|kim2007|hpp2008|wang2008|worked example|§/,
    text: "Worked examples, tables and figures that the papers print, entry by entry.",
  },
];

function sentences(): {
  readonly page: string;
  readonly name: string;
  readonly text: string;
}[] {
  return libraries().flatMap((p) =>
    filesIn(`${p.path}/test`, /\.test\.ts$/).flatMap((file) =>
      testSentences(join(root, file)).map((text) => ({
        page: `/packages/${p.family}/${p.shortName}`,
        name: `${p.family}/${p.shortName}`,
        text,
      })),
    ),
  );
}

/** The page that lays our numbers beside those of papers, OpenSM, BookSim2 and theory. */
export function validationPage(): string {
  const all = sentences();
  return [
    "# Validation",
    "",
    "What fabriclab's numbers are held against. This page is generated: claims, numbers and verdicts from what the studies wrote, numbers of OpenSM, BookSim2 and theory from the tests' files, sentences from the titles of tests. A test's expected values come from a drawing, a closed form, a paper or another program, never from fabriclab's own output.",
    "",
    "## Beside the papers",
    "",
    "A claim is `reproduced` where it was measured as stated and the 95 % interval excludes the contrary, `contradicted` where the contrary was measured, `not reproduced` where neither holds. Each rule was written before the first run.",
    "",
    ...claimsTables(keptStudies()),
    "## Beside BookSim2",
    "",
    "The packet engine in the configuration of a BookSim2 experiment, a 16x16 mesh; [both results, what was made equal and what differs](/validation/booksim2).",
    "",
    ...besideBookSim2(),
    ...oracles.flatMap(({ title, words, text, table }) => [
      `## ${title}`,
      "",
      text,
      "",
      ...(table?.() ?? []),
      ...all
        .filter((one) => words.test(one.text))
        .map((one) => `- [${one.name}](${one.page}): ${marks(one.text)}`),
      "",
    ]),
  ].join("\n");
}
