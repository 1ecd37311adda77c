import { visible } from "@fabriclab/spec";
import { figures, withInterval, type Claim } from "./claim.ts";
import type {
  ReportDocument,
  ReportFigure,
  ReportParameter,
  ReportTable,
} from "./document.ts";
import { STYLE } from "./style.ts";

/**
 * The report as one HTML file: figures inline, no script, nothing loaded from elsewhere. Equal documents give equal bytes.
 */
export function reportHtml(document: ReportDocument): string {
  const sections: readonly (readonly [
    id: string,
    title: string,
    body: string,
  ])[] = [
    ["claims", "Claims", claimsTable(document.claims)],
    ["figures", "Figures", document.figures.map(figure).join("\n")],
    ["tables", "Numbers", document.tables.map(table).join("\n")],
    ["notes", "Readings and limits", list(document.notes)],
    ["parameters", "Parameters", parameters(document.parameters)],
    ["again", "How to make this report again", again(document)],
  ];
  const shown = sections.filter(([, , body]) => body !== "");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escape(document.title)}</h1>
<p class="citation">${escape(document.citation)}</p>
${document.summary.map((paragraph) => `<p>${escape(paragraph)}</p>`).join("\n")}
</header>
<nav aria-label="Sections"><ul>${shown.map(([id, title]) => `<li><a href="#${id}">${escape(title)}</a></li>`).join("")}</ul></nav>
<main>
${shown.map(([id, title, body]) => `<section id="${id}" aria-labelledby="${id}-heading">\n<h2 id="${id}-heading">${escape(title)}</h2>\n${body}\n</section>`).join("\n")}
</main>
</body>
</html>
`;
}

function claimsTable(claims: readonly Claim[]): string {
  if (claims.length === 0) return "";
  const verdict = (text: string) =>
    `<span class="verdict ${text.replaceAll(" ", "-")}">${escape(text)}</span>`;
  const rows = claims.map((claim) => {
    const numbers = [
      `<p>${escape(claim.quantity)}:<br><b>${escape(withInterval(claim.measured, claim.ci95))}</b>${claim.unit === "1" ? "" : ` ${escape(claim.unit)}`}</p>`,
      `<p>${escape(claim.why)}</p>`,
      ...(claim.variants ?? []).map(
        (variant) =>
          `<p><b>${escape(variant.name)}</b>: ${verdict(variant.verdict)} ${escape(withInterval(variant.measured, variant.ci95))}. ${escape(variant.why)}</p>`,
      ),
    ];
    return (
      `<tr id="${escape(claim.id)}"><th scope="row">${escape(claim.id)}</th>` +
      `<td><p>${escape(claim.statement)}</p><p class="paper">Paper: ${escape(claim.paper)}</p><p class="criterion">Rule: ${escape(claim.criterion)}</p></td>` +
      `<td>${verdict(claim.verdict)}</td><td>${numbers.join("")}</td></tr>`
    );
  });
  return (
    `<div class="wide" tabindex="0" role="region" aria-label="Claims"><table class="claims"><caption>Statements of the paper against what was measured; intervals are 95 % confidence intervals.</caption>` +
    `<thead><tr><th scope="col">Claim</th><th scope="col">Statement</th><th scope="col">Verdict</th><th scope="col">Measured</th></tr></thead>\n` +
    `<tbody>\n${rows.join("\n")}\n</tbody></table></div>`
  );
}

const figure = ({ id, svg, caption, natural }: ReportFigure): string =>
  `<figure id="figure-${escape(id)}"${natural === true ? ' class="natural" tabindex="0"' : ""}>\n${svg.trim()}\n<figcaption>${escape(caption)}</figcaption>\n</figure>`;

function table({ caption, columns, rows }: ReportTable): string {
  const cell = (value: string | number, first: boolean): string => {
    const text = typeof value === "number" ? figures(value) : value;
    if (first) return `<th scope="row">${escape(text)}</th>`;
    return typeof value === "number"
      ? `<td class="number">${escape(text)}</td>`
      : `<td>${escape(text)}</td>`;
  };
  return (
    `<div class="wide" tabindex="0" role="region" aria-label="${escape(caption)}"><table><caption>${escape(caption)}</caption>\n` +
    `<thead><tr>${columns.map((column) => `<th scope="col">${escape(column)}</th>`).join("")}</tr></thead>\n` +
    `<tbody>\n${rows.map((row) => `<tr>${row.map((value, at) => cell(value, at === 0)).join("")}</tr>`).join("\n")}\n</tbody></table></div>`
  );
}

const parameters = (entries: readonly ReportParameter[]): string =>
  entries.length === 0
    ? ""
    : table({
        caption:
          "Stated: printed in the paper. Inferred: follows from it. Chosen: the paper does not say.",
        columns: ["Parameter", "Value", "Origin", "Note"],
        rows: entries.map(({ name, value, origin, note }) => [
          name,
          value,
          origin,
          note ?? "",
        ]),
      });

const list = (items: readonly string[]): string =>
  items.length === 0
    ? ""
    : `<ul>${items.map((item) => `<li>${escape(item)}</li>`).join("\n")}</ul>`;

function again(document: ReportDocument): string {
  const { commands, seeds, versions, files } = document;
  return [
    commands.length === 0
      ? ""
      : `<pre><code>${escape(commands.join("\n"))}</code></pre>`,
    seeds.length === 0 ? "" : `<p>Seeds: ${escape(seeds.join(", "))}.</p>`,
    files.length === 0
      ? ""
      : table({
          caption: "Files beside this report",
          columns: ["File", "Content"],
          rows: files.map(({ name, what }) => [name, what]),
        }),
    Object.keys(versions).length === 0
      ? ""
      : table({
          caption: "Packages",
          columns: ["Package", "Version"],
          rows: Object.entries(versions),
        }),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** Text as HTML text or attribute value, what nobody would see as `\x1b`: U+202E would turn round what stands behind it. */
export const escape = (text: string): string =>
  visible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
